package org.legio.mpirun;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Gives this process's own input to all replicas of a rank, as long as there is one that reads. */
final class SphereInput implements Runnable {
  private static final int BLOCK_BYTES = 1 << 13;

  private final InputStream from;
  private final List<OutputStream> to;

  SphereInput(InputStream from, List<OutputStream> to) {
    this.from = from;
    this.to = new ArrayList<>(to);
  }

  @Override
  public void run() {
    byte[] block = new byte[BLOCK_BYTES];
    try {
      for (int read = from.read(block); read >= 0 && !to.isEmpty(); read = from.read(block)) {
        pass(block, read);
      }
      for (OutputStream each : to) {
        each.close();
      }
    } catch (IOException e) {
      System.err.println("legio: the job's input cannot be passed on: " + e.getMessage());
    }
  }

  private void pass(byte[] block, int read) {
    for (OutputStream each : List.copyOf(to)) {
      try {
        each.write(block, 0, read);
        each.flush();
      } catch (IOException e) {
        to.remove(each); // it has ended, or has closed its input
      }
    }
  }
}
