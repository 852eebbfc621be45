package org.legio.mpirun;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Passes on what one process prints, whole lines at a time, so that the lines of several processes
 * do not mix. A last line without an end is passed on as it is; a very long one in pieces.
 */
final class LineWriter implements Runnable {
  private static final int MOST_BYTES = 1 << 20;
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
      System.err.println("legio: a rank's output cannot be read: " + e.getMessage());
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
    } else if (length >= MOST_BYTES) {
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
    if (tag.length == 0) {
      to.write(this, line, end, isQuestion);
    } else {
      byte[] tagged = tagged(end);
      to.write(this, tagged, tagged.length, isQuestion);
    }
    System.arraycopy(line, end, line, 0, length - end);
    length -= end;
  }

  private byte[] tagged(int end) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(end + tag.length);
    int begin = 0;
    for (int i = 0; i < end; i++) {
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
