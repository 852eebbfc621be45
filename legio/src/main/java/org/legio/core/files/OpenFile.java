package org.legio.core.files;

import org.legio.core.Context;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Outcome;

/** A file as the program knows it: opened by several members, though each has its own handle. */
final class OpenFile {
  private final Context context;
  private final long handle;
  private final String name;
  private final int mode;
  private final Members members;
  private final SharedPointer pointer;
  private volatile int elementBytes = 1;
  private volatile long errorHandler;

  /**
   * Takes a file over.
   *
   * @param handle this member's own handle, which nobody else is a member of
   * @param name its name, as the program has given it
   * @param mode as the program has given it
   * @param errorHandler the error handler that the program believes to be set; MPI itself returns
   *     its errors
   */
  OpenFile(
      Context context,
      long handle,
      String name,
      int mode,
      Members members,
      SharedPointer pointer,
      long errorHandler) {
    this.context = context;
    this.handle = handle;
    this.name = name;
    this.mode = mode;
    this.members = members;
    this.pointer = pointer;
    this.errorHandler = errorHandler;
  }

  long handle() {
    return handle;
  }

  String name() {
    return name;
  }

  int mode() {
    return mode;
  }

  boolean isDeletedOnClose() {
    return (mode & MpiConstants.MODE_DELETE_ON_CLOSE) != 0;
  }

  Members members() {
    return members;
  }

  SharedPointer pointer() {
    return pointer;
  }

  /** The size of an elementary type of the view: the unit of positions. */
  int elementBytes() {
    return elementBytes;
  }

  void setElementBytes(int bytes) {
    elementBytes = Math.max(bytes, 1);
  }

  long errorHandler() {
    return errorHandler;
  }

  void setErrorHandler(long newHandler) {
    errorHandler = newHandler;
  }

  /** Whether errors are thrown at the program; they end the job otherwise. */
  boolean returnsErrors() {
    return errorHandler == context.binding().errorsReturn();
  }

  /** The exception for the program; does not return if the job has to end. */
  Exception raise(String call, Exception thrown) {
    if (returnsErrors() || context.binding().outcome(thrown) == Outcome.FOREIGN) {
      return thrown;
    }
    throw context
        .policies()
        .abort(
            context.binding().errorCode(thrown),
            call
                + " on file "
                + name
                + " failed: "
                + thrown.getMessage()
                + "; its error handler is not MPI.ERRORS_RETURN, so the job ends");
  }
}
