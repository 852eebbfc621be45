package org.legio.bench.programs;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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

  /** Opens the file of this job, found by the name that the launcher has given the job. */
  static TimeOfDeath ofJob() throws IOException {
    Path file = file();
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
      shared.order(ByteOrder.nativeOrder());
      return new TimeOfDeath(shared);
    }
  }

  private static Path file() {
    return Path.of(
        System.getProperty("java.io.tmpdir"),
        "legio-bench-" + System.getProperty(Results.JOB, "job") + ".time");
  }

  /** Removes the file, when all ranks have mapped it. Their mappings stay valid. */
  static void removeFile() throws IOException {
    Files.deleteIfExists(file());
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
