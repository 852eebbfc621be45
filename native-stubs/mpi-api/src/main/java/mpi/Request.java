package mpi;

import java.nio.Buffer;
import org.legio.mpi.NativeLibrary;

/**
 * A nonblocking operation under way (MPI 3.1, section 3.7).
 *
 * <p>It keeps its buffers reachable. Once complete it is null, unless it is persistent.
 */
public class Request implements Freeable {
  /** The native request. */
  protected long handle;

  /** Keeps the buffer sent from reachable. */
  protected Buffer sendBuf;

  /** Keeps the buffer received into reachable. */
  protected Buffer recvBuf;

  static {
    NativeLibrary.load();
    init();
  }

  private static native void init();

  /**
   * Handle of {@code MPI_REQUEST_NULL}.
   *
   * @return the handle
   */
  protected static native long getNull();

  /**
   * Wraps a native request.
   *
   * @param handle the native request
   */
  protected Request(long handle) {
    this.handle = handle;
  }

  /**
   * Lets go of this request; the operation still completes. Has no effect on the null request,
   * which a request has become once it was waited for.
   *
   * <p>MPI_REQUEST_FREE, MPI 3.1 section 3.7.3.
   */
  @Override
  public void free() throws MPIException {
    if (isNull()) {
      return;
    }
    MPI.check();
    handle = free(handle);
  }

  private native long free(long request) throws MPIException;

  /**
   * Marks the operation for cancellation; it must still be completed.
   *
   * <p>MPI_CANCEL, MPI 3.1 section 3.8.4.
   */
  public final void cancel() throws MPIException {
    MPI.check();
    cancel(handle);
  }

  private native void cancel(long request) throws MPIException;

  /**
   * Keeps a buffer reachable as long as this request.
   *
   * @param buf the buffer received into
   */
  protected final void addRecvBufRef(Buffer buf) {
    recvBuf = buf;
  }

  /**
   * Keeps a buffer reachable as long as this request.
   *
   * @param buf the buffer sent from
   */
  protected final void addSendBufRef(Buffer buf) {
    sendBuf = buf;
  }

  /**
   * Whether this is the null request: complete and not persistent, or freed.
   *
   * @return true for {@code MPI_REQUEST_NULL}
   */
  public final boolean isNull() {
    return handle == MPI.REQUEST_NULL.handle;
  }

  /**
   * Waits until the operation is complete.
   *
   * <p>MPI_WAIT, MPI 3.1 section 3.7.3.
   *
   * @return what was received
   */
  public final Status waitStatus() throws MPIException {
    MPI.check();
    Status status = new Status();
    handle = waitStatus(handle, status.data);
    return status;
  }

  private native long waitStatus(long request, long[] status) throws MPIException;

  /**
   * Waits until the operation is complete.
   *
   * <p>MPI_WAIT, MPI 3.1 section 3.7.3.
   */
  public final void waitFor() throws MPIException {
    MPI.check();
    handle = waitFor(handle);
  }

  private native long waitFor(long request) throws MPIException;

  /**
   * Completes the operation if it can be done at once.
   *
   * <p>MPI_TEST, MPI 3.1 section 3.7.3.
   *
   * @return what was received; {@code null} when not complete
   */
  public final Status testStatus() throws MPIException {
    MPI.check();
    return testStatus(handle);
  }

  private native Status testStatus(long request) throws MPIException;

  /**
   * Looks whether the operation is complete, and leaves the request as it is.
   *
   * <p>MPI_REQUEST_GET_STATUS, MPI 3.1 section 3.7.6.
   *
   * @return what was received; {@code null} when not complete
   */
  public final Status getStatus() throws MPIException {
    MPI.check();
    return getStatus(handle);
  }

  private native Status getStatus(long request) throws MPIException;

  /**
   * Completes the operation if it can be done at once.
   *
   * <p>MPI_TEST, MPI 3.1 section 3.7.3.
   *
   * @return true when complete
   */
  public final boolean test() throws MPIException {
    MPI.check();
    return test(handle);
  }

  private native boolean test(long request) throws MPIException;

  /**
   * Waits until one of the operations is complete.
   *
   * <p>MPI_WAITANY, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return what was received; its index says which, {@link MPI#UNDEFINED} when none is active
   */
  public static Status waitAnyStatus(Request[] requests) throws MPIException {
    MPI.check();
    Status status = new Status();
    long[] handles = getHandles(requests);
    try {
      waitAnyStatus(handles, status.data);
    } finally {
      setHandles(requests, handles);
    }
    return status;
  }

  private static native void waitAnyStatus(long[] requests, long[] status) throws MPIException;

  /**
   * Waits until one of the operations is complete.
   *
   * <p>MPI_WAITANY, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return which, from 0; {@link MPI#UNDEFINED} when none is active
   */
  public static int waitAny(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return waitAny(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native int waitAny(long[] requests) throws MPIException;

  /**
   * Completes one of the operations if it can be done at once.
   *
   * <p>MPI_TESTANY, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return what was received, with its index; {@code null} when none is complete
   */
  public static Status testAnyStatus(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return testAnyStatus(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native Status testAnyStatus(long[] requests) throws MPIException;

  /**
   * Completes one of the operations if it can be done at once.
   *
   * <p>MPI_TESTANY, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return which, from 0; {@link MPI#UNDEFINED} when none is
   */
  public static int testAny(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return testAny(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native int testAny(long[] requests) throws MPIException;

  /**
   * Waits until all operations are complete.
   *
   * <p>MPI_WAITALL, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return what each has received
   */
  public static Status[] waitAllStatus(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return waitAllStatus(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native Status[] waitAllStatus(long[] requests) throws MPIException;

  /**
   * Waits until all operations are complete.
   *
   * <p>MPI_WAITALL, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   */
  public static void waitAll(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      waitAll(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native void waitAll(long[] requests) throws MPIException;

  /**
   * Completes all operations if all can be completed at once.
   *
   * <p>MPI_TESTALL, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return what each has received; {@code null} when not all are complete
   */
  public static Status[] testAllStatus(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return testAllStatus(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native Status[] testAllStatus(long[] requests) throws MPIException;

  /**
   * Completes all operations if all can be completed at once.
   *
   * <p>MPI_TESTALL, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return true when all are complete
   */
  public static boolean testAll(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return testAll(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native boolean testAll(long[] requests) throws MPIException;

  /**
   * Waits until at least one of the operations is complete, and completes all that are.
   *
   * <p>MPI_WAITSOME, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return what these have received, with their indices; {@code null} when none is active
   */
  public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return waitSomeStatus(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native Status[] waitSomeStatus(long[] requests) throws MPIException;

  /**
   * Waits until at least one of the operations is complete, and completes all that are.
   *
   * <p>MPI_WAITSOME, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return which, from 0; {@code null} when none is active
   */
  public static int[] waitSome(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return waitSome(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native int[] waitSome(long[] requests) throws MPIException;

  /**
   * Completes all of the operations that can be completed at once.
   *
   * <p>MPI_TESTSOME, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return what these have received, with their indices; {@code null} when none is active
   */
  public static Status[] testSomeStatus(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return testSomeStatus(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native Status[] testSomeStatus(long[] requests) throws MPIException;

  /**
   * Completes all of the operations that can be completed at once.
   *
   * <p>MPI_TESTSOME, MPI 3.1 section 3.7.5.
   *
   * @param requests the requests; those complete become null unless persistent
   * @return which, from 0; {@code null} when none is active
   */
  public static int[] testSome(Request[] requests) throws MPIException {
    MPI.check();
    long[] handles = getHandles(requests);
    try {
      return testSome(handles);
    } finally {
      setHandles(requests, handles);
    }
  }

  private static native int[] testSome(long[] requests) throws MPIException;

  /**
   * The native requests of an array.
   *
   * @param requests the requests
   * @return their handles, in the same order
   */
  protected static long[] getHandles(Request[] requests) {
    long[] handles = new long[requests.length];
    for (int i = 0; i < requests.length; i++) {
      handles[i] = requests[i].handle;
    }
    return handles;
  }

  /**
   * Tells requests the handles that a native has left behind.
   *
   * @param requests the requests
   * @param handles their handles, in the same order
   */
  protected static void setHandles(Request[] requests, long[] handles) {
    for (int i = 0; i < requests.length; i++) {
      requests[i].handle = handles[i];
    }
  }
}
