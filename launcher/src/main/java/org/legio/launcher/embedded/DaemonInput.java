package org.legio.launcher.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Passes the job's input on to one process that reads it, by a thread of its own: the daemon never
 * waits for a process that does not read.
 */
final class DaemonInput implements Runnable {
  private static final byte[] END = {};

  /** Learns how far a reader is, on its thread. */
  interface Listener {
    /** It has taken so many blocks. */
    void taken(DaemonInput reader, long blocks);

    /** Its process has ended, or reads no more. */
    void failed(DaemonInput reader);
  }

  private final int process;
  private final OutputStream to;
  private final Listener listener;
  private final BlockingQueue<byte[]> blocks = new LinkedBlockingQueue<>();

  /**
   * Prepares.
   *
   * @param process its number
   */
  DaemonInput(int process, OutputStream to, Listener listener) {
    this.process = process;
    this.to = to;
    this.listener = listener;
  }

  /** The number of the process that reads. */
  int process() {
    return process;
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
    } catch (IOException e) {
      blocks.clear();
      listener.failed(this);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass() throws IOException, InterruptedException {
    long taken = 0;
    try (to) {
      for (byte[] block = blocks.take(); block != END; block = blocks.take()) {
        to.write(block);
        to.flush();
        taken++;
        listener.taken(this, taken);
      }
    }
  }
}
