package org.legio.runtime.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.ulfm.ports.Effects;

/** What the processes of a rank tell each other of an effect. */
class EffectOutcomeTest {
  private static final int MAX_BYTES = 40;

  private static EffectOutcome outcome(Effects.Effect effect) {
    EffectOutcome own = EffectOutcome.of(effect, effect.checksum(), 1, MAX_BYTES);
    return new EffectOutcome(own.ending(), own.checksum(), own.data());
  }

  @Test
  void whatIsReturnedIsTold() throws IOException {
    assertThat(outcome(number -> new byte[] {(byte) number, 7}).get()).containsExactly(1, 7);
  }

  static Stream<Arguments> errors() {
    return Stream.of(
        Arguments.of(new NoSuchFileException("/a"), NoSuchFileException.class, "/a"),
        Arguments.of(new FileAlreadyExistsException("/a"), FileAlreadyExistsException.class, "/a"),
        Arguments.of(new AccessDeniedException("/a"), AccessDeniedException.class, "/a"),
        Arguments.of(new NotDirectoryException("/a"), FileSystemException.class, "/a"),
        Arguments.of(
            new FileSystemException("/a", null, "no"), FileSystemException.class, "/a: no"),
        Arguments.of(new IOException("no space"), IOException.class, "no space"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void anErrorKeepsItsClassAndItsWords(IOException thrown, Class<?> type, String words) {
    EffectOutcome told =
        outcome(
            number -> {
              throw thrown;
            });
    assertThatThrownBy(told::get).isExactlyInstanceOf(type).hasMessage(words);
  }

  @Test
  void whateverIsThrownIsTold() {
    EffectOutcome told =
        outcome(
            number -> {
              throw new IllegalStateException("x".repeat(MAX_BYTES));
            });
    assertThatThrownBy(told::get)
        .isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith("java.lang.IllegalStateException");
  }

  @Test
  void thereIsNoMoreThanFits() {
    EffectOutcome told = outcome(number -> new byte[MAX_BYTES + 1]);
    assertThatThrownBy(told::get).isExactlyInstanceOf(IOException.class);
  }
}
