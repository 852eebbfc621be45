package org.legio.mpirun;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives this process's own input to all replicas of a rank, and keeps it for those that are started
 * anew.
 */
final class SphereInput implements Runnable {
  private static final int BLOCK_BYTES = 1 << 13;

  /** Of a rank that has read more, no process is started anew. */
  private static final int MOST_KEPT_BYTES = 8 << 20;

  private final InputStream from;
  private final List<OutputStream> to;
  private final boolean isKept;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean isAtEnd;

  /**
   * Prepares.
   *
   * @param isKept whether readers may come later
   */
  SphereInput(InputStream from, List<OutputStream> to, boolean isKept) {
    this.from = from;
    this.to = new ArrayList<>(to);
    this.isKept = isKept;
  }

  @Override
  public void run() {
    byte[] block = new byte[BLOCK_BYTES];
    try {
      for (int read = from.read(block); read >= 0; read = from.read(block)) {
        pass(block, read);
      }
      end();
    } catch (IOException e) {
      System.err.println("legio: the job's input cannot be passed on: " + e.getMessage());
    }
  }

  /**
   * Adds a reader, which gets all input from the begin.
   *
   * @throws IOException if not all of it has been kept
   */
  synchronized void add(OutputStream reader) throws IOException {
    if (kept.size() > MOST_KEPT_BYTES) {
      throw new IOException(
          "it has read more input than is kept, " + MOST_KEPT_BYTES + " bytes; use a file");
    }
    kept.writeTo(reader);
    reader.flush();
    if (isAtEnd) {
      reader.close();
    } else {
      to.add(reader);
    }
  }

  private synchronized void pass(byte[] block, int read) {
    if (isKept && kept.size() <= MOST_KEPT_BYTES) {
      kept.write(block, 0, read);
    }
    for (OutputStream each : List.copyOf(to)) {
      try {
        each.write(block, 0, read);
        each.flush();
      } catch (IOException e) {
        to.remove(each); // it has ended, or has closed its input
      }
    }
  }

  private synchronized void end() throws IOException {
    isAtEnd = true;
    for (OutputStream each : to) {
      each.close();
    }
  }
}
