package mpi;

/**
 * A pair of a {@code int} and an {@code int} index, laid out as the items of {@link MPI#INT2}, for
 * {@link MPI#MINLOC} and {@link MPI#MAXLOC} (MPI 3.1, section 5.9.4).
 */
public final class Int2 extends Struct {
  private final int iOff;
  private final int iSize;

  /**
   * Used by the native half, which knows the layout.
   *
   * @param iOff offset of the native index, in bytes
   * @param iSize size of the native index, in bytes
   */
  protected Int2(int iOff, int iSize) {
    this.iOff = iOff;
    this.iSize = iSize;
    int value = addIntField();
    setOffset(iOff);
    int index = addIntField();
    assert value == 0 && index == iOff && this.iSize >= Integer.BYTES;
  }

  private int addIntField() {
    return iSize == Integer.BYTES ? addInt() : addLong();
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
    /** Used by {@link Int2#newData}. */
    public Data() {}

    /** The value. */
    public int getValue() {
      return get(0);
    }

    /**
     * The index.
     *
     * @return the index
     */
    public int getIndex() {
      return get(iOff);
    }

    /**
     * Changes the value.
     *
     * @param value the new value
     */
    public void putValue(int value) {
      put(0, value);
    }

    /**
     * Changes the index.
     *
     * @param index the new index
     */
    public void putIndex(int index) {
      put(iOff, index);
    }

    private int get(int field) {
      return iSize == Integer.BYTES ? getInt(field) : Math.toIntExact(getLong(field));
    }

    private void put(int field, int value) {
      if (iSize == Integer.BYTES) {
        putInt(field, value);
      } else {
        putLong(field, value);
      }
    }
  }
}
