package org.legio.libmpi;

/** The natives of {@code mpi.Status} that return objects, or lengths of a status. */
public final class StatusCalls {
  private StatusCalls() {}

  public static Object getElementsX(long bytes, long type) throws Exception {
    Arguments arguments = Arguments.begin();
    long status = arguments.status(0, 0, 0, 0, bytes);
    arguments.end(MpiFunctions.MPI_Get_elements_x(status, type, arguments.result()));
    return JavaObjects.newCount(arguments.longResult());
  }

  public static int setElements(long type, int count) throws Exception {
    return Math.toIntExact(setElementsX(type, count));
  }

  public static long setElementsX(long type, long count) throws Exception {
    Arguments arguments = Arguments.begin();
    long[] fields = new long[5];
    arguments.status(0, 0, 0, 0, 0);
    arguments.end(MpiFunctions.MPI_Status_set_elements_x(arguments.status(fields), type, count));
    return fields[4];
  }
}
