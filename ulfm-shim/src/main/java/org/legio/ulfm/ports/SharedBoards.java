package org.legio.ulfm.ports;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.lanes.Board;
import org.legio.runtime.lanes.BoardPool;
import org.legio.runtime.lanes.BoardShape;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.runtime.lanes.Liveness;
import org.legio.runtime.lanes.ProcessLocks;
import org.legio.runtime.lanes.SegmentName;
import org.legio.runtime.lanes.SharedMemory;
import org.legio.runtime.lanes.StaleFiles;

/**
 * The {@link BoardMemory} of ranks on one host: a file in {@code /dev/shm}, mapped by each of them,
 * whose locks tell who lives.
 */
public final class SharedBoards implements BoardMemory {
  private static final long LOOK_NS = 500_000;
  private static final int DIGITS_OF_WORD = 8;
  private static final int HEXADECIMAL = 16;

  private final int ranks;
  private final int own;
  private final Supplier<IdleStrategy> waiting;
  private final Whereabouts whereabouts;

  /** The ranks on this host. */
  private final int[] here;

  private final Places[] kinds;
  private @Nullable SharedMemory memory;
  private volatile @Nullable ProcessLocks locks;
  private final @Nullable BoardPool[] pools;

  /** Who shares the memory, how it is made, and how others find it. */
  public interface Whereabouts {
    /** Under its name, which all have been told before. */
    Whereabouts BY_NAME =
        new Whereabouts() {
          @Override
          public SharedMemory make(SegmentName name, int members, int bytes) throws IOException {
            return SharedMemory.create(name, members, bytes);
          }

          @Override
          public SharedMemory open(SegmentName name, int members, int bytes) throws IOException {
            return SharedMemory.open(name, members, bytes);
          }
        };

    /** Whether a rank lives on this host. */
    default boolean isHere(int rank) {
      return true;
    }

    /** Makes the memory. */
    SharedMemory make(SegmentName name, int members, int bytes) throws IOException;

    /** Opens what another process has made. */
    SharedMemory open(SegmentName name, int members, int bytes) throws IOException;
  }

  /**
   * Makes or joins nothing yet. All ranks are on this host, and find the memory by its name.
   *
   * @param ranks how many ranks the job has
   * @param own this rank in {@code MPI_COMM_WORLD}
   * @param waiting makes what each board waits with; meanwhile MPI has to make progress
   */
  public SharedBoards(int ranks, int own, Supplier<IdleStrategy> waiting) {
    this(ranks, own, waiting, Whereabouts.BY_NAME);
  }

  /**
   * As the other.
   *
   * @param whereabouts who shares the memory, and how others find it
   */
  public SharedBoards(int ranks, int own, Supplier<IdleStrategy> waiting, Whereabouts whereabouts) {
    this.whereabouts = whereabouts;
    this.ranks = ranks;
    this.own = own;
    this.waiting = waiting;
    this.here = IntStream.range(0, ranks).filter(whereabouts::isHere).toArray();
    this.kinds = new Places[] {Places.forData(here.length), Places.forVotes(here.length)};
    this.pools = new BoardPool[kinds.length];
  }

  /**
   * Places for boards of one kind. A claim of place c in the pool of kind k is c * kinds + k.
   *
   * @param ranks how many members the largest board has
   * @param entries slots of a lane
   * @param dataBytes of a lane
   * @param most how many places there are at most
   * @param maxBytes how many bytes they have at most, if there is more than one
   */
  private record Places(int ranks, int entries, int dataBytes, int most, int maxBytes) {
    private static final int MAX_BYTES_WITH_DATA = 16 << 20;
    private static final int MAX_BYTES_FOR_VOTES = 8 << 20;

    /** So many communicators have boards with data, if there are not too many ranks for it. */
    private static final int COMMUNICATORS_WITH_DATA = 4;

    private static final int MAX_WITH_DATA = 32;
    private static final int MAX_FOR_VOTES = 256;
    private static final int MIN_DATA_BYTES = 1 << 10;
    private static final int MAX_DATA_BYTES = 1 << 16;

    /** A root may be ahead of the others by so many operations. */
    private static final int ENTRIES_WITH_DATA = 32;

    /** Votes are cast one after the other, and nobody is more than one ahead. */
    private static final int ENTRIES_FOR_VOTES = 8;

    static Places forData(int ranks) {
      int fair = Integer.highestOneBit(MAX_BYTES_WITH_DATA / COMMUNICATORS_WITH_DATA / ranks);
      int data = Math.max(MIN_DATA_BYTES, Math.min(MAX_DATA_BYTES, fair));
      return new Places(ranks, ENTRIES_WITH_DATA, data, MAX_WITH_DATA, MAX_BYTES_WITH_DATA);
    }

    static Places forVotes(int ranks) {
      return new Places(ranks, ENTRIES_FOR_VOTES, 0, MAX_FOR_VOTES, MAX_BYTES_FOR_VOTES);
    }

    BoardShape shape(int members) {
      return new BoardShape(members, entries, dataBytes);
    }

    BoardShape largest() {
      return shape(ranks);
    }

    int count() {
      return Math.max(1, Math.min(most, maxBytes / BoardPool.bytes(1, largest())));
    }

    int bytes() {
      return BoardPool.bytes(count(), largest());
    }
  }

  @Override
  public boolean isHere(int rank) {
    return whereabouts.isHere(rank);
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

  private SegmentName named(int[] name) {
    int[] ofHost = name.clone();
    ofHost[0] ^= here[0]; // all hosts are told the same name, and some may be one machine
    StringBuilder digits = new StringBuilder();
    for (int word : ofHost) {
      digits.append(HexFormat.of().toHexDigits(word));
    }
    return SegmentName.ofOwnUser(SegmentName.SHARED_MEMORY_FOLDER, digits.toString());
  }

  private int bytes() {
    int bytes = 0;
    for (Places places : kinds) {
      bytes += places.bytes();
    }
    return bytes;
  }

  @Override
  public void make(int[] name) throws IOException {
    StaleFiles.sweep(SegmentName.SHARED_MEMORY_FOLDER);
    memory = whereabouts.make(named(name), ranks, bytes());
  }

  @Override
  public void join(int[] name) throws IOException {
    SharedMemory joined = memory;
    if (joined == null) {
      joined = whereabouts.open(named(name), ranks, bytes());
      memory = joined;
    }
    ProcessLocks taken = joined.join(own);
    locks = taken;
    int me = Arrays.binarySearch(here, own);
    Liveness alive = process -> taken.isGone(here[process]);
    int at = 0;
    for (int kind = 0; kind < kinds.length; kind++) {
      Places places = kinds[kind];
      ByteBuffer part = joined.memory().slice(at, places.bytes()).order(ByteOrder.nativeOrder());
      pools[kind] = BoardPool.over(part, places.count(), places.largest(), me, alive);
      at += places.bytes();
    }
  }

  private BoardPool pool(int kind) {
    return requireNonNull(pools[kind]);
  }

  @Override
  public void unlink(int[] name) throws IOException {
    named(name).unlink();
  }

  @Override
  public synchronized int claim(int members) {
    for (int kind = 0; kind < kinds.length; kind++) {
      OptionalLong place = pool(kind).claim(kinds[kind].shape(members));
      if (place.isPresent()) {
        long claim = place.getAsLong() * kinds.length + kind;
        if (claim <= Integer.MAX_VALUE) {
          return (int) claim;
        }
        pool(kind).giveBack(place.getAsLong());
      }
    }
    return NO_CLAIM;
  }

  @Override
  public synchronized org.legio.ulfm.ports.@Nullable Board take(int claim, int[] members, int own) {
    int kind = claim % kinds.length;
    long place = claim / kinds.length;
    BoardPool from = pool(kind);
    if (!from.take(place)) {
      return null;
    }
    BoardShape shape = kinds[kind].shape(members.length);
    Liveness alive = requireNonNull(locks);
    return new Port(
        Board.over(
            from.memoryOf(place, shape),
            shape,
            own,
            member -> alive.isGone(members[member]),
            waiting.get()),
        new BoardCursor());
  }

  @Override
  public synchronized void giveBack(int claim) {
    pool(claim % kinds.length).giveBack(claim / kinds.length);
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
   * this rank ended first, they would see its death and continue for a moment.
   *
   * @param patienceNs how long at most, in nanoseconds
   */
  public void awaitEndOfOthers(long patienceNs) {
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
  private record Port(Board board, BoardCursor cursor) implements org.legio.ulfm.ports.Board {

    @Override
    public ByteBuffer memory() {
      return board.memory();
    }

    @Override
    public int largestEntry() {
      return board.largestEntry();
    }

    @Override
    public boolean hasRoom(long number, int length) {
      return board.hasRoom(number, length);
    }

    @Override
    public int reserve(long number, int length) {
      return board.reserve(number, length);
    }

    @Override
    public int slowest() {
      return board.slowest();
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
    public void progressSoon(long number) {
      board.progressSoon(number);
    }

    @Override
    public void progress(long number) {
      board.progress(number);
    }
  }
}
