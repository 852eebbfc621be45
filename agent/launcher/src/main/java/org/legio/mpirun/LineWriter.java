package org.legio.mpirun;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Passes on what one process prints, whole lines at a time, so that the lines of several processes
 * do not mix. A last line without an end is passed on as it is; a very long one in pieces.
 */
final class LineWriter implements Runnable {
  private static final int MOST_BYTES = 1 << 20;
  private static final int FIRST_BYTES = 1 << 12;

  private final InputStream from;
  private final OutputStream to;
  private final byte[] tag;
  private byte[] line = new byte[FIRST_BYTES];
  private int length;

  /**
   * Prepares.
   *
   * @param to shared with others, and locked for each write
   * @param tag is put before each line
   */
  LineWriter(InputStream from, OutputStream to, byte[] tag) {
    this.from = from;
    this.to = to;
    this.tag = tag.clone();
  }

  @Override
  public void run() {
    try (from) {
      int read = fill();
      while (read >= 0) {
        pass(read);
        read = fill();
      }
      write(length);
    } catch (IOException e) {
      System.err.println("legio: a rank's output cannot be passed on: " + e.getMessage());
    }
  }

  private int fill() throws IOException {
    if (length == line.length) {
      line = java.util.Arrays.copyOf(line, 2 * line.length);
    }
    return from.read(line, length, line.length - length);
  }

  /** Writes all lines that are complete. */
  private void pass(int read) throws IOException {
    int before = length;
    length += read;
    int end = length;
    while (end > before && line[end - 1] != '\n') {
      end--;
    }
    if (end > before) {
      write(end);
    } else if (length >= MOST_BYTES) {
      write(length);
    }
  }

  private void write(int end) throws IOException {
    if (end == 0) {
      return;
    }
    synchronized (to) {
      if (tag.length == 0) {
        to.write(line, 0, end);
      } else {
        writeTagged(end);
      }
      to.flush();
    }
    System.arraycopy(line, end, line, 0, length - end);
    length -= end;
  }

  private void writeTagged(int end) throws IOException {
    int begin = 0;
    for (int i = 0; i < end; i++) {
      if (line[i] == '\n' || i == end - 1) {
        to.write(tag);
        to.write(line, begin, i + 1 - begin);
        begin = i + 1;
      }
    }
  }
}
