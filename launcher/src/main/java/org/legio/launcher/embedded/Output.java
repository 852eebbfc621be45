package org.legio.launcher.embedded;

import org.legio.runtime.shm.OutputMark;

/** Takes what ranks print. */
@FunctionalInterface
interface Output {
  /**
   * Writes some bytes in one piece.
   *
   * @param writer who writes
   * @param isQuestion whether these bytes may end without an end of line, as a question does whose
   *     answer the user types
   */
  void write(Object writer, byte[] bytes, int length, boolean isQuestion);

  /** Nobody will write anything more. */
  default void finish() {}

  /**
   * Writes one of Legio's own messages, which is no part of the program's output.
   *
   * @param line with its end
   */
  default void message(Object writer, byte[] line) {
    write(this, line, line.length, false);
  }

  /** A process has printed a mark, behind all that it has printed before. */
  default void mark(Object writer, OutputMark mark) {}
}
