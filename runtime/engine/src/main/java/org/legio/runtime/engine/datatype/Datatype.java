package org.legio.runtime.engine.datatype;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.legio.ulfm.ports.Room;

/** A datatype: the runs of bytes that make up one item, and its bounds. */
public final class Datatype {
  private static final Basic[] BASICS = Basic.values();
  private static final Map<Basic, Datatype> PREDEFINED = predefined();

  private final Signature signature;
  private final int[] starts;
  private final int[] lengths;
  private final int size;
  private final int lowerBound;
  private final int extent;

  /** What the extent of a structure with such items is rounded up to; 1 if nothing is. */
  private final int alignment;

  /** Whether it may be used in messages; MPI refuses a derived type before that. */
  private boolean isCommitted;

  private Datatype(
      Signature signature, int[] starts, int[] lengths, int lowerBound, int extent, int alignment) {
    this.signature = signature;
    this.starts = starts;
    this.lengths = lengths;
    this.lowerBound = lowerBound;
    this.extent = extent;
    this.alignment = alignment;
    int bytes = 0;
    for (int length : lengths) {
      bytes += length;
    }
    this.size = bytes;
  }

  /** The predefined datatype of items of a basic type. */
  public static Datatype of(Basic basic) {
    return Objects.requireNonNull(PREDEFINED.get(basic));
  }

  private static Map<Basic, Datatype> predefined() {
    Map<Basic, Datatype> all = new EnumMap<>(Basic.class);
    for (Basic basic : BASICS) {
      all.put(basic, made(basic));
    }
    return all;
  }

  private static Datatype made(Basic basic) {
    int alignment = basic.alignment();
    boolean hasGap = basic == Basic.SHORT_INT;
    int[] starts = hasGap ? new int[] {0, 4} : new int[] {0};
    int[] lengths = hasGap ? new int[] {2, 4} : new int[] {basic.bytes()};
    int extent = roundedUp(basic.bytes(), alignment);
    return new Datatype(Signature.of(basic), starts, lengths, 0, extent, alignment).committed();
  }

  private static int roundedUp(int bytes, int alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
  }

  /**
   * Makes a datatype whose item consists of blocks of other items. Its extent is rounded up to what
   * items of its types are aligned to in C (MPI 4.1, section 5.1.6).
   *
   * @param firsts where each block starts, in bytes
   * @param counts the number of items in each block
   */
  public static Datatype ofBlocks(Datatype[] types, int[] firsts, int[] counts) {
    List<int[]> runs = new ArrayList<>();
    int lowest = Integer.MAX_VALUE;
    int highest = Integer.MIN_VALUE;
    int alignment = 1;
    for (int block = 0; block < firsts.length; block++) {
      Datatype type = types[block];
      alignment = counts[block] == 0 ? alignment : Math.max(alignment, type.alignment);
      for (int item = 0; item < counts[block]; item++) {
        int at = firsts[block] + item * type.extent;
        lowest = Math.min(lowest, at + type.lowerBound);
        highest = Math.max(highest, at + type.lowerBound + type.extent);
        for (int run = 0; run < type.starts.length; run++) {
          append(runs, at + type.starts[run], type.lengths[run]);
        }
      }
    }
    boolean isEmpty = runs.isEmpty();
    return new Datatype(
        Signature.ofBlocks(types, counts),
        runs.stream().mapToInt(run -> run[0]).toArray(),
        runs.stream().mapToInt(run -> run[1]).toArray(),
        isEmpty ? 0 : lowest,
        isEmpty ? 0 : roundedUp(highest - lowest, alignment),
        alignment);
  }

  private static void append(List<int[]> runs, int start, int length) {
    int[] last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
    if (last != null && last[0] + last[1] == start) {
      last[1] += length;
    } else {
      runs.add(new int[] {start, length});
    }
  }

  public Datatype resized(int newLowerBound, int newExtent) {
    return new Datatype(signature.derived(), starts, lengths, newLowerBound, newExtent, 1);
  }

  /** Another one alike, committed if this one is. */
  public Datatype copy() {
    Datatype copy =
        new Datatype(signature.derived(), starts, lengths, lowerBound, extent, alignment);
    copy.isCommitted = isCommitted;
    return copy;
  }

  /** Lets it be used in messages. */
  public Datatype committed() {
    isCommitted = true;
    return this;
  }

  public boolean isCommitted() {
    return isCommitted;
  }

  /** The first of the basic types that it consists of. */
  public Basic basic() {
    return signature.first();
  }

  /** Its basic elements, in their order. */
  public Signature signature() {
    return signature;
  }

  public boolean isPredefined() {
    return signature.isElement();
  }

  /** How many runs of bytes an item has. */
  public int runs() {
    return starts.length;
  }

  /** The start of a run of bytes in an item, in bytes. */
  public int start(int run) {
    return starts[run];
  }

  /** The length of a run, in bytes. */
  public int length(int run) {
    return lengths[run];
  }

  /** The number of bytes of data in an item, gaps not counted. */
  public int size() {
    return size;
  }

  public int lowerBound() {
    return lowerBound;
  }

  public int extent() {
    return extent;
  }

  public int trueLowerBound() {
    int lowest = starts.length == 0 ? 0 : Integer.MAX_VALUE;
    for (int start : starts) {
      lowest = Math.min(lowest, start);
    }
    return lowest;
  }

  public int trueExtent() {
    int end = trueLowerBound();
    for (int run = 0; run < starts.length; run++) {
      end = Math.max(end, starts[run] + lengths[run]);
    }
    return end - trueLowerBound();
  }

  /**
   * Requires a buffer to have so many items from an offset on; the last one may end with its data.
   *
   * @throws ArrayIndexOutOfBoundsException if it is too short
   */
  public void requireRoom(Object buffer, long offset, long count) {
    int lowest = isDense() ? 0 : trueLowerBound();
    int trueBytes = isDense() ? extent : trueExtent();
    Room.requireItems(buffer, offset, count, extent, lowest, trueBytes);
  }

  /** Whether items in a row have no gaps. */
  public boolean isDense() {
    return starts.length == 1 && starts[0] == 0 && lengths[0] == extent;
  }

  // ------------------------------------------------------------------ between processes

  public int encodedBytes() {
    return (4 + 2 * starts.length) * Integer.BYTES;
  }

  @SuppressWarnings("EnumOrdinal") // all processes of a job run the same code
  public void encode(ByteBuffer out) {
    out.putInt(basic().ordinal()).putInt(lowerBound).putInt(extent).putInt(starts.length);
    for (int run = 0; run < starts.length; run++) {
      out.putInt(starts[run]).putInt(lengths[run]);
    }
  }

  /** The same layout in another process, where no status counts its elements. */
  public static Datatype decode(ByteBuffer in) {
    Signature basic = Signature.of(BASICS[in.getInt()]);
    int lowerBound = in.getInt();
    int extent = in.getInt();
    int[] starts = new int[in.getInt()];
    int[] lengths = new int[starts.length];
    for (int run = 0; run < starts.length; run++) {
      starts[run] = in.getInt();
      lengths[run] = in.getInt();
    }
    return new Datatype(basic, starts, lengths, lowerBound, extent, 1).committed();
  }

  // ------------------------------------------------------------------ copying

  /** Whether so many items that begin at a place lie within so many bytes. */
  public boolean fits(int from, int count, int bytes) {
    long last = (long) (count - 1) * extent;
    long start = from + trueLowerBound() + Math.min(0, last);
    long end = from + trueLowerBound() + trueExtent() + Math.max(0, last);
    return count == 0 || (start >= 0 && end <= bytes);
  }

  /** Copies items out of a buffer. */
  byte[] pack(Memory memory, int offset, int count) {
    byte[] packed = new byte[count * size];
    if (isDense()) {
      memory.get(offset, packed, 0, packed.length);
      return packed;
    }
    int to = 0;
    for (int item = 0; item < count; item++) {
      for (int run = 0; run < starts.length; run++) {
        memory.get(offset + item * extent + starts[run], packed, to, lengths[run]);
        to += lengths[run];
      }
    }
    return packed;
  }

  /** Copies data into items of a buffer; the last item may be filled in part. */
  void unpack(byte[] packed, int from, int length, Memory memory, int offset) {
    if (isDense()) {
      memory.put(offset, packed, from, length);
      return;
    }
    int at = from;
    int end = from + length;
    for (int item = 0; at < end; item++) {
      for (int run = 0; run < starts.length && at < end; run++) {
        int part = Math.min(lengths[run], end - at);
        memory.put(offset + item * extent + starts[run], packed, at, part);
        at += part;
      }
    }
  }
}
