package org.legio.libmpi;

/** Where the items of a datatype lie: read for one type after another. */
final class TypeBounds {
  private long type;
  private long extent;
  private long trueLb;
  private long trueExtent;
  private boolean isDense;
  private boolean isNull;

  private long from;
  private long to;

  private final NativeMemory cells = new NativeMemory(3 * Long.BYTES);

  /** Reads a type, and begins a region without an item. */
  void begin(long type) throws Exception {
    isNull = false;
    read(type);
    from = Long.MAX_VALUE;
    to = Long.MIN_VALUE;
  }

  /** Reads another type for further items of the same region. */
  void read(long type) throws Exception {
    this.type = type;
    int bytes = Datatypes.primitiveBytes(type);
    if (bytes > 0) {
      extent = bytes;
      trueExtent = bytes;
      trueLb = 0;
      isDense = true;
    } else if (Datatypes.isNull(type)) {
      isNull = true; // the function will refuse it
    } else {
      readDerived();
    }
  }

  private void readDerived() throws Exception {
    long second = cells.address + Long.BYTES;
    Failures.require(MpiFunctions.MPI_Type_get_extent(type, cells.address, second));
    extent = cells.bytes().getLong(Long.BYTES);
    Failures.require(MpiFunctions.MPI_Type_get_true_extent(type, cells.address, second));
    trueLb = cells.bytes().getLong(0);
    trueExtent = cells.bytes().getLong(Long.BYTES);
    Failures.require(MpiFunctions.MPI_Type_size(type, second));
    int size = cells.bytes().getInt(Long.BYTES);
    isDense = trueLb == 0 && size == trueExtent && size == extent;
  }

  /** Adds items to the region. */
  void add(long firstItem, long count) {
    addAt(firstItem * extent, count);
  }

  /** Adds items that begin at a displacement in bytes. */
  void addAt(long displacement, long count) {
    if (count > 0) {
      long first = displacement + trueLb;
      long last = first + (count - 1) * extent;
      from = Math.min(from, Math.min(first, last));
      to = Math.max(to, Math.max(first, last) + trueExtent);
    }
  }

  boolean isEmpty() {
    return isNull || from >= to;
  }

  /** Where the region begins, in bytes from where the buffer does. */
  long from() {
    return from;
  }

  /** Where the region ends. */
  long to() {
    return to;
  }

  /** Whether items have no gaps in or between them. */
  boolean isDense() {
    return isDense;
  }
}
