package org.legio.ulfm.ports;

/** Gives access to the Java binding's own handles, objects and exceptions. */
public interface Binding {

  /** Whether several threads may call MPI at once: the job runs at {@code MPI_THREAD_MULTIPLE}. */
  boolean isThreadMultiple();

  /** The handle of {@code MPI.COMM_WORLD}. */
  long commWorld();

  /** The handle of {@code MPI.COMM_SELF}. */
  long commSelf();

  /** The handle of {@code MPI_COMM_NULL}. */
  long commNull();

  /** The handle of {@code MPI_REQUEST_NULL}. */
  long requestNull();

  /** The handle that MPI gives to all requests that were complete when they were made. */
  long requestEmpty();

  /** The handle of {@code MPI_MESSAGE_NULL}. */
  long messageNull();

  /** The handle of {@code MPI_MESSAGE_NO_PROC}. */
  long messageNoProc();

  /** The handle of {@code MPI_ERRORS_RETURN}. */
  long errorsReturn();

  /** The handle of {@code MPI_INT}: items of four bytes. */
  long intType();

  /** The handle of an {@code mpi.Comm}. */
  long commHandle(Object comm);

  /** The handle of {@code MPI_INFO_NULL}. */
  long infoNull();

  /** The handle of {@code MPI_WIN_NULL}. */
  long windowNull();

  /** The handle of {@code MPI_SUM}. */
  long sum();

  /** The handle of {@code MPI_REPLACE}. */
  long replace();

  /** The handle of {@code MPI_NO_OP}. */
  long noOperation();

  /** Classifies an exception that a native of the binding has thrown. */
  Outcome outcome(Exception thrown);

  /** The error code an exception carries, 1 where it carries none. */
  int errorCode(Exception thrown);

  /** A new {@code mpi.MPIException} of an error class. */
  Exception newException(int errorClass, String message);

  /** MPI's text for an error code. */
  String errorText(int errorCode);

  /** A new {@code mpi.Request} with a handle. */
  Object newRequest(long handle);

  /** A new {@code mpi.Status}, all zero. */
  Object newStatus();

  /**
   * The fields of an {@code mpi.Status}, to be read or written in place: source, tag, error,
   * cancelled, length in bytes, index.
   */
  long[] fields(Object status);

  /** The handle of an {@code mpi.Request}. */
  long handle(Object request);

  /** Sets the handle of an {@code mpi.Request}. */
  void setHandle(Object request, long handle);

  /** A new {@code mpi.Message}, of no message. */
  Object newMessage();

  /** The handle of an {@code mpi.Message}. */
  long messageHandle(Object message);

  /** Sets the handle of an {@code mpi.Message}. */
  void setMessageHandle(Object message, long handle);

  /** The handle of {@code MPI_BYTE}. */
  long byteType();

  /** The factory of the binding's objects that describe topologies. */
  TopologyObjects topologyObjects();

  /** Makes reductions that are functions of the program callable by MPI. */
  UserOperations userOperations();

  /** An array of {@code mpi.Status} of a length, its elements null. */
  Object[] newStatuses(int length);
}
