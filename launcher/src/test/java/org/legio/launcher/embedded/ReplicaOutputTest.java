package org.legio.launcher.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaOutputTest {
  private final List<String> passedOn = new ArrayList<>();
  private final ReplicaOutput output =
      new ReplicaOutput(
          (writer, bytes, length, isQuestion) -> passedOn.add(new String(bytes, 0, length, UTF_8)));

  private void write(Object writer, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    output.write(writer, bytes, bytes.length, false);
  }

  private void message(Object writer, String text) {
    output.message(writer, text.getBytes(UTF_8));
  }

  @Test
  void aLineThatAReplicaHasBegunIsFinishedByAnother() {
    write("a", "one\ntw");
    write("b", "one\n");
    assertThat(passedOn).containsExactly("one\n");
    write("b", "two\nthree\n");
    assertThat(passedOn).containsExactly("one\n", "two\nthree\n");
  }

  @Test
  void whoComesLaterAddsNothing() {
    write("a", "one\ntwo\n");
    write("anew", "one\n");
    write("anew", "two\nthree\n");
    assertThat(passedOn).containsExactly("one\ntwo\n", "three\n");
  }

  @Test
  void messagesDoNotCountAsBytes() {
    message("a", "legio: rank 0: killed, as asked for by kill=0.0@send:5\n");
    write("b", "one\n");
    message("a", "legio: rank 1 lost: repaired in 3.1 ms\n");
    message("b", "legio: rank 1 lost: repaired in 12 ms\n");
    message("b", "legio: rank 1 lost: repaired in 2.0 ms\n");
    write("a", "one\ntwo\n");
    assertThat(passedOn)
        .containsExactly(
            "legio: rank 0: killed, as asked for by kill=0.0@send:5\n",
            "one\n",
            "legio: rank 1 lost: repaired in 3.1 ms\n",
            "legio: rank 1 lost: repaired in 2.0 ms\n",
            "two\n");
  }

  @Test
  void aLastLineWithoutAnEndComesAtTheEnd() {
    write("a", "one\nlast");
    write("b", "one\nla");
    assertThat(passedOn).containsExactly("one\n");
    output.finish();
    output.finish();
    assertThat(passedOn).containsExactly("one\n", "last");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void eachByteComesOnceInWholeLines(long seed) {
    Random random = new Random(seed);
    StringBuilder all = new StringBuilder();
    IntStream.range(0, 200).forEach(i -> all.append("line ").append(i).append('\n'));
    int[] written = new int[3];
    for (int left = 500; left > 0; left--) {
      int writer = random.nextInt(written.length);
      int end = Math.min(all.length(), written[writer] + random.nextInt(30));
      write(writer, all.substring(written[writer], end));
      written[writer] = end;
    }
    write(0, all.substring(written[0]));
    output.finish();
    assertThat(String.join("", passedOn)).as("seed %d", seed).isEqualTo(all.toString());
    assertThat(passedOn).allMatch(piece -> piece.endsWith("\n"));
  }
}
