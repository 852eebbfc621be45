package org.legio.bench.programs;

import java.io.IOException;
import java.nio.MappedByteBuffer;

/**
 * Keeps the time of the latest death in a file that all ranks of this host map into their memory,
 * because a dead rank cannot be asked. {@link System#nanoTime} is the same for all processes of a
 * host.
 */
final class TimeOfDeath {
  private final MappedByteBuffer shared;

  private TimeOfDeath(MappedByteBuffer shared) {
    this.shared = shared;
  }

  /** Opens the file of this job. */
  static TimeOfDeath ofJob() throws IOException {
    return new TimeOfDeath(file().map(Long.BYTES));
  }

  private static SharedFile file() {
    return SharedFile.in(System.getProperty("java.io.tmpdir"), ".time");
  }

  /** Removes the file, when all ranks have mapped it. Their mappings stay valid. */
  static void removeFile() throws IOException {
    file().remove();
  }

  /** Notes the current time as the time of a death. */
  void record() {
    shared.putLong(0, System.nanoTime());
  }

  /** The time of the latest death, in {@link System#nanoTime}. */
  long read() {
    return shared.getLong(0);
  }
}
