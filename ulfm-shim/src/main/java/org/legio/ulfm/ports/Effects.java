package org.legio.ulfm.ports;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Does what a rank does to files, and asks of them, once for the rank, however many processes are
 * that rank: one of them does it, and the others are given its outcome.
 *
 * <p>All processes of a rank come to the same effects in the same order. Not to be called by
 * several threads at once where a rank has several processes.
 */
public interface Effects {
  /** The outcome of an effect that tells nothing. */
  byte[] NOTHING = {};

  /** Something to be done. */
  @FunctionalInterface
  interface Effect {
    /**
     * Does it. If the process that has done it dies before its outcome is known to the others,
     * another does it again, and nothing else of this rank has been done in between: so doing it
     * twice must be like doing it once.
     *
     * @param number tells it from all others of this rank, from 1 on; the same when it is done
     *     again
     * @return what is the same for all processes of the rank: at most {@link #maxBytes}
     */
    byte[] run(long number) throws IOException;

    /** A checksum of what is to be done; the effects of two replicas must agree in it. */
    default int checksum() {
      return 0;
    }
  }

  /** An effect whose outcome is a number. */
  @FunctionalInterface
  interface Count {
    /** As {@link Effect#run}. */
    long run(long number) throws IOException;
  }

  /** An effect whose outcome is a text. */
  @FunctionalInterface
  interface Text {
    /** As {@link Effect#run}. */
    String run(long number) throws IOException;
  }

  /** Has an effect done, and returns its outcome; throws what it has thrown, at all processes. */
  byte[] once(Effect effect) throws IOException;

  /** The most bytes that the outcome of an effect may have. */
  int maxBytes();

  /**
   * Makes an empty file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it is there
   */
  void create(Path file) throws IOException;

  /**
   * Removes a file.
   *
   * @throws java.nio.file.NoSuchFileException if it is not there
   */
  void delete(Path file) throws IOException;

  /** Has an effect done whose outcome is a number. */
  default long count(Count effect) throws IOException {
    byte[] outcome =
        once(number -> ByteBuffer.allocate(Long.BYTES).putLong(effect.run(number)).array());
    return ByteBuffer.wrap(outcome).getLong();
  }

  /** Has an effect done whose outcome is a text. */
  default String text(Text effect) throws IOException {
    byte[] outcome = once(number -> effect.run(number).getBytes(StandardCharsets.UTF_8));
    return new String(outcome, StandardCharsets.UTF_8);
  }
}
