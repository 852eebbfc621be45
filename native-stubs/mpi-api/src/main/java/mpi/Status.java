package mpi;

import org.legio.mpi.NativeLibrary;

/** What is known of a received message or a transfer (MPI 3.1, section 3.2.5). */
public final class Status {
  /** Source, tag, error, cancelled, length in bytes, and index in an array of requests. */
  protected final long[] data;

  static {
    NativeLibrary.load();
    init();
  }

  private static native void init();

  /** Makes a status for a native to fill in. */
  protected Status() {
    data = new long[6];
  }

  /**
   * Number of items received.
   *
   * <p>MPI_GET_COUNT, MPI 3.1 section 3.2.5.
   *
   * @return the number; {@link MPI#UNDEFINED} when the length is no multiple of the type's size
   */
  public int getCount(Datatype type) throws MPIException {
    MPI.check();
    return getCount(
        (int) data[0], (int) data[1], (int) data[2], (int) data[3], data[4], type.handle);
  }

  private native int getCount(int source, int tag, int error, int cancelled, long length, long type)
      throws MPIException;

  /**
   * Whether the communication was cancelled.
   *
   * <p>MPI_TEST_CANCELLED, MPI 3.1 section 3.8.4.
   *
   * @return true when it was
   */
  public boolean isCancelled() throws MPIException {
    MPI.check();
    return isCancelled((int) data[0], (int) data[1], (int) data[2], (int) data[3], data[4]);
  }

  private native boolean isCancelled(int source, int tag, int error, int cancelled, long length)
      throws MPIException;

  /**
   * Number of basic elements received.
   *
   * <p>MPI_GET_ELEMENTS, MPI 3.1 section 4.1.11.
   *
   * @return the number, or {@link MPI#UNDEFINED}
   */
  public int getElements(Datatype type) throws MPIException {
    MPI.check();
    return getElements(
        (int) data[0], (int) data[1], (int) data[2], (int) data[3], data[4], type.handle);
  }

  private native int getElements(
      int source, int tag, int error, int cancelled, long length, long type) throws MPIException;

  /**
   * Number of basic elements received, which may not fit an {@code int}.
   *
   * <p>MPI_GET_ELEMENTS_X, MPI 3.1 section 4.1.11.
   *
   * @return the number, or {@link MPI#UNDEFINED}
   */
  public Count getElementsX(Datatype type) throws MPIException {
    MPI.check();
    // The native half builds a Count, and knows the class only after its initialization.
    Count count = new Count(0);
    count.setCount(
        getElementsX(
                (int) data[0], (int) data[1], (int) data[2], (int) data[3], data[4], type.handle)
            .getCount());
    return count;
  }

  private native Count getElementsX(
      int source, int tag, int error, int cancelled, long length, long type) throws MPIException;

  /**
   * Sets the number of basic elements.
   *
   * <p>MPI_STATUS_SET_ELEMENTS, MPI 3.1 section 12.3.
   *
   * @param count the number
   */
  public void setElements(Datatype type, int count) throws MPIException {
    MPI.check();
    data[4] =
        setElements(
            (int) data[0],
            (int) data[1],
            (int) data[2],
            (int) data[3],
            data[4],
            type.handle,
            count);
  }

  private native int setElements(
      int source, int tag, int error, int cancelled, long length, long type, int count)
      throws MPIException;

  /**
   * Sets the number of basic elements, which may not fit an {@code int}.
   *
   * <p>MPI_STATUS_SET_ELEMENTS_X, MPI 3.1 section 12.3.
   *
   * @param count the number
   */
  public void setElementsX(Datatype type, Count count) throws MPIException {
    MPI.check();
    data[4] =
        setElementsX(
            (int) data[0],
            (int) data[1],
            (int) data[2],
            (int) data[3],
            data[4],
            type.handle,
            count.getCount());
  }

  private native long setElementsX(
      int source, int tag, int error, int cancelled, long length, long type, long count)
      throws MPIException;

  /**
   * Sets whether the communication was cancelled.
   *
   * <p>MPI_STATUS_SET_CANCELLED, MPI 3.1 section 12.3.
   *
   * @param flag what {@link #isCancelled} is to say
   */
  public void setCancelled(boolean flag) throws MPIException {
    MPI.check();
    int cancelled = flag ? 1 : 0;
    setCancelled((int) data[0], (int) data[1], (int) data[2], (int) data[3], data[4], cancelled);
    data[3] = cancelled;
  }

  private native void setCancelled(
      int source, int tag, int error, int cancelled, long length, int flag) throws MPIException;

  /**
   * Rank of the sender.
   *
   * @return the rank
   */
  public int getSource() {
    return (int) data[0];
  }

  /**
   * Tag of the message.
   *
   * @return the tag
   */
  public int getTag() {
    return (int) data[1];
  }

  /**
   * Error code of the operation; set by calls that complete several.
   *
   * @return the code
   */
  public int getError() {
    return (int) data[2];
  }

  /**
   * Which request of an array this is the status of; set by calls that pick some of an array.
   *
   * @return the index, from 0
   */
  public int getIndex() {
    return (int) data[5];
  }
}
