package org.legio.observability.metrics;

import java.nio.file.Path;
import org.legio.core.report.Report;
import org.legio.core.report.WholeFile;
import org.legio.core.settings.Setting;

/**
 * Writes what has happened to a file for Prometheus, every few seconds and at the end, while this
 * rank is the lowest living one. Every rank has one, so that the next one takes over when that rank
 * dies: no message is needed, and none of MPI's calls is made.
 */
public final class MetricsFile {
  private static final long PERIOD_MS = 5_000;
  private static final String ENDING = ".prom";

  private final Path file;
  private final String layout;
  private final Report report;
  private boolean isRunning = true;
  private boolean canBeWritten = true;

  private MetricsFile(Path file, String layout, Report report) {
    this.file = file;
    this.layout = layout;
    this.report = report;
  }

  /** Begins to write, from a thread of its own. */
  public static MetricsFile start(String file, String layout, Report report) {
    MetricsFile begun = new MetricsFile(Path.of(file), layout, report);
    Thread writer = new Thread(begun::writeUntilTheEnd, "legio-metrics");
    writer.setDaemon(true);
    writer.start();
    return begun;
  }

  private synchronized void writeUntilTheEnd() {
    try {
      while (isRunning) {
        write();
        wait(PERIOD_MS);
      }
    } catch (InterruptedException e) { // the program ends its threads: what is written stands
      Thread.currentThread().interrupt();
    }
  }

  /** Writes for the last time: MPI has been finalised. */
  public synchronized void end() {
    isRunning = false;
    write();
    notifyAll();
  }

  /** A file that cannot be written is told once. */
  private void write() {
    if (canBeWritten && report.isLowestLiving()) {
      JobState job = new JobState(layout, isRunning, report.counters(), report.survival());
      canBeWritten = WholeFile.write(Setting.METRICS, file, Exposition.of(run(), job));
    }
  }

  /** Two runs that are collected at once have files of different names. */
  private String run() {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }
}
