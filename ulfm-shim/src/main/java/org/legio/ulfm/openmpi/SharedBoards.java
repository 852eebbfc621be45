package org.legio.ulfm.openmpi;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.lanes.Board;
import org.legio.lanes.BoardPool;
import org.legio.lanes.BoardShape;
import org.legio.lanes.Liveness;
import org.legio.lanes.ProcessLocks;
import org.legio.lanes.SegmentName;
import org.legio.lanes.SharedMemory;
import org.legio.lanes.SpinYieldNap;
import org.legio.lanes.StaleFiles;
import org.legio.ulfm.BoardMemory;

/**
 * The {@link BoardMemory} of ranks on one host: a file in {@code /dev/shm}, mapped by each of them,
 * whose locks tell who lives. While a rank waits for an entry, MPI makes progress.
 */
final class SharedBoards implements BoardMemory {
  /** Votes are cast one after the other, and nobody is more than one ahead. */
  private static final int ENTRIES = 8;

  private static final int MOST_PLACES = 256;
  private static final int MOST_BYTES = 16 << 20;
  private static final long LOOK_NS = 500_000;
  private static final int DIGITS_OF_WORD = 8;
  private static final int HEXADECIMAL = 16;

  private final int ranks;
  private final int own;
  private final BoardShape largest;
  private final int places;
  private @Nullable SharedMemory memory;
  private volatile @Nullable ProcessLocks locks;
  private @Nullable BoardPool pool;

  /**
   * Makes or joins nothing yet.
   *
   * @param ranks how many ranks the job has, all on this host
   * @param own this rank in {@code MPI_COMM_WORLD}
   */
  SharedBoards(int ranks, int own) {
    this.ranks = ranks;
    this.own = own;
    this.largest = shape(ranks);
    int places = Math.min(MOST_PLACES, MOST_BYTES / BoardPool.bytes(1, largest));
    this.places = Math.max(1, places);
  }

  private static BoardShape shape(int members) {
    return new BoardShape(members, ENTRIES, 0);
  }

  @Override
  public int[] newName() {
    String digits = SegmentName.random(SegmentName.SHARED_MEMORY_FOLDER).random();
    int[] words = new int[NAME_WORDS];
    for (int word = 0; word < NAME_WORDS; word++) {
      int begin = word * DIGITS_OF_WORD;
      words[word] = Integer.parseUnsignedInt(digits, begin, begin + DIGITS_OF_WORD, HEXADECIMAL);
    }
    return words;
  }

  private static SegmentName named(int[] name) {
    StringBuilder digits = new StringBuilder();
    for (int word : name) {
      digits.append("%08x".formatted(word));
    }
    return SegmentName.ofOwnUser(SegmentName.SHARED_MEMORY_FOLDER, digits.toString());
  }

  private int bytes() {
    return BoardPool.bytes(places, largest);
  }

  @Override
  public void make(int[] name) throws IOException {
    StaleFiles.sweep(SegmentName.SHARED_MEMORY_FOLDER);
    memory = SharedMemory.create(named(name), ranks, bytes());
  }

  @Override
  public void join(int[] name) throws IOException {
    SharedMemory joined = memory;
    if (joined == null) {
      joined = SharedMemory.open(named(name), ranks, bytes());
      memory = joined;
    }
    ProcessLocks taken = joined.join(own);
    locks = taken;
    pool = BoardPool.over(joined.memory(), places, largest, own, taken);
  }

  @Override
  public void unlink(int[] name) throws IOException {
    named(name).unlink();
  }

  @Override
  public synchronized int claim(int members) {
    long claim = requireNonNull(pool).claim(shape(members)).orElse(NO_CLAIM);
    if (claim > Integer.MAX_VALUE) {
      requireNonNull(pool).giveBack(claim);
      return NO_CLAIM;
    }
    return (int) claim;
  }

  @Override
  public synchronized org.legio.ulfm.@Nullable Board take(int claim, int[] members, int own) {
    BoardPool from = requireNonNull(pool);
    if (!from.take(claim)) {
      return null;
    }
    BoardShape shape = shape(members.length);
    Liveness alive = requireNonNull(locks);
    return new Port(
        Board.over(
            from.memoryOf(claim, shape),
            shape,
            own,
            member -> alive.isGone(members[member]),
            waiting()));
  }

  private static SpinYieldNap waiting() {
    return MpiProgress.isCoreShared()
        ? SpinYieldNap.onSharedCore(MpiProgress::poll)
        : SpinYieldNap.onOwnCore(MpiProgress::poll);
  }

  @Override
  public synchronized void giveBack(int claim) {
    requireNonNull(pool).giveBack(claim);
  }

  @Override
  public void leave() throws IOException {
    ProcessLocks held = locks;
    if (held != null) {
      held.close();
    }
  }

  /**
   * Waits until all other ranks have ended, if that can be seen here. They have been killed: if
   * this rank ended first, they would see its death and go on for a moment.
   *
   * @param patienceNs how long at most, in nanoseconds
   */
  void awaitEndOfOthers(long patienceNs) {
    ProcessLocks seen = locks;
    long end = System.nanoTime() + patienceNs;
    while (seen != null && isAnotherAlive(seen) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(LOOK_NS);
    }
  }

  private boolean isAnotherAlive(ProcessLocks seen) {
    return IntStream.range(0, ranks).anyMatch(rank -> rank != own && !seen.isGone(rank));
  }

  /** A board behind its port. */
  private record Port(Board board) implements org.legio.ulfm.Board {

    @Override
    public ByteBuffer memory() {
      return board.memory();
    }

    @Override
    public int reserve(long number, int length) {
      return board.reserve(number, length);
    }

    @Override
    public void publish(long number) {
      board.publish(number);
    }

    @Override
    public int pull(int member, long number) {
      return board.pull(member, number);
    }

    @Override
    public boolean isThere(int member, long number) {
      return board.isThere(member, number);
    }

    @Override
    public boolean hasEnded(int member) {
      return board.hasEnded(member);
    }

    @Override
    public void progress(long number) {
      board.progress(number);
    }
  }
}
