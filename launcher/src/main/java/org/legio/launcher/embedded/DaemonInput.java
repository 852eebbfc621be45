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
  private final BlockingQueue<byte[]> blocks = new LinkedBlockingQueue<>();

  DaemonInput(OutputStream to, DaemonReports reports) {
    this.to = to;
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
    try (to) {
      for (byte[] block = blocks.take(); block != END; block = blocks.take()) {
        to.write(block);
        to.flush();
        reports.add(DaemonReports.Kind.INPUT_TAKEN, out -> {});
      }
    } catch (IOException e) {
      blocks.clear(); // the rank has ended, or reads no more: nobody wants the rest
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
