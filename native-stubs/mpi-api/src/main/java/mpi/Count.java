package mpi;

import org.legio.mpi.NativeLibrary;

/**
 * A number of elements that may not fit an {@code int} ({@code MPI_Count}, MPI 3.1 section 2.5.8).
 */
@SuppressWarnings({
  "rawtypes",
  "overrides",
  "EqualsHashCode",
  "ComparableType"
}) // The API has it so.
public final class Count implements Comparable {
  private long count;

  static {
    NativeLibrary.load();
    initCount();
  }

  private static native void initCount();

  /**
   * Makes a count.
   *
   * @param count its value
   */
  public Count(long count) {
    this.count = count;
  }

  /** The value. */
  public long getCount() {
    return count;
  }

  /**
   * Changes the value.
   *
   * @param count the new value
   */
  public void setCount(long count) {
    this.count = count;
  }

  /**
   * Whether the other object is a count of the same value.
   *
   * @param obj the other object
   * @return true when the values are equal
   */
  @Override
  public boolean equals(Object obj) {
    return obj instanceof Count other && count == other.count;
  }

  /**
   * Orders counts by value.
   *
   * @param obj the other count
   * @return negative, zero or positive as this value is smaller, equal or greater
   * @throws ClassCastException if {@code obj} is not a {@code Count}
   */
  @Override
  public int compareTo(Object obj) {
    return Long.compare(count, ((Count) obj).count);
  }
}
