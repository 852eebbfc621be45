package org.legio.launcher.job;

import java.util.function.Consumer;

/** A job that has only to be run. When this process ends, however it does, the job ends. */
public interface ReadyJob {
  /** Runs it to its end, on this process's own outputs. */
  JobEnd run();

  /**
   * Runs it to its end, and hands on what it prints line by line.
   *
   * @param out takes lines of standard output
   * @param err takes lines of standard error, perhaps on another thread
   */
  JobEnd run(Consumer<String> out, Consumer<String> err);
}
