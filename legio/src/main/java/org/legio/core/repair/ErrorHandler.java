package org.legio.core.repair;

import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Outcome;

/**
 * The error handler that the program believes to be set on a communicator. MPI itself always
 * returns its errors to Legio. Legio handles the errors that are no deaths as the program's handler
 * would. MPI standard 4.0, section 9.3.
 */
public final class ErrorHandler {

  /** The object that has the errors: a communicator or a window. */
  @FunctionalInterface
  public interface Named {
    /** How messages name it. */
    String name() throws Exception;
  }

  private final Context context;
  private final Named named;
  private volatile long handle;

  /**
   * Imitates the error handler of a communicator.
   *
   * @param members its members, the dead included, as ranks in the world
   */
  public ErrorHandler(Context context, long alias, int[] members, long handle) {
    this(context, () -> CommunicatorName.of(context, alias, members), handle);
  }

  /**
   * Imitates the error handler of an object.
   *
   * @param handle the handler that the program believes to be set on it
   */
  public ErrorHandler(Context context, Named named, long handle) {
    this.context = context;
    this.named = named;
    this.handle = handle;
  }

  /** The handler that the program believes to be set. */
  public long handle() {
    return handle;
  }

  /** Notes that the program has set another handler. */
  public void set(long newHandle) {
    handle = newHandle;
  }

  /** Whether errors are thrown at the program; they end the job otherwise. */
  public boolean returns() {
    return handle == context.binding().errorsReturn();
  }

  /**
   * Ends the job, because the program has called the handler; does not return.
   *
   * @param on how the message names the communicator, window or file
   */
  public Error call(String call, String on, int errorCode) {
    return context.jobEnd().fatal(call, on, errorCode, context.binding().errorText(errorCode));
  }

  /** The exception for the program; does not return if the job has to end. */
  public Exception raise(String call, Exception thrown) throws Exception {
    if (returns() || context.binding().outcome(thrown) == Outcome.FOREIGN) {
      return thrown;
    }
    throw context
        .jobEnd()
        .abort(
            context.binding().errorCode(thrown),
            call
                + " on "
                + named.name()
                + " failed: "
                + thrown.getMessage()
                + "; its error handler is not MPI.ERRORS_RETURN, so the job ends");
  }

  /**
   * The exception for a call that cannot be completed because it has thrown at another rank.
   *
   * @param on the communicator's name
   * @param where that rank, as far as it is known
   * @param why what it has thrown; empty if that is not known
   */
  Exception thrownElsewhere(String call, String on, String where, String why) {
    String thrown = why.isEmpty() ? "an exception" : why;
    return context
        .binding()
        .newException(
            MpiConstants.ERR_OTHER,
            "legio: %s on %s has failed: %s could not take part, it threw %s: mend that and call it again at all ranks"
                .formatted(call, on, where, thrown));
  }
}
