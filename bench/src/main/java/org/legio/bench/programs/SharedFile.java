package org.legio.bench.programs;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of this job that all ranks of a host map into their memory, found by the name that the
 * launcher has given the job.
 */
record SharedFile(Path path) {

  /** The file of this job in a folder, of those that end so. */
  static SharedFile in(String folder, String end) {
    return new SharedFile(
        Path.of(folder, "legio-bench-" + System.getProperty(Results.JOB, "job") + end));
  }

  /** Maps it; the first rank to do so makes it. */
  MappedByteBuffer map(int bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
      shared.order(ByteOrder.nativeOrder());
      return shared;
    }
  }

  /** Removes it, when all ranks have mapped it. Their mappings stay valid. */
  void remove() throws IOException {
    Files.deleteIfExists(path);
  }
}
