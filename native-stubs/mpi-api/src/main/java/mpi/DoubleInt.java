package mpi;

/**
 * A pair of a {@code double} and an {@code int} index, laid out as the items of {@link
 * MPI#DOUBLE_INT}, for {@link MPI#MINLOC} and {@link MPI#MAXLOC} (MPI 3.1, section 5.9.4).
 */
public final class DoubleInt extends Struct {
  private final int iOff;
  private final int iSize;

  /**
   * Used by the native half, which knows the layout.
   *
   * @param iOff offset of the native index, in bytes
   * @param iSize size of the native index, in bytes
   */
  protected DoubleInt(int iOff, int iSize) {
    this.iOff = iOff;
    this.iSize = iSize;
    int value = addDouble();
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
    /** Used by {@link DoubleInt#newData}. */
    public Data() {}

    /** The value. */
    public double getValue() {
      return getDouble(0);
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
     */
    public void putValue(double value) {
      putDouble(0, value);
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
