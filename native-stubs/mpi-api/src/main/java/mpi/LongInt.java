package mpi;

/**
 * A pair of a {@code long} and an {@code int} index, laid out as the items of {@link MPI#LONG_INT},
 * for {@link MPI#MINLOC} and {@link MPI#MAXLOC} (MPI 3.1, section 5.9.4).
 */
public final class LongInt extends Struct {
  private final int lSize;
  private final int iOff;
  private final int iSize;

  /**
   * Used by the native half, which knows the layout.
   *
   * @param lSize size of the native {@code long}, in bytes
   * @param iOff offset of the native index, in bytes
   * @param iSize size of the native index, in bytes
   */
  protected LongInt(int lSize, int iOff, int iSize) {
    this.lSize = lSize;
    this.iOff = iOff;
    this.iSize = iSize;
    int value = lSize == Long.BYTES ? addLong() : addInt();
    setOffset(iOff);
    int index = addInt();
    assert value == 0 && index == iOff && this.iSize == Integer.BYTES;
  }

  /**
   * Makes the object that reads and writes one pair.
   *
   * @return a new {@link Data}
   */
  @Override
  protected Data newData() {
    return new Data();
  }

  /** Reads and writes one pair in a buffer. */
  public final class Data extends Struct.Data {
    /** Used by {@link LongInt#newData}. */
    public Data() {}

    /** The value. */
    public long getValue() {
      return lSize == Long.BYTES ? getLong(0) : getInt(0);
    }

    /**
     * The index.
     *
     * @return the index
     */
    public int getIndex() {
      return getInt(iOff);
    }

    /**
     * Changes the value.
     *
     * @param value the new value
     * @throws ArithmeticException if the value does not fit the native {@code long}
     */
    public void putValue(long value) {
      if (lSize == Long.BYTES) {
        putLong(0, value);
      } else {
        putInt(0, Math.toIntExact(value));
      }
    }

    /**
     * Changes the index.
     *
     * @param index the new index
     */
    public void putIndex(int index) {
      putInt(iOff, index);
    }
  }
}
