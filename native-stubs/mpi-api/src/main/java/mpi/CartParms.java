package mpi;

/** A Cartesian topology as {@link CartComm#getTopo} tells it (MPI 3.1, section 7.5.5). */
public final class CartParms {
  private final int[] dims;
  private final boolean[] periods;
  private final int[] coords;

  /**
   * Used by the native half; all arrays have one element for each dimension.
   *
   * @param dims number of processes along each dimension
   * @param periods whether the dimension wraps around
   * @param coords coordinates of the calling process
   */
  protected CartParms(int[] dims, boolean[] periods, int[] coords) {
    this.dims = dims;
    this.periods = periods;
    this.coords = coords;
  }

  /**
   * Number of dimensions.
   *
   * @return the number
   */
  public int getDimCount() {
    return dims.length;
  }

  /**
   * Number of processes along a dimension.
   *
   * @param i the dimension, from 0
   * @return the number
   */
  public int getDim(int i) {
    return dims[i];
  }

  /**
   * Whether a dimension wraps around.
   *
   * @param i the dimension, from 0
   * @return true when it does
   */
  public boolean getPeriod(int i) {
    return periods[i];
  }

  /**
   * Coordinate of the calling process.
   *
   * @param i the dimension, from 0
   * @return the coordinate, from 0
   */
  public int getCoord(int i) {
    return coords[i];
  }
}
