package mpi;

/** An object whose native part is freed by hand, not by the garbage collector. */
public interface Freeable {
  /**
   * Frees the native object.
   *
   * @throws MPIException if MPI is not running, or the library reports an error and the handler in
   *     force returns it
   */
  void free() throws MPIException;
}
