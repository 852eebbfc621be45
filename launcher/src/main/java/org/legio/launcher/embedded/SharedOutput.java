package org.legio.launcher.embedded;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.messages.Messages;

/**
 * A stream to which all ranks of a job write.
 *
 * <p>A line begins at the begin of a line: if one rank has written a piece without an end of line,
 * and another one writes next, an end of line comes between. A rank that writes alone gets its
 * bytes through unchanged.
 */
final class SharedOutput implements Output {
  private final String name;
  private final OutputStream stream;
  private @Nullable Object unfinished;
  private boolean isBroken;

  /**
   * Wraps a stream.
   *
   * @param name for messages
   */
  SharedOutput(String name, OutputStream stream) {
    this.name = name;
    this.stream = stream;
  }

  /**
   * {@inheritDoc}
   *
   * <p>When nobody reads them any more, that is said once, and the job continues: its ranks must
   * not wait for a reader who is gone.
   */
  @Override
  public synchronized void write(Object writer, byte[] bytes, int length, boolean isQuestion) {
    if (isBroken || length == 0) {
      return;
    }
    try {
      if (unfinished != null && unfinished != writer) {
        stream.write('\n');
      }
      stream.write(bytes, 0, length);
      stream.flush();
      unfinished = isQuestion || bytes[length - 1] == '\n' ? null : writer;
    } catch (IOException e) {
      isBroken = true;
      Messages.say(
          "legio: the job's " + name + " cannot be passed on (" + e.getMessage() + "): it is lost");
    }
  }
}
