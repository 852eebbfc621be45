package org.legio.launcher.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes of a host that read the job's input. Where processes may be restarted, it is kept
 * for those that begin later. For one thread.
 */
final class DaemonInputs {
  /** Of a rank that has read more, no process is restarted. */
  static final int MAX_KEPT_BYTES = 8 << 20;

  private final DaemonReports reports;
  private final boolean isKept;
  private final List<DaemonInput> inputs = new ArrayList<>();
  private final List<byte[]> kept = new ArrayList<>();
  private long bytes;
  private boolean isAtEnd;

  /**
   * Prepares.
   *
   * @param isKept whether readers may come later
   */
  DaemonInputs(DaemonReports reports, boolean isKept) {
    this.reports = reports;
    this.isKept = isKept;
  }

  /**
   * Adds a reader, which gets all input from the begin.
   *
   * @param isRepeated whether others read the same, and are not to wait for this reader
   * @throws IOException if not all of it has been kept
   */
  void add(OutputStream to, boolean isRepeated) throws IOException {
    if (bytes > MAX_KEPT_BYTES) {
      throw new IOException(
          "it has read more input than is kept, " + MAX_KEPT_BYTES + " bytes; use a file");
    }
    DaemonInput made = new DaemonInput(to, reports, isRepeated);
    kept.forEach(made::add);
    if (isAtEnd) {
      made.end();
    }
    inputs.add(made);
    Thread thread = new Thread(made, "input");
    thread.setDaemon(true);
    thread.start();
  }

  /** Passes on a block; one that nobody reads is taken at once. */
  void pass(byte[] block) {
    bytes += block.length;
    if (isKept && bytes <= MAX_KEPT_BYTES) {
      kept.add(block);
    } else {
      kept.clear();
    }
    inputs.forEach(input -> input.add(block));
    if (inputs.isEmpty()) {
      reports.add(DaemonReports.Kind.INPUT_TAKEN, out -> {});
    }
  }

  void end() {
    isAtEnd = true;
    inputs.forEach(DaemonInput::end);
  }
}
