package org.legio.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of one run, for the files of its program. It is made when it is first needed. */
final class Folder {
  private @Nullable Path path;

  /** The name of a file in it, as MPI takes it. */
  String nameOf(String file) {
    return path().resolve(file).toString();
  }

  private Path path() {
    try {
      if (path == null) {
        path = Files.createTempDirectory("legio-faults-");
      }
      return path;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a file of numbers of 4 bytes, unless it is there. */
  void fill(String file, int... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES);
    bytes.order(ByteOrder.nativeOrder()).asIntBuffer().put(numbers);
    Path target = path().resolve(file);
    try {
      if (!Files.exists(target)) {
        Files.write(target, bytes.array());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes all its files out, by name; then it is gone. */
  Map<String, byte[]> empty() {
    Map<String, byte[]> contents = new TreeMap<>();
    try {
      for (Path file : files()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
        Files.delete(file);
      }
      if (path != null) {
        Files.delete(path);
        path = null;
      }
      return contents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> files() throws IOException {
    if (path == null) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(path)) {
      return all.toList();
    }
  }
}
