package org.legio.runtime.lanes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Knows by locks on a file which processes are gone.
 *
 * <ol>
 *   <li>Each member has a byte of the file and holds an exclusive lock on it.
 *   <li>The kernel gives the lock up when the last thread of the process has ended: no earlier.
 *   <li>The others try to lock the byte in shared mode. Who gets it knows that the holder is gone.
 *   <li>That is remembered: the dead stay dead.
 * </ol>
 *
 * <p>A member that has not locked its byte yet would be taken for dead. So the order is: open the
 * file, make this object, then report to the others that one is ready; nobody asks for a member
 * before it has reported.
 *
 * <p>The kernel gives up all locks of a process on a file as soon as the process closes any channel
 * on that file. So this object and its channel stay reachable until they are closed, and nobody may
 * open and close the same file otherwise. Child processes do not inherit the locks.
 */
public final class ProcessLocks implements Liveness, AutoCloseable {
  private static final long LOCK_DEADLINE_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long RETRY_NS = 100_000;

  /** A byte of a file of locks. */
  private record Place(FileChannel channel, long number) {}

  /** A channel that nobody refers to is closed by the garbage collector, and its locks with it. */
  private static final Map<Place, ProcessLocks> HELD = new ConcurrentHashMap<>();

  private final FileChannel channel;
  private final long firstByte;
  private final int me;
  private final FileLock own;
  private final AtomicIntegerArray gone;

  private ProcessLocks(FileChannel channel, long firstByte, int members, int me)
      throws IOException {
    this.channel = channel;
    this.firstByte = firstByte;
    this.me = me;
    this.gone = new AtomicIntegerArray(members);
    this.own = take(channel, firstByte + me);
  }

  /**
   * Locks a member's byte, and knows of the others from then on.
   *
   * @param channel of the file, open for reading and writing; it stays open
   * @param firstByte the place of member 0's byte in the file, which may lie behind its end
   * @param members how many there are
   * @param me the member that this process is
   * @throws IOException if another process holds the byte
   */
  public static ProcessLocks on(FileChannel channel, long firstByte, int members, int me)
      throws IOException {
    if (me < 0 || me >= members) {
      throw new IllegalArgumentException(
          "member %d of %d members, which are numbered from 0".formatted(me, members));
    }
    ProcessLocks locks = new ProcessLocks(channel, firstByte, members, me);
    HELD.put(locks.place(), locks);
    return locks;
  }

  /**
   * Takes an exclusive lock on one byte. Others may be testing it just now, so it is tried for a
   * while. Not {@code FileChannel.lock}, which closes the channel if the thread is interrupted.
   */
  static FileLock take(FileChannel channel, long place) throws IOException {
    long deadlineNs = System.nanoTime() + LOCK_DEADLINE_NS;
    while (true) {
      FileLock lock = tryOnce(channel, place);
      if (lock != null) {
        return lock;
      }
      if (System.nanoTime() - deadlineNs > 0) {
        throw new IOException(
            "byte %d of the file of locks is held by another process: two members have the same number, or the file belongs to another job"
                .formatted(place));
      }
      LockSupport.parkNanos(RETRY_NS);
    }
  }

  private static @Nullable FileLock tryOnce(FileChannel channel, long place) throws IOException {
    try {
      return channel.tryLock(place, 1, false);
    } catch (OverlappingFileLockException e) {
      throw new IllegalStateException(
          "byte %d of the file of locks is held by this process: a member joins once"
              .formatted(place),
          e);
    }
  }

  @Override
  public boolean isGone(int member) {
    if (gone.get(member) != 0) {
      return true;
    }
    if (member == me || !isFree(member)) {
      return false;
    }
    gone.set(member, 1);
    return true;
  }

  private Place place() {
    return new Place(channel, firstByte + me);
  }

  private boolean isFree(int member) {
    try {
      return isFree(channel, firstByte + member);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "member %d cannot be seen: the file of locks fails".formatted(member), e);
    }
  }

  /** Whether nobody holds the lock on a byte. */
  static boolean isFree(FileChannel channel, long place) throws IOException {
    if (HELD.containsKey(new Place(channel, place))) {
      return false; // to ask would be refused by an exception each time
    }
    try {
      FileLock test = channel.tryLock(place, 1, true);
      release(test);
      return test != null;
    } catch (OverlappingFileLockException e) {
      // A lock of this JVM: one that is being taken, or another thread's test. Not gone, or not
      // known to be so before the next look.
      return false;
    }
  }

  private static void release(@Nullable FileLock lock) throws IOException {
    if (lock != null) {
      lock.release();
    }
  }

  /** Gives the member's byte up: from now on the others take it for gone. */
  @Override
  public void close() throws IOException {
    HELD.remove(place());
    if (channel.isOpen()) {
      own.release();
    }
  }
}
