package org.legio.libmpi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.openmpi.library.MpiLibrary;

/**
 * The arguments of one call of a function in C: makes memory of what the call has on the Java heap,
 * and writes back what the function has changed.
 *
 * <p>A body calls {@link #begin}, one method for each argument, the function, {@link #end}, and a
 * method for the result. Each thread reuses its objects, so a short call allocates nothing; calls
 * may be nested, as in a reduction of the program's own. Of an array only the part is copied that
 * is sent or received.
 *
 * <p>Methods that take a buffer return the address at which its first element would be. An empty
 * buffer has the address 0; where a call can be in place, {@link #IN_PLACE}.
 */
public final class Arguments extends CallMemory {
  /** {@code MPI_IN_PLACE}. */
  private static final long IN_PLACE = Abi.inUse().constant("IN_PLACE");

  private static final int ROOT = Abi.inUse().constant("ROOT");

  /** The methods whose first parameter is a buffer, with its offset in bytes behind it. */
  private static final Set<String> WITH_OFFSET =
      Set.of(
          "in",
          "out",
          "inOut",
          "shared",
          "send",
          "sendEach",
          "sendVaried",
          "sendSum",
          "receive",
          "receiveEach",
          "receiveVaried",
          "receiveOwn",
          "receiveOwnBlock",
          "inOutVaried",
          "fromNeighbors",
          "toNeighbors");

  private static final Buffer UNUSED = ByteBuffer.allocateDirect(0);

  private static final ThreadLocal<Calls> CALLS = ThreadLocal.withInitial(Calls::new);

  /** The calls of a thread, one inside another. */
  private static final class Calls {
    private final List<Arguments> calls = new ArrayList<>();
    private int depth;

    Arguments begin() {
      if (depth == calls.size()) {
        calls.add(new Arguments(this));
      }
      return calls.get(depth++);
    }

    Arguments end() {
      return calls.get(--depth);
    }
  }

  private final Calls calls;
  private final TypeBounds bounds = new TypeBounds();
  private boolean isInPlace;

  private Arguments(Calls calls) {
    this.calls = calls;
  }

  /** Begins a call of this thread. */
  public static Arguments begin() {
    Arguments arguments = CALLS.get().begin();
    arguments.reset();
    arguments.isInPlace = false;
    return arguments;
  }

  /** Whether a method's first parameter is a buffer, with its offset in bytes behind it. */
  static boolean takesOffset(String method) {
    return WITH_OFFSET.contains(method);
  }

  /**
   * Ends the call.
   *
   * @param error what the function has returned
   * @throws Exception the binding's exception for an error
   */
  public void end(int error) throws Exception {
    try {
      writeBack(error == 0);
    } finally {
      calls.end();
    }
    Failures.require(error);
  }

  /** Ends the last call of this thread that has begun, before its function is called. */
  public static void giveUp() {
    CALLS.get().end().drop();
  }

  // ------------------------------------------------------------------ buffers of messages and
  // files

  /** Items that the function reads. */
  public long in(@Nullable Object buffer, int offset, int count, long type) throws Exception {
    return isOnHeap(buffer) ? block(buffer, offset, count, type, true, false) : addressOf(buffer);
  }

  /** Items that the function writes, perhaps fewer than there is room for. */
  public long out(@Nullable Object buffer, int offset, int count, long type) throws Exception {
    writeBackWhatHasCome(true);
    return isOnHeap(buffer) ? block(buffer, offset, count, type, false, true) : addressOf(buffer);
  }

  /** Items that the function reads and writes. */
  public long inOut(@Nullable Object buffer, int offset, int count, long type) throws Exception {
    return isOnHeap(buffer) ? block(buffer, offset, count, type, true, true) : addressOf(buffer);
  }

  private static boolean isOnHeap(@Nullable Object buffer) {
    return buffer != null && !(buffer instanceof Buffer);
  }

  private static long addressOf(@Nullable Object buffer) {
    return buffer == null ? 0 : NativeMemory.addressOf((Buffer) buffer);
  }

  private long block(
      @Nullable Object array, int offset, long count, long type, boolean isRead, boolean isWritten)
      throws Exception {
    bounds.begin(type);
    bounds.add(0, count);
    return stage(array, offset, isRead, isWritten);
  }

  private long stage(@Nullable Object array, int offset, boolean isRead, boolean isWritten) {
    if (bounds.isEmpty()) {
      return nowhere();
    }
    boolean hasGaps = isWritten && !bounds.isDense();
    if (hasGaps) {
      writeBackWhatHasCome(false);
    }
    StagedArray part = nextStaged();
    long begin = offset + bounds.from();
    Object elements = Objects.requireNonNull(array);
    return part.stage(elements, begin, offset + bounds.to(), isRead || hasGaps, isWritten) + offset;
  }

  // ------------------------------------------------------------------ buffers of collectives

  /** Whether another rank is the root, in a communicator of one group. */
  public static boolean isNotRoot(long comm, int root) throws Exception {
    MpiLibrary.Cell cell = MpiLibrary.cell();
    Failures.require(MpiFunctions.MPI_Comm_test_inter(comm, cell.address));
    if (cell.memory.getInt(0) != 0) {
      return false;
    }
    Failures.require(MpiFunctions.MPI_Comm_rank(comm, cell.address));
    return cell.memory.getInt(0) != root;
  }

  /** Whether this rank's buffer of the root's side is to be ignored. */
  private static boolean isUnused(long comm, int root) throws Exception {
    if (root < 0) {
      return root != ROOT;
    }
    MpiLibrary.Cell cell = MpiLibrary.cell();
    Failures.require(MpiFunctions.MPI_Comm_test_inter(comm, cell.address));
    return cell.memory.getInt(0) != 0 || isNotRoot(comm, root);
  }

  /** A buffer that only the root has: at other ranks, nothing stands for an array. */
  public static @Nullable Object ofRoot(@Nullable Object buffer, long comm, int root)
      throws Exception {
    return isOnHeap(buffer) && isUnused(comm, root) ? UNUSED : buffer;
  }

  /** How many ranks give to this one, or take from it. */
  private static int peers(long comm) throws Exception {
    MpiLibrary.Cell cell = MpiLibrary.cell();
    Failures.require(MpiFunctions.MPI_Comm_test_inter(comm, cell.address));
    Failures.require(
        cell.memory.getInt(0) != 0
            ? MpiFunctions.MPI_Comm_remote_size(comm, cell.address)
            : MpiFunctions.MPI_Comm_size(comm, cell.address));
    return cell.memory.getInt(0);
  }

  /** Items that the root gives and all others get. */
  public long shared(@Nullable Object buffer, int offset, int count, long type, long comm, int root)
      throws Exception {
    if (!isOnHeap(buffer)) {
      return addressOf(buffer);
    }
    boolean gets = root >= 0 && isUnused(comm, root);
    return block(buffer, offset, count, type, !gets, gets);
  }

  private long inPlaceOrAddress(@Nullable Object buffer) {
    isInPlace |= buffer == null;
    return buffer == null ? IN_PLACE : NativeMemory.addressOf((Buffer) buffer);
  }

  /** Items that this rank gives. */
  public long send(@Nullable Object buffer, int offset, int count, long type) throws Exception {
    return isOnHeap(buffer)
        ? block(buffer, offset, count, type, true, false)
        : inPlaceOrAddress(buffer);
  }

  /** As many items for each rank. */
  public long sendEach(@Nullable Object buffer, int offset, int count, long type, long comm)
      throws Exception {
    return isOnHeap(buffer)
        ? block(buffer, offset, (long) count * peers(comm), type, true, false)
        : inPlaceOrAddress(buffer);
  }

  /** Blocks for the ranks. */
  public long sendVaried(@Nullable Object buffer, int offset, int[] counts, int[] displs, long type)
      throws Exception {
    return isOnHeap(buffer)
        ? blocks(buffer, offset, counts, displs, type, true, false)
        : inPlaceOrAddress(buffer);
  }

  /** Blocks without gaps. */
  public long sendSum(@Nullable Object buffer, int offset, int[] counts, long type)
      throws Exception {
    return isOnHeap(buffer)
        ? block(buffer, offset, sum(counts), type, true, false)
        : inPlaceOrAddress(buffer);
  }

  private static long sum(int[] counts) {
    long sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum;
  }

  /** Items that this rank gets; where the call is in place, they hold what it gives. */
  public long receive(@Nullable Object buffer, int offset, int count, long type) throws Exception {
    return isOnHeap(buffer)
        ? block(buffer, offset, count, type, isInPlace, true)
        : inPlaceOrAddress(buffer);
  }

  /** As many items from each rank. */
  public long receiveEach(@Nullable Object buffer, int offset, int count, long type, long comm)
      throws Exception {
    return isOnHeap(buffer)
        ? block(buffer, offset, (long) count * peers(comm), type, isInPlace, true)
        : inPlaceOrAddress(buffer);
  }

  /** Blocks of the ranks; what lies between them stays. */
  public long receiveVaried(
      @Nullable Object buffer, int offset, int[] counts, int[] displs, long type) throws Exception {
    return isOnHeap(buffer)
        ? blocks(buffer, offset, counts, displs, type, true, true)
        : inPlaceOrAddress(buffer);
  }

  /** This rank's of several blocks; where the call is in place, all. */
  public long receiveOwn(@Nullable Object buffer, int offset, int[] counts, long type, long comm)
      throws Exception {
    if (!isOnHeap(buffer)) {
      return inPlaceOrAddress(buffer);
    } else if (isInPlace) {
      return block(buffer, offset, sum(counts), type, true, true);
    }
    MpiLibrary.Cell cell = MpiLibrary.cell();
    Failures.require(MpiFunctions.MPI_Comm_rank(comm, cell.address));
    return block(buffer, offset, counts[cell.memory.getInt(0)], type, false, true);
  }

  /** One block; where the call is in place, those of all. */
  public long receiveOwnBlock(@Nullable Object buffer, int offset, int count, long type, long comm)
      throws Exception {
    return isInPlace
        ? receiveEach(buffer, offset, count, type, comm)
        : receive(buffer, offset, count, type);
  }

  /** Blocks that the function reads or leaves as they are. */
  public long inOutVaried(
      @Nullable Object buffer, int offset, int[] counts, int[] displs, long type) throws Exception {
    return isOnHeap(buffer)
        ? blocks(buffer, offset, counts, displs, type, true, true)
        : addressOf(buffer);
  }

  private long blocks(
      @Nullable Object array,
      int offset,
      int[] counts,
      int[] displs,
      long type,
      boolean isRead,
      boolean isWritten)
      throws Exception {
    bounds.begin(type);
    for (int i = 0; i < counts.length; i++) {
      bounds.add(displs[i], counts[i]);
    }
    return stage(array, offset, isRead, isWritten);
  }

  /** Blocks of several types, at displacements in bytes. */
  public long sendTyped(
      @Nullable Object buffer, int[] offsets, int[] counts, int[] displs, long[] types)
      throws Exception {
    return isOnHeap(buffer)
        ? typed(buffer, offsets, counts, displs, types, false)
        : inPlaceOrAddress(buffer);
  }

  /** The same, to be received. */
  public long receiveTyped(
      @Nullable Object buffer, int[] offsets, int[] counts, int[] displs, long[] types)
      throws Exception {
    return isOnHeap(buffer)
        ? typed(buffer, offsets, counts, displs, types, true)
        : inPlaceOrAddress(buffer);
  }

  private long typed(
      @Nullable Object array,
      int[] offsets,
      int[] counts,
      int[] displs,
      long[] types,
      boolean isWritten)
      throws Exception {
    int offset = offsets.length == 0 ? 0 : offsets[0];
    for (int i = 0; i < counts.length; i++) {
      if (i == 0) {
        bounds.begin(types[i]);
      } else {
        bounds.read(types[i]);
      }
      bounds.addAt(displs[i], counts[i]);
    }
    return stage(array, offset, true, isWritten);
  }

  /** As many items from each neighbor; blocks of neighbors that do not exist stay. */
  public long fromNeighbors(@Nullable Object buffer, int offset, int count, long type, long comm)
      throws Exception {
    return isOnHeap(buffer)
        ? block(buffer, offset, (long) count * TopologyCalls.sources(comm), type, true, true)
        : addressOf(buffer);
  }

  /** As many items to each neighbor. */
  public long toNeighbors(@Nullable Object buffer, int offset, int count, long type, long comm)
      throws Exception {
    return isOnHeap(buffer)
        ? block(buffer, offset, (long) count * TopologyCalls.destinations(comm), type, true, false)
        : addressOf(buffer);
  }
}
