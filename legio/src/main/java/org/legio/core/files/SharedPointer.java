package org.legio.core.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The file pointer that all members of an open file share, in bytes.
 *
 * <p>It is kept in a hidden file, which the first member to move the pointer by itself makes. The
 * file is locked while it is moved; the kernel undoes the lock of a member that dies. What the
 * members move together, each of them remembers, with the number of such moves: an older number in
 * the hidden file means that what it says is out of date.
 */
final class SharedPointer {
  private static final int BYTES = 2 * Long.BYTES;

  private final Path keeper;
  private long moves;
  private long settled;
  private @Nullable FileChannel channel;

  /**
   * Makes a pointer at a position.
   *
   * @param keeper the hidden file, the same at all members, and no other open file's
   */
  SharedPointer(Path keeper, long position) {
    this.keeper = keeper;
    this.settled = position;
  }

  /** Where it is. */
  synchronized long position() throws IOException {
    if (channel == null && !Files.exists(keeper)) {
      return settled;
    }
    FileChannel file = open();
    FileLock lock = lock(file);
    try {
      return read(file);
    } finally {
      lock.release();
    }
  }

  /** One member moves it by itself. Returns where it was. */
  synchronized long advance(long bytes) throws IOException {
    FileChannel file = open();
    FileLock lock = lock(file);
    try {
      long before = read(file);
      file.write(ByteBuffer.allocate(BYTES).putLong(moves).putLong(before + bytes).flip(), 0);
      return before;
    } finally {
      lock.release();
    }
  }

  /**
   * All members have moved it. To be called by each before it leaves the call; nobody moves it
   * otherwise between the first member's coming to that call and this.
   */
  synchronized void settle(long position) {
    moves++;
    settled = position;
  }

  /** Forgets it. The hidden file stays. */
  synchronized void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }

  /** Removes the hidden file, if there is one. To be called when no member uses it any more. */
  void delete() throws IOException {
    Files.deleteIfExists(keeper);
  }

  private FileChannel open() throws IOException {
    if (channel == null) {
      channel =
          FileChannel.open(
              keeper, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
    return channel;
  }

  /** Waits for the lock; another rank of this same JVM may hold it, which Java makes an error. */
  private static FileLock lock(FileChannel file) throws IOException {
    while (true) {
      try {
        return file.lock();
      } catch (OverlappingFileLockException e) {
        Thread.onSpinWait();
      }
    }
  }

  private long read(FileChannel file) throws IOException {
    ByteBuffer kept = ByteBuffer.allocate(BYTES);
    int length = file.read(kept, 0);
    return length == BYTES && kept.getLong(0) == moves ? kept.getLong(Long.BYTES) : settled;
  }
}
