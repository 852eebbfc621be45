package org.legio.libmpi;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.Abi;

/** The natives about messages and requests that return objects of the binding. */
public final class RequestCalls {
  private static final int INDEX = 5;
  private static final int UNDEFINED = Abi.inUse().constant("UNDEFINED");
  private static final StatusForm STATUS = StatusForm.inUse();

  private RequestCalls() {}

  /** A new communicator and the request that makes it. */
  public static long[] iDup(long comm) throws Exception {
    Arguments arguments = Arguments.begin();
    long made = arguments.result();
    long request = arguments.cell();
    arguments.end(MpiFunctions.MPI_Comm_idup(comm, made, request));
    return new long[] {arguments.longResult(), arguments.longAt(request)};
  }

  public static @Nullable Object iProbe(long comm, int source, int tag) throws Exception {
    Object status = JavaObjects.newStatus();
    Arguments arguments = Arguments.begin();
    long flag = arguments.result();
    long fields = arguments.status(JavaObjects.fields(status));
    arguments.end(MpiFunctions.MPI_Iprobe(source, tag, comm, flag, fields));
    return arguments.flagResult() ? status : null;
  }

  public static @Nullable Object imProbe(Object message, int source, int tag, long comm)
      throws Exception {
    Object status = JavaObjects.newStatus();
    Arguments arguments = Arguments.begin();
    long flag = arguments.result();
    long found = arguments.cell();
    long fields = arguments.status(JavaObjects.fields(status));
    arguments.end(MpiFunctions.MPI_Improbe(source, tag, comm, flag, found, fields));
    if (!arguments.flagResult()) {
      return null;
    }
    JavaObjects.setMessage(message, arguments.longAt(found));
    return status;
  }

  public static long imRecv(Object message, long handle, Object buffer, int count, long type)
      throws Exception {
    Arguments arguments = Arguments.begin();
    long request = arguments.result();
    long received = arguments.reference(handle);
    long data = arguments.memory(buffer);
    arguments.end(MpiFunctions.MPI_Imrecv(data, count, type, received, request));
    JavaObjects.setMessage(message, arguments.longAt(received));
    return arguments.longResult();
  }

  // ------------------------------------------------------------------ one request

  public static @Nullable Object testStatus(Object self, long request) throws Exception {
    Object status = JavaObjects.newStatus();
    return test(self, request, JavaObjects.fields(status)) ? status : null;
  }

  public static boolean test(Object self, long request) throws Exception {
    return test(self, request, null);
  }

  private static boolean test(Object self, long request, long @Nullable [] status)
      throws Exception {
    Arguments arguments = Arguments.begin();
    long flag = arguments.result();
    long tested = arguments.reference(request);
    int error = MpiFunctions.MPI_Test(tested, flag, arguments.status(status));
    JavaObjects.setRequest(self, arguments.longAt(tested));
    arguments.end(error);
    return arguments.flagResult();
  }

  public static @Nullable Object getStatus(long request) throws Exception {
    Object status = JavaObjects.newStatus();
    Arguments arguments = Arguments.begin();
    long flag = arguments.result();
    long fields = arguments.status(JavaObjects.fields(status));
    arguments.end(MpiFunctions.MPI_Request_get_status(request, flag, fields));
    return arguments.flagResult() ? status : null;
  }

  // ------------------------------------------------------------------ one of several

  public static void waitAnyStatus(long[] requests, long[] status) throws Exception {
    Arguments arguments = Arguments.begin();
    long index = arguments.result();
    long handles = arguments.changed(requests);
    arguments.end(
        MpiFunctions.MPI_Waitany(requests.length, handles, index, arguments.status(status)));
    status[INDEX] = arguments.intResult();
  }

  public static @Nullable Object testAnyStatus(long[] requests) throws Exception {
    Object status = JavaObjects.newStatus();
    long[] fields = JavaObjects.fields(status);
    Integer index = testAny(requests, fields);
    if (index == null) {
      return null;
    }
    fields[INDEX] = index;
    return status;
  }

  public static int testAny(long[] requests) throws Exception {
    Integer index = testAny(requests, null);
    return index == null ? UNDEFINED : index;
  }

  /** The index of a request that is complete; null if none is. */
  private static @Nullable Integer testAny(long[] requests, long @Nullable [] status)
      throws Exception {
    Arguments arguments = Arguments.begin();
    long index = arguments.result();
    long flag = arguments.cell();
    long handles = arguments.changed(requests);
    arguments.end(
        MpiFunctions.MPI_Testany(requests.length, handles, index, flag, arguments.status(status)));
    return arguments.intAt(flag) == 0 ? null : arguments.intResult();
  }

  // ------------------------------------------------------------------ all of several

  public static Object[] waitAllStatus(long[] requests) throws Exception {
    Arguments arguments = Arguments.begin();
    NativeMemory statuses = statuses(requests.length);
    long handles = arguments.changed(requests);
    arguments.end(MpiFunctions.MPI_Waitall(requests.length, handles, statuses.address));
    return objects(statuses, requests.length);
  }

  public static Object @Nullable [] testAllStatus(long[] requests) throws Exception {
    Arguments arguments = Arguments.begin();
    NativeMemory statuses = statuses(requests.length);
    long flag = arguments.result();
    long handles = arguments.changed(requests);
    arguments.end(MpiFunctions.MPI_Testall(requests.length, handles, flag, statuses.address));
    return arguments.flagResult() ? objects(statuses, requests.length) : null;
  }

  // ------------------------------------------------------------------ some of several

  /** A function that completes some of several requests. */
  private interface Some {
    int complete(int count, long requests, long done, long indices, long statuses);
  }

  public static Object @Nullable [] waitSomeStatus(long[] requests) throws Exception {
    return someStatus(MpiFunctions::MPI_Waitsome, requests);
  }

  public static int @Nullable [] waitSome(long[] requests) throws Exception {
    return some(MpiFunctions::MPI_Waitsome, requests, 0);
  }

  public static Object @Nullable [] testSomeStatus(long[] requests) throws Exception {
    return someStatus(MpiFunctions::MPI_Testsome, requests);
  }

  public static int @Nullable [] testSome(long[] requests) throws Exception {
    return some(MpiFunctions::MPI_Testsome, requests, 0);
  }

  private static Object @Nullable [] someStatus(Some function, long[] requests) throws Exception {
    NativeMemory statuses = statuses(requests.length);
    int[] indices = some(function, requests, statuses.address);
    if (indices == null) {
      return null;
    }
    Object[] objects = objects(statuses, indices.length);
    for (int i = 0; i < indices.length; i++) {
      JavaObjects.fields(objects[i])[INDEX] = indices[i];
    }
    return objects;
  }

  /** The indices of those that are complete; null if no request is active. */
  private static int @Nullable [] some(Some function, long[] requests, long statuses)
      throws Exception {
    int[] indices = new int[requests.length];
    Arguments arguments = Arguments.begin();
    long done = arguments.result();
    long handles = arguments.changed(requests);
    long numbers = arguments.changed(indices);
    arguments.end(function.complete(requests.length, handles, done, numbers, statuses));
    int count = arguments.intResult();
    return count == UNDEFINED ? null : Arrays.copyOf(indices, count);
  }

  // ------------------------------------------------------------------ statuses

  private static NativeMemory statuses(int count) {
    return new NativeMemory(Math.max(1, count * STATUS.bytes()));
  }

  private static Object[] objects(NativeMemory statuses, int count) {
    Object[] objects = (Object[]) Array.newInstance(JavaObjects.newStatus().getClass(), count);
    for (int i = 0; i < count; i++) {
      objects[i] = JavaObjects.newStatus();
      STATUS.read(statuses, i * STATUS.bytes(), JavaObjects.fields(objects[i]));
    }
    return objects;
  }
}
