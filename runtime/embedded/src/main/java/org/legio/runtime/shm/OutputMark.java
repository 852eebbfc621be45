package org.legio.runtime.shm;

import java.nio.charset.StandardCharsets;
import org.legio.ulfm.messages.Messages;

/**
 * What a process writes between its output so that the launcher knows which part of it a process
 * that is restarted prints next: a checkpoint, and that it continues from one. The launcher passes
 * on no marks.
 *
 * @param isRestored whether the process continues from the checkpoint; else it takes it
 */
public record OutputMark(boolean isRestored, CheckpointName checkpoint) {
  /** What a mark begins with; it ends with the line. */
  public static final byte[] BEGIN = Messages.BEGIN_OF_MARK.getBytes(StandardCharsets.US_ASCII);

  private static final String RESTORED = "restored ";
  private static final String TAKEN = "checkpoint ";

  /** The mark, with its begin and end. */
  public byte[] bytes() {
    return (Messages.BEGIN_OF_MARK + text() + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** What stands between the begin and the end of the mark. */
  public String text() {
    return (isRestored ? RESTORED : TAKEN) + checkpoint;
  }

  /** Reads what stands between the begin and the end of a mark. */
  public static OutputMark parse(String text) {
    boolean isRestored = text.startsWith(RESTORED);
    return new OutputMark(
        isRestored, CheckpointName.parse(text.substring((isRestored ? RESTORED : TAKEN).length())));
  }
}
