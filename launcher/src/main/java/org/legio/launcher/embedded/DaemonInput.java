package org.legio.launcher.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Passes the job's input on to the rank that reads it. The launcher sends the next block when this
 * one has been taken, so the daemon never waits for a rank that does not read.
 */
final class DaemonInput implements Runnable {
  private static final byte[] END = {};

  private final OutputStream to;
  private final DaemonReports reports;
  private final boolean isRepeated;
  private final BlockingQueue<byte[]> blocks = new LinkedBlockingQueue<>();

  /**
   * Prepares.
   *
   * @param isRepeated whether others read the same, and are not to wait for this reader
   */
  DaemonInput(OutputStream to, DaemonReports reports, boolean isRepeated) {
    this.to = to;
    this.isRepeated = isRepeated;
    this.reports = reports;
  }

  void add(byte[] block) {
    blocks.add(block);
  }

  void end() {
    blocks.add(END);
  }

  @Override
  public void run() {
    try {
      pass();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass() throws InterruptedException {
    boolean isAnyWaiting = false;
    try (to) {
      for (byte[] block = blocks.take(); block != END; block = blocks.take()) {
        isAnyWaiting = true;
        to.write(block);
        to.flush();
        isAnyWaiting = false;
        recordTaken();
      }
    } catch (IOException e) {
      // the rank has ended, or reads no more
      if (isRepeated) {
        drop(isAnyWaiting);
      } else {
        blocks.clear(); // nobody wants the rest
      }
    }
  }

  private void drop(boolean isAnyWaiting) throws InterruptedException {
    if (isAnyWaiting) {
      recordTaken();
    }
    while (blocks.take() != END) {
      recordTaken();
    }
  }

  private void recordTaken() {
    reports.add(DaemonReports.Kind.INPUT_TAKEN, out -> {});
  }
}
