package mpi;

/** An object whose native part is freed by hand, not by the garbage collector. */
public interface Freeable {
  /** Frees the native object. */
  void free() throws MPIException;
}
