package mpi;

import org.legio.mpi.NativeLibrary;

/** A set of hints, of keys and values that are strings (MPI 3.1, chapter 9). */
public final class Info implements Freeable, Cloneable {
  /** The native info object. */
  protected long handle;

  /** Handle of {@code MPI_INFO_NULL}. */
  protected static final long NULL;

  static {
    NativeLibrary.load();
    NULL = getNull();
  }

  /**
   * Makes an empty set.
   *
   * <p>MPI_INFO_CREATE, MPI 3.1 chapter 9.
   */
  public Info() throws MPIException {
    MPI.check();
    handle = create();
  }

  /**
   * Wraps a native info object.
   *
   * @param handle the native object
   */
  protected Info(long handle) {
    this.handle = handle;
  }

  private native long create();

  /**
   * The hints about how the program was started, {@code MPI_INFO_ENV}.
   *
   * @return the hints
   */
  protected static Info newEnv() {
    return new Info(getEnv());
  }

  private static native long getEnv();

  private static native long getNull();

  /**
   * Adds a hint, or changes its value.
   *
   * <p>MPI_INFO_SET, MPI 3.1 chapter 9.
   *
   * @param key the key
   * @param value its value
   */
  public void set(String key, String value) throws MPIException {
    MPI.check();
    set(handle, key, value);
  }

  private native void set(long info, String key, String value) throws MPIException;

  /**
   * Reads a hint.
   *
   * <p>MPI_INFO_GET, MPI 3.1 chapter 9.
   *
   * @param key the key
   * @return its value; {@code null} when there is none
   */
  public String get(String key) throws MPIException {
    MPI.check();
    return get(handle, key);
  }

  private native String get(long info, String key) throws MPIException;

  /**
   * Removes a hint.
   *
   * <p>MPI_INFO_DELETE, MPI 3.1 chapter 9.
   *
   * @param key the key
   */
  public void delete(String key) throws MPIException {
    MPI.check();
    delete(handle, key);
  }

  private native void delete(long info, String key) throws MPIException;

  /**
   * Number of hints.
   *
   * <p>MPI_INFO_GET_NKEYS, MPI 3.1 chapter 9.
   *
   * @return the number
   */
  public int size() throws MPIException {
    MPI.check();
    return size(handle);
  }

  private native int size(long info) throws MPIException;

  /**
   * A key by number.
   *
   * <p>MPI_INFO_GET_NTHKEY, MPI 3.1 chapter 9.
   *
   * @param i which, from 0 to size - 1
   * @return the key
   */
  public String getKey(int i) throws MPIException {
    MPI.check();
    return getKey(handle, i);
  }

  private native String getKey(long info, int i) throws MPIException;

  /**
   * Duplicates this object as {@link #dup} does, but wraps its error in an unchecked exception.
   *
   * @return the new object
   */
  @Override
  public Info clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException("MPI_INFO_DUP failed: " + e.getMessage(), e);
    }
  }

  /**
   * Duplicates this set.
   *
   * <p>MPI_INFO_DUP, MPI 3.1 chapter 9.
   *
   * @return the new set, with the same hints in the same order
   */
  public Info dup() throws MPIException {
    MPI.check();
    return new Info(dup(handle));
  }

  private native long dup(long info) throws MPIException;

  /**
   * Frees this set; {@link #isNull} is then true.
   *
   * <p>MPI_INFO_FREE, MPI 3.1 chapter 9.
   */
  @Override
  public void free() throws MPIException {
    MPI.check();
    handle = free(handle);
  }

  private native long free(long info) throws MPIException;

  /**
   * Whether this is the null object.
   *
   * @return true for {@code MPI_INFO_NULL}
   */
  public boolean isNull() {
    return isNull(handle);
  }

  private native boolean isNull(long info);
}
