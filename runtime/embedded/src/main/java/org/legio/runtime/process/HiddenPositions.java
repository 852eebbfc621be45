package org.legio.runtime.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import org.legio.runtime.engine.SharedPositions;

/**
 * The shared pointer of a file whose ranks have no memory in common: in a hidden file beside it,
 * which is made when the pointer is first moved away from 0.
 *
 * <p>The hidden file is locked while it is used. The kernel undoes the lock of a rank that dies,
 * and one write moves the pointer, so a death leaves it where it was before or after. It is opened
 * for each use: a network's file system shows the others' writes to whoever opens a file.
 */
final class HiddenPositions implements SharedPositions {
  /** A use of the hidden file. */
  @FunctionalInterface
  private interface Use {
    long of(FileChannel hidden) throws IOException;
  }

  private final Path file;

  HiddenPositions(Path file) {
    this.file = file.toAbsolutePath();
  }

  /** A number that no other open file has. */
  @Override
  public long claim() {
    return ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
  }

  private Path hidden(long place) {
    return file.resolveSibling(".legio-%x".formatted(place));
  }

  @Override
  public void free(long place) throws IOException {
    Files.deleteIfExists(hidden(place));
  }

  @Override
  public long get(long place) throws IOException {
    return Files.exists(hidden(place)) ? locked(place, HiddenPositions::read) : 0;
  }

  @Override
  public void set(long place, long position) throws IOException {
    if (position != 0 || Files.exists(hidden(place))) {
      locked(place, hidden -> write(hidden, position));
    }
  }

  @Override
  public long getAndAdd(long place, long bytes) throws IOException {
    return locked(
        place,
        hidden -> {
          long before = read(hidden);
          write(hidden, before + bytes);
          return before;
        });
  }

  /** One thread of a process at a time: Java refuses another one the lock. */
  private synchronized long locked(long place, Use use) throws IOException {
    try (FileChannel hidden =
        FileChannel.open(
            hidden(place),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      hidden.lock(); // until it is closed
      return use.of(hidden);
    }
  }

  /** What nobody has written is 0. */
  private static long read(FileChannel hidden) throws IOException {
    ByteBuffer word = ByteBuffer.allocate(Long.BYTES);
    hidden.read(word, 0);
    return word.getLong(0);
  }

  private static long write(FileChannel hidden, long position) throws IOException {
    hidden.write(ByteBuffer.allocate(Long.BYTES).putLong(0, position), 0);
    return position;
  }
}
