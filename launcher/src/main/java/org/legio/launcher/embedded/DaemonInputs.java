package org.legio.launcher.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes of a host that read the job's input. Where processes may be restarted, it is kept
 * for those that begin later.
 *
 * <p>The launcher sends the next block when this host has acknowledged the one before: when the
 * first of its readers has taken it, or none of them is left who could.
 */
final class DaemonInputs implements DaemonInput.Listener {
  /** Of a rank that has read more, no process is restarted. */
  static final int MAX_KEPT_BYTES = 8 << 20;

  private final Runnable acknowledgement;
  private final boolean isRepeated;
  private final boolean isKept;
  private final List<DaemonInput> readers = new ArrayList<>();
  private final List<byte[]> kept = new ArrayList<>();
  private long bytes;
  private long passed;
  private long acknowledged;
  private boolean isAtEnd;

  /**
   * Prepares.
   *
   * @param acknowledgement tells the launcher that a block has been taken
   * @param isRepeated whether others may read the same: they are not to wait for one that is lost
   * @param isKept whether readers may come later
   */
  DaemonInputs(Runnable acknowledgement, boolean isRepeated, boolean isKept) {
    this.acknowledgement = acknowledgement;
    this.isRepeated = isRepeated;
    this.isKept = isKept;
  }

  /**
   * Checks that a reader can get all input from the begin.
   *
   * @throws IOException if not all of it has been kept
   */
  synchronized void requireAll() throws IOException {
    if (bytes > MAX_KEPT_BYTES) {
      throw new IOException(
          "it has read more input than is kept, " + MAX_KEPT_BYTES + " bytes; use a file");
    }
  }

  /** Adds a process, which gets all input from the begin; it replaces its life before. */
  synchronized void add(int process, OutputStream to) {
    DaemonInput made = new DaemonInput(process, to, this);
    kept.forEach(made::add);
    if (isAtEnd) {
      made.end();
    }
    List<DaemonInput> before =
        readers.stream().filter(reader -> reader.process() == process).toList();
    before.forEach(DaemonInput::end);
    readers.removeAll(before);
    readers.add(made);
    Thread thread = new Thread(made, "input");
    thread.setDaemon(true);
    thread.start();
  }

  /** Passes on a block; one that nobody reads is taken at once. */
  synchronized void pass(byte[] block) {
    passed++;
    bytes += block.length;
    if (isKept && bytes <= MAX_KEPT_BYTES) {
      kept.add(block);
    } else {
      kept.clear();
    }
    readers.forEach(reader -> reader.add(block));
    acknowledgeUnread();
  }

  synchronized void end() {
    isAtEnd = true;
    readers.forEach(DaemonInput::end);
  }

  @Override
  public synchronized void taken(DaemonInput reader, long blocks) {
    if (readers.contains(reader)) {
      acknowledge(blocks);
    }
  }

  @Override
  public synchronized void failed(DaemonInput reader) {
    if (isRepeated) {
      readers.remove(reader);
      acknowledgeUnread();
    }
  }

  private void acknowledgeUnread() {
    if (readers.isEmpty()) {
      acknowledge(passed);
    }
  }

  private void acknowledge(long blocks) {
    for (; acknowledged < blocks; acknowledged++) {
      acknowledgement.run();
    }
  }
}
