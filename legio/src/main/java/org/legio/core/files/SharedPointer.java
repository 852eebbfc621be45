package org.legio.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Effects;

/**
 * The file pointer that all members of an open file share, in bytes.
 *
 * <p>It is kept in a hidden file, which the first member to move the pointer by itself makes. The
 * file is locked while it is moved; the kernel undoes the lock of a member that dies. What the
 * members move together, each of them remembers, with the number of such moves: an older number in
 * the hidden file means that what it says is out of date.
 */
final class SharedPointer {
  /** A use of the hidden file. */
  @FunctionalInterface
  private interface Use {
    long of(HiddenFile file) throws IOException;
  }

  private final Effects effects;
  private final int member;
  private final Path keeper;
  private long moves;
  private long settled;
  private @Nullable FileChannel channel;

  /**
   * Makes a pointer at a position.
   *
   * @param member this member's number
   * @param keeper the hidden file, the same at all members, and no other open file's
   */
  SharedPointer(Effects effects, int member, Path keeper, long position) {
    this.effects = effects;
    this.member = member;
    this.keeper = keeper;
    this.settled = position;
  }

  synchronized long position() throws IOException {
    return effects.count(
        number -> isKept() ? locked(file -> file.position(moves, settled)) : settled);
  }

  /** One member moves it by itself. Returns where it was. */
  synchronized long advance(long bytes) throws IOException {
    return effects.count(
        number -> locked(file -> file.move(member, number, bytes, moves, settled)));
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
    effects.count(number -> Files.deleteIfExists(keeper) ? 1 : 0);
  }

  private boolean isKept() {
    return channel != null || Files.exists(keeper);
  }

  private long locked(Use use) throws IOException {
    FileChannel file = open();
    FileLock lock = lock(file);
    try {
      return use.of(new HiddenFile(file));
    } finally {
      lock.release();
    }
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
}
