package org.legio.launcher.embedded;

/** A job of the embedded runtime, on one host or on several. */
interface RunningJob {
  /**
   * Runs it to its end, and returns its status. The processes on this host end with the thread that
   * calls this.
   */
  int run() throws InterruptedException;

  /** Ends what still runs, first by asking, and removes its files. */
  void end();
}
