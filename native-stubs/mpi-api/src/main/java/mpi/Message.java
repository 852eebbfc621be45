package mpi;

import static mpi.MPI.isDirectBuffer;
import static org.legio.mpi.Buffers.array;

import java.nio.Buffer;
import org.legio.mpi.NativeLibrary;

/**
 * A message that was probed and taken out of the matching, for this object alone to receive (MPI
 * 3.1, section 3.8.2).
 */
public final class Message {
  /** The native message. */
  protected long handle;

  private static long NULL;
  private static long NO_PROC;

  static {
    NativeLibrary.load();
    init();
  }

  private static native void init();

  /** Makes an object without a message. */
  public Message() {
    handle = NULL;
  }

  /**
   * Whether there is no message: none probed yet, or received.
   *
   * @return true for {@code MPI_MESSAGE_NULL}
   */
  public boolean isNull() {
    return handle == NULL;
  }

  /**
   * Whether the message is the empty one of {@link MPI#PROC_NULL}.
   *
   * @return true for {@code MPI_MESSAGE_NO_PROC}
   */
  public boolean isNoProc() {
    return handle == NO_PROC;
  }

  /**
   * Waits for a message and takes it.
   *
   * <p>MPI_MPROBE, MPI 3.1 section 3.8.2.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag tag of the message, or {@link MPI#ANY_TAG}
   * @param comm the communicator
   * @return source, tag and length
   */
  public Status mProbe(int source, int tag, Comm comm) throws MPIException {
    MPI.check();
    Status status = new Status();
    handle = mProbe(source, tag, comm.handle, status.data);
    return status;
  }

  private native long mProbe(int source, int tag, long comm, long[] status) throws MPIException;

  /**
   * Takes a message if there is one.
   *
   * <p>MPI_IMPROBE, MPI 3.1 section 3.8.2.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag tag of the message, or {@link MPI#ANY_TAG}
   * @param comm the communicator
   * @return source, tag and length; {@code null} when there is none yet
   */
  public Status imProbe(int source, int tag, Comm comm) throws MPIException {
    MPI.check();
    return imProbe(source, tag, comm.handle);
  }

  private native Status imProbe(int source, int tag, long comm) throws MPIException;

  /**
   * Receives the message.
   *
   * <p>MPI_MRECV, MPI 3.1 section 3.8.3.
   *
   * @param buf the data: array, heap buffer or direct buffer; {@code null} for zero items
   * @param count number of items there is room for
   * @return source, tag and length
   */
  public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
    MPI.check();
    Status status = new Status();
    handle =
        mRecv(
            handle,
            array(buf),
            isDirectBuffer(buf),
            type.getOffset(buf),
            count,
            type.handle,
            type.baseType,
            status.data);
    return status;
  }

  private native long mRecv(
      long message,
      Object buf,
      boolean direct,
      int offset,
      int count,
      long type,
      int baseType,
      long[] status)
      throws MPIException;

  /**
   * Starts to receive the message.
   *
   * <p>MPI_IMRECV, MPI 3.1 section 3.8.3.
   *
   * @param buf direct buffer with the data, not to be touched before the request completes
   * @param count number of items there is room for
   * @throws IllegalArgumentException if {@code buf} is not direct
   */
  public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
    MPI.check();
    MPI.assertDirectBuffer(buf);
    Request req = new Request(imRecv(handle, buf, count, type.handle));
    req.addRecvBufRef(buf);
    return req;
  }

  private native long imRecv(long message, Object buf, int count, long type) throws MPIException;
}
