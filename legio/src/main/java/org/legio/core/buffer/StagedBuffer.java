package org.legio.core.buffer;

import static java.util.Objects.requireNonNull;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.BufferElements;
import org.legio.ulfm.ports.DirectMemory;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/**
 * The buffer that an operation works on: the program's own, or a copy in native memory that is
 * stored back only when the operation has succeeded.
 *
 * <p>The copy is needed because a failed operation leaves receive buffers undefined (the binding
 * even copies uninitialized memory into arrays), while the program's buffer must stay as it was;
 * and because the binding's own copies of arrays are too short for displacements.
 */
public final class StagedBuffer {
  /** New memory, for operations that outlive the call. */
  public static final IntFunction<ByteBuffer> NEW_MEMORY = ByteBuffer::allocateDirect;

  /** How long a copy is needed. */
  @SuppressWarnings("ImmutableEnumChecker") // where memory comes from has no state but its own
  public enum Lifetime {
    /** Until the call returns: in memory that the thread keeps. */
    CALL(new ThreadLocalBuffer(), new ThreadLocalBuffer()),
    /** Until an operation is over that outlives the call: in memory of its own. */
    OPERATION(NEW_MEMORY, NEW_MEMORY);

    @SuppressWarnings("ImmutableEnumChecker") // sources of memory: each thread sees its own
    private final IntFunction<ByteBuffer> toReceive;

    @SuppressWarnings("ImmutableEnumChecker") // likewise
    private final IntFunction<ByteBuffer> toSend;

    Lifetime(IntFunction<ByteBuffer> toReceive, IntFunction<ByteBuffer> toSend) {
      this.toReceive = toReceive;
      this.toSend = toSend;
    }
  }

  /** For blocks without items. */
  public static final Buffer NO_MEMORY = ByteBuffer.allocateDirect(1);

  private final @Nullable Object users;
  private final @Nullable ByteBuffer memory;
  private final boolean direct;
  private final int offset;

  /** The first element copied, and how many. */
  private final int first;

  private final int elements;

  /** Where in the memory the operation's first item begins. */
  private final int origin;

  /** The distance between items in bytes. */
  private final int extent;

  /**
   * Whether the items reach from the first byte to the last one, whatever gaps they have inside.
   */
  private final boolean reachesAll;

  private StagedBuffer(@Nullable Object users, boolean direct, int offset) {
    this.users = users;
    this.memory = null;
    this.direct = direct;
    this.offset = offset;
    this.first = 0;
    this.elements = 0;
    this.origin = 0;
    this.extent = 0;
    this.reachesAll = false;
  }

  private StagedBuffer(Object named, int place, Span span, IntFunction<ByteBuffer> source) {
    if (span.isEmpty()) { // then the buffer may be any object
      this.users = null;
      this.direct = true;
      this.offset = 0;
      this.extent = span.extent();
      this.first = 0;
      this.elements = 0;
      this.origin = 0;
      this.reachesAll = true;
      this.memory = source.apply(1);
      return;
    }
    DirectMemory.Slice slice = place + span.lowest() < 0 ? DirectMemory.sliceOf(named) : null;
    Object users = slice == null ? named : slice.whole();
    int offset = slice == null ? place : slice.begin() + place;
    int elementBytes = BufferElements.elementBytes(users);
    this.users = users;
    this.direct = true;
    this.offset = 0;
    this.extent = span.extent();
    this.first = Math.max(0, (offset + span.lowest()) / elementBytes);
    this.origin = offset - first * elementBytes;
    long wanted = (origin + span.end() + elementBytes - 1) / elementBytes;
    this.elements = (int) Math.max(0, Math.min(wanted, BufferElements.length(users) - first));
    this.reachesAll = span.tight() && origin == 0 && span.end() % elementBytes == 0;
    this.memory = source.apply(bytesOf(elements, users)).order(BufferElements.order(users));
  }

  /** How large a copy of elements of a buffer is; a byte at least. */
  private static int bytesOf(int elements, Object users) {
    long bytes = Math.max(1, (long) elements * BufferElements.elementBytes(users));
    return limited(bytes, elements + " elements of a " + users.getClass().getSimpleName());
  }

  /** A size that Java's memory may have. */
  static int limited(long bytes, String what) {
    if (bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "legio: a copy of %s has %,d bytes, of which Java's native memory holds %,d at most; communicate fewer at once"
              .formatted(what, bytes, Integer.MAX_VALUE));
    }
    return (int) bytes;
  }

  /**
   * How items of a type lie in memory.
   *
   * @param bytes from one item to the next
   * @param lowest an item's first byte that holds data
   * @param trueBytes from there to the end of its last one
   */
  public record Extent(int bytes, int lowest, int trueBytes) {

    public static Extent of(Pmpi pmpi, long type) throws Exception {
      int[] bounds = new int[2];
      int[] trueBounds = new int[2];
      pmpi.typeLbExtent(type, bounds);
      pmpi.typeTrueLbExtent(type, trueBounds);
      return new Extent(bounds[1], trueBounds[0], trueBounds[1]);
    }

    /** Whether each item begins where the one before it ends, whatever gaps it has inside. */
    boolean isConnected() {
      return lowest == 0 && trueBytes == bytes;
    }

    private Span spanOf(int items) {
      return items <= 0
          ? new Span(0, 0, bytes, isConnected())
          : new Span(
              Math.min(0, lowest), (items - 1L) * bytes + lowest + trueBytes, bytes, isConnected());
    }
  }

  /**
   * Which bytes of a buffer an operation touches.
   *
   * @param lowest the first one, at most 0
   * @param end after the last one
   * @param extent the distance between items
   * @param tight whether each item begins where the one before it ends
   */
  private record Span(int lowest, long end, int extent, boolean tight) {

    boolean isEmpty() {
      return end <= lowest;
    }

    /** That of items of a type. */
    static Span of(Pmpi pmpi, long type, int items) throws Exception {
      return Extent.of(pmpi, type).spanOf(items);
    }

    /** That of blocks which have a type each and begin at places in bytes. */
    static Span ofTyped(Pmpi pmpi, MessageData data) throws Exception {
      long[] types = requireNonNull(data.types());
      int[] counts = requireNonNull(data.counts());
      int[] places = placesOf(data);
      Span whole = new Span(0, 0, 1, false);
      for (int block = 0; block < types.length; block++) {
        if (counts[block] > 0) {
          Span part = of(pmpi, types[block], counts[block]);
          whole =
              new Span(
                  Math.min(whole.lowest, places[block] + part.lowest),
                  Math.max(whole.end, places[block] + part.end),
                  1,
                  false);
        }
      }
      return whole;
    }
  }

  /** The program's buffer itself. */
  public static StagedBuffer itself(@Nullable Object buffer, boolean direct, int offset) {
    return new StagedBuffer(buffer, direct, offset);
  }

  /** A copy to receive into; the buffer itself if there is none. */
  public static StagedBuffer toReceive(
      Pmpi pmpi, @Nullable Object buffer, boolean direct, int offset, long type, int items)
      throws Exception {
    return buffer == null
        ? itself(null, direct, offset)
        : new StagedBuffer(buffer, offset, Span.of(pmpi, type, items), Lifetime.CALL.toReceive);
  }

  /** A copy of a direct buffer's items, in memory from where it is kept. */
  static StagedBuffer ofDirect(
      ThreadLocalBuffer source, Object buffer, int offset, Extent extent, int items) {
    return new StagedBuffer(buffer, offset, extent.spanOf(items), source);
  }

  /** A loaded copy to send from; the buffer itself if there is none. */
  public static StagedBuffer toSend(
      Pmpi pmpi, @Nullable Object buffer, boolean direct, int offset, long type, int items)
      throws Exception {
    return buffer == null
        ? itself(null, direct, offset)
        : loaded(
            new StagedBuffer(buffer, offset, Span.of(pmpi, type, items), Lifetime.CALL.toSend));
  }

  /** The program's buffer itself. */
  public static StagedBuffer itself(MessageData data) {
    return itself(data.buffer(), data.isDirect(), data.offset());
  }

  /** Whether it is a copy. */
  public boolean isCopy() {
    return memory != null;
  }

  private static StagedBuffer loaded(StagedBuffer staged) {
    staged.load();
    return staged;
  }

  /** As {@link #toReceive}, until the call returns. */
  public static StagedBuffer toReceive(Pmpi pmpi, MessageData data, Shape shape, int ranks)
      throws Exception {
    return toReceive(pmpi, data, shape, ranks, Lifetime.CALL);
  }

  /** As {@link #toSend}, until the call returns. */
  public static StagedBuffer toSend(Pmpi pmpi, MessageData data, Shape shape, int ranks)
      throws Exception {
    return toSend(pmpi, data, shape, ranks, Lifetime.CALL);
  }

  /** As {@link #toSend} for an array, where the binding is not to copy it; else itself. */
  public static StagedBuffer sent(Pmpi pmpi, MessageData data, Shape shape, int ranks)
      throws Exception {
    return data.isDirect() ? itself(data) : toSend(pmpi, data, shape, ranks);
  }

  /**
   * A copy to receive into of one side of an operation; the buffer itself if there is none.
   *
   * @param ranks how many ranks the side has blocks for
   */
  public static StagedBuffer toReceive(
      Pmpi pmpi, MessageData data, Shape shape, int ranks, Lifetime lifetime) throws Exception {
    return data.buffer() == null
        ? itself(data)
        : new StagedBuffer(
            data.buffer(), data.offset(), spanOf(pmpi, data, shape, ranks), lifetime.toReceive);
  }

  /** A loaded copy to send from of one side of an operation: likewise. */
  public static StagedBuffer toSend(
      Pmpi pmpi, MessageData data, Shape shape, int ranks, Lifetime lifetime) throws Exception {
    return data.buffer() == null
        ? itself(data)
        : loaded(
            new StagedBuffer(
                data.buffer(), data.offset(), spanOf(pmpi, data, shape, ranks), lifetime.toSend));
  }

  private static Span spanOf(Pmpi pmpi, MessageData data, Shape shape, int ranks) throws Exception {
    return shape == Shape.TYPED
        ? Span.ofTyped(pmpi, data)
        : Span.of(pmpi, data.type(), itemsOf(data, shape, ranks));
  }

  /** How many items one side of an operation has room for. */
  public static int itemsOf(MessageData data, Shape shape, int ranks) {
    return switch (shape) {
      case EACH -> ranks * data.count();
      case COUNTED -> itemsOf(data.displacements(), data.counts());
      case DEALT -> data.counts() == null ? 0 : Arrays.stream(data.counts()).sum();
      default -> data.count();
    };
  }

  /** Where blocks with types begin, in bytes. */
  public static int[] placesOf(MessageData data) {
    int[] places = requireNonNull(data.displacements()).clone();
    int[] offsets = requireNonNull(data.offsets());
    Arrays.setAll(places, block -> places[block] + offsets[block]);
    return places;
  }

  /** Memory for items that are no program's, from where it is kept. */
  public static StagedBuffer scratch(ThreadLocalBuffer source, Pmpi pmpi, long type, int items)
      throws Exception {
    Span span = Span.of(pmpi, type, items);
    int bytes = limited(Math.max(1, span.end() - span.lowest()), items + " items");
    return itself(source.apply(bytes).order(ByteOrder.nativeOrder()), true, -span.lowest());
  }

  /** As {@link #toReceive}, in memory of its own: for what outlives the call. */
  static StagedBuffer toReceiveLater(
      Pmpi pmpi, @Nullable Object buffer, boolean direct, int offset, long type, int items)
      throws Exception {
    return buffer == null
        ? itself(null, direct, offset)
        : new StagedBuffer(
            buffer, offset, Span.of(pmpi, type, items), Lifetime.OPERATION.toReceive);
  }

  /** As {@link #toSend}, in memory of its own: for what outlives the call. */
  public static StagedBuffer toSendLater(
      Pmpi pmpi, @Nullable Object buffer, boolean direct, int offset, long type, int items)
      throws Exception {
    return loaded(toReceiveLater(pmpi, buffer, direct, offset, type, items));
  }

  /** Copies the items of a message, for what outlives the call. */
  public static StagedBuffer toSendLater(Pmpi pmpi, MessageData data) throws Exception {
    return toSendLater(
        pmpi, data.buffer(), data.isDirect(), data.offset(), data.type(), data.count());
  }

  /** How many items a buffer must have for blocks of them. */
  public static int itemsOf(int @Nullable [] firsts, int @Nullable [] counts) {
    int items = 0;
    if (firsts == null || counts == null) {
      return items;
    }
    for (int block = 0; block < Math.min(firsts.length, counts.length); block++) {
      items = counts[block] > 0 ? Math.max(items, firsts[block] + counts[block]) : items;
    }
    return items;
  }

  /** Where blocks begin that lie one after the other. */
  public static int[] firstsOf(int[] counts) {
    int[] firsts = new int[counts.length];
    for (int block = 1; block < counts.length; block++) {
      firsts[block] = firsts[block - 1] + counts[block - 1];
    }
    return firsts;
  }

  /** What the operation is to get. */
  public @Nullable Object buffer() {
    return memory == null ? users : origin == 0 ? memory : from(0);
  }

  /** What the operation is to get for a part that begins at an item; null if there is nothing. */
  public @Nullable ByteBuffer from(int item) {
    return memory == null
        ? null
        : memory.duplicate().clear().position(origin + item * extent).slice();
  }

  /** What the operation is to get, where that is no array. */
  @Nullable Buffer nativeBuffer() {
    return (Buffer) buffer();
  }

  /** As {@link #nativeBuffer}, with empty memory in place of null. */
  public Buffer nativeMemory() {
    Buffer buffer = nativeBuffer();
    return buffer == null ? NO_MEMORY : buffer;
  }

  /**
   * What begins some bytes behind the first item; the buffer must be direct. Some other memory if
   * there is none.
   */
  public Buffer memoryAt(int bytes) {
    if (memory == null && users == null) {
      return NO_MEMORY;
    }
    Buffer whole = ((Buffer) requireNonNull(memory == null ? users : memory)).duplicate().clear();
    int at = (memory == null ? offset : origin) + bytes;
    int element = at / BufferElements.elementBytes(whole);
    return whole.slice(element, whole.capacity() - element);
  }

  public boolean isDirect() {
    return direct;
  }

  public int offset() {
    return offset;
  }

  /** Copies the program's buffer, as it is now. */
  public void load() {
    if (memory != null && users != null && elements > 0) {
      BufferElements.load(users, first, elements, memory, 0);
    }
  }

  /**
   * As {@link #load}, unless an operation that succeeds leaves nothing of the copy as it is.
   *
   * @param type the type of its items
   * @param everyItem whether it receives every item
   */
  void loadUnlessFilled(Pmpi pmpi, long type, boolean everyItem) throws Exception {
    boolean isFilled = everyItem && reachesAll && pmpi.typeSize(type) == extent;
    if (!isFilled) {
      load();
    }
  }

  /** Copies back, what the operation has received. */
  public void store() {
    if (memory != null && users != null && elements > 0) {
      BufferElements.store(memory, 0, users, first, elements);
    }
  }

  /** Sets the program's buffer to zero. */
  public void clear() {
    if (memory != null) {
      byte[] zeros = new byte[memory.capacity()];
      memory.put(0, zeros);
      store();
    }
  }

  /**
   * Native memory with blocks of this copy, one after the other.
   *
   * @param source where the memory comes from
   * @param firsts each block's first item
   * @param counts each block's number of items
   */
  public ByteBuffer closedUp(IntFunction<ByteBuffer> source, int[] firsts, int[] counts) {
    long items = Arrays.stream(counts).asLongStream().sum();
    ByteBuffer closedUp = source.apply(limited(Math.max(1, items * extent), items + " items"));
    if (memory != null) {
      int to = 0;
      for (int block = 0; block < firsts.length; block++) {
        int from = origin + firsts[block] * extent;
        int bytes = Math.min(counts[block] * extent, memory.capacity() - from);
        if (bytes > 0) {
          closedUp.put(to, memory, from, bytes);
        }
        to += counts[block] * extent;
      }
    }
    return closedUp;
  }
}
