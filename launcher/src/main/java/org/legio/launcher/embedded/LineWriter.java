package org.legio.launcher.embedded;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.legio.runtime.shm.OutputMark;
import org.legio.ulfm.messages.Messages;

/**
 * Passes on what one process prints, whole lines at a time, so that the lines of several processes
 * do not mix. A last line without an end is passed on as it is; a very long one in pieces.
 */
final class LineWriter implements Runnable {
  private static final int MAX_BYTES = 1 << 20;
  private static final int BLOCK_BYTES = 1 << 13;

  private final InputStream from;
  private final Output to;
  private final byte[] tag;
  private byte[] line = new byte[BLOCK_BYTES];
  private int length;
  private long cameNs;
  private boolean isInLine;

  /**
   * Prepares.
   *
   * @param to shared with others
   * @param tag is put before each line
   */
  LineWriter(InputStream from, Output to, byte[] tag) {
    this.from = from;
    this.to = to;
    this.tag = tag.clone();
  }

  @Override
  public void run() {
    try (from) {
      byte[] block = new byte[BLOCK_BYTES];
      for (int read = from.read(block); read >= 0; read = from.read(block)) {
        take(block, read);
      }
    } catch (IOException e) {
      Messages.say("legio: a rank's output cannot be read: " + e.getMessage());
    }
    finish();
  }

  private synchronized void finish() {
    write(length, false);
  }

  /** Takes some bytes, and writes all lines that are complete. */
  private synchronized void take(byte[] block, int read) {
    if (length + read > line.length) {
      line = Arrays.copyOf(line, Math.max(2 * line.length, length + read));
    }
    System.arraycopy(block, 0, line, length, read);
    int before = length;
    length += read;
    cameNs = System.nanoTime();
    int end = length;
    while (end > before && line[end - 1] != '\n') {
      end--;
    }
    if (end > before) {
      write(end, false);
    } else if (length >= MAX_BYTES) {
      write(length, false);
    }
  }

  /**
   * Writes an unfinished line to which nothing has been added for a while: at a terminal it is a
   * question that waits for an answer.
   */
  synchronized void passQuestion(long quietNs) {
    if (length > 0 && System.nanoTime() - cameNs > quietNs) {
      write(length, true);
    }
  }

  private void write(int end, boolean isQuestion) {
    int begin = 0;
    for (int mark = markFrom(0, end); mark >= 0; mark = markFrom(begin, end)) {
      pass(begin, mark, false);
      begin = mark + OutputMark.BEGIN.length;
      while (begin < end && line[begin] != '\n') {
        begin++;
      }
      begin = Math.min(end, begin + 1);
      passMark(new String(line, mark, begin - mark, StandardCharsets.UTF_8));
    }
    pass(begin, end, isQuestion);
    System.arraycopy(line, end, line, 0, length - end);
    length -= end;
  }

  private void passMark(String marked) {
    if (marked.startsWith(Messages.MARK)) {
      String message =
          new String(tag, StandardCharsets.UTF_8) + marked.substring(Messages.MARK.length());
      to.message(this, message.getBytes(StandardCharsets.UTF_8));
    } else {
      to.mark(this, OutputMark.parse(marked.substring(OutputMark.BEGIN.length).strip()));
    }
  }

  /** Where the next mark begins; negative if there is none. */
  private int markFrom(int from, int end) {
    int last = end - OutputMark.BEGIN.length;
    for (int i = from; i <= last; i++) {
      if (line[i] == OutputMark.BEGIN[0]
          && Arrays.equals(
              line, i, i + OutputMark.BEGIN.length, OutputMark.BEGIN, 0, OutputMark.BEGIN.length)) {
        return i;
      }
    }
    return -1;
  }

  private void pass(int begin, int end, boolean isQuestion) {
    if (begin < end) {
      byte[] part =
          tag.length > 0
              ? tagged(begin, end)
              : begin == 0 ? line : Arrays.copyOfRange(line, begin, end);
      to.write(this, part, tag.length > 0 ? part.length : end - begin, isQuestion);
    }
  }

  private byte[] tagged(int from, int end) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(end + tag.length);
    int begin = from;
    for (int i = from; i < end; i++) {
      if (line[i] == '\n' || i == end - 1) {
        if (!isInLine) {
          all.writeBytes(tag);
        }
        all.write(line, begin, i + 1 - begin);
        begin = i + 1;
        isInLine = line[i] != '\n';
      }
    }
    return all.toByteArray();
  }
}
