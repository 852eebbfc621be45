package org.legio.runtime.replica;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.function.Function;
import org.legio.ulfm.ports.Effects;

/** How an effect on a file has ended, as the processes of a rank tell each other. */
final class EffectOutcome {
  private static final int DONE = 0;

  /** The numbers after {@link #DONE} are those of these rows, from 1 on. */
  private static final Failure[] FAILURES = {
    new Failure(NoSuchFileException.class, NoSuchFileException::new),
    new Failure(FileAlreadyExistsException.class, FileAlreadyExistsException::new),
    new Failure(AccessDeniedException.class, AccessDeniedException::new),
    new Failure(FileSystemException.class, FileSystemException::new),
    new Failure(Exception.class, IOException::new)
  };

  private final int ending;
  private final int checksum;
  private final byte[] data;

  /** A class of errors; MPI's error depends on it. */
  private record Failure(
      Class<? extends Exception> type, Function<String, IOException> exception) {}

  /**
   * An outcome.
   *
   * @param ending the number of the way in which it has ended
   * @param checksum of what was to be done
   * @param data what it has returned, or the words of its error
   */
  EffectOutcome(int ending, int checksum, byte[] data) {
    this.ending = ending;
    this.checksum = checksum;
    this.data = data;
  }

  int ending() {
    return ending;
  }

  int checksum() {
    return checksum;
  }

  byte[] data() {
    return data;
  }

  /**
   * Has an effect done.
   *
   * @param checksum of the effect
   * @param maxBytes its outcome has no more; words of an error are cut
   */
  static EffectOutcome of(Effects.Effect effect, int checksum, long number, int maxBytes) {
    try {
      return new EffectOutcome(DONE, checksum, effect.run(number)).within(maxBytes);
    } catch (IOException e) {
      return failed(numberOf(e), checksum, String.valueOf(e.getMessage())).within(maxBytes);
    } catch (RuntimeException e) { // the other processes wait for an outcome, whatever it is
      return failed(FAILURES.length, checksum, e.toString()).within(maxBytes);
    }
  }

  private static EffectOutcome failed(int ending, int checksum, String words) {
    return new EffectOutcome(ending, checksum, words.getBytes(StandardCharsets.UTF_8));
  }

  private EffectOutcome within(int maxBytes) {
    if (data.length <= maxBytes) {
      return this;
    }
    if (ending == DONE) {
      throw new IllegalStateException("an outcome of " + data.length + " bytes, not " + maxBytes);
    }
    return new EffectOutcome(ending, checksum, Arrays.copyOf(data, maxBytes));
  }

  private static int numberOf(IOException thrown) {
    int row = 0;
    while (!FAILURES[row].type.isInstance(thrown)) {
      row++;
    }
    return row + 1;
  }

  /** What the effect has returned; throws what it has thrown. */
  byte[] get() throws IOException {
    if (ending != DONE) {
      throw FAILURES[ending - 1].exception.apply(new String(data, StandardCharsets.UTF_8));
    }
    return data;
  }
}
