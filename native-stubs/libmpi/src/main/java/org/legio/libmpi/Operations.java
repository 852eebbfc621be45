package org.legio.libmpi;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.OpenMpiUserOperations;
import org.legio.ulfm.openmpi.ProgramFunction;
import org.legio.ulfm.openmpi.library.Abi;

/** The natives of {@code mpi.Op}, and reductions of the program's own where no agent makes them. */
public final class Operations {
  /** By the numbers that the binding has for them. */
  private static final List<String> PREDEFINED =
      List.of(
          "MPI_OP_NULL",
          "MPI_MAX",
          "MPI_MIN",
          "MPI_SUM",
          "MPI_PROD",
          "MPI_LAND",
          "MPI_BAND",
          "MPI_LOR",
          "MPI_BOR",
          "MPI_LXOR",
          "MPI_BXOR",
          "MPI_MINLOC",
          "MPI_MAXLOC",
          "MPI_REPLACE",
          "MPI_NO_OP");

  private static final long NOT_MADE_YET = 0;

  /** Made when the program has such a reduction. */
  private static final class Own {
    static final OpenMpiUserOperations OPERATIONS = new OpenMpiUserOperations();
  }

  private Operations() {}

  private static long predefined(int which) {
    return Abi.inUse().handle(PREDEFINED.get(which));
  }

  public static void setPredefined(Object op, int which) {
    ProgramFunction.setHandle(op, predefined(which));
  }

  public static boolean isNull(Object op) {
    long handle = ProgramFunction.handle(op);
    return handle == predefined(0) || handle == NOT_MADE_YET;
  }

  public static void free(Object op) throws Exception {
    Runnable own = Own.OPERATIONS.retire(op);
    if (own != null) {
      own.run();
      return;
    }
    if (ProgramFunction.handle(op) == NOT_MADE_YET) {
      ProgramFunction.setHandle(op, predefined(0));
      return;
    }
    Arguments arguments = Arguments.begin();
    long handle = arguments.result(ProgramFunction.handle(op));
    arguments.end(MpiFunctions.MPI_Op_free(handle));
    ProgramFunction.setHandle(op, arguments.longResult());
  }

  /**
   * Prepares a reduction for items of a type.
   *
   * @param function null for a predefined reduction
   */
  public static void prepare(Object op, @Nullable Object function, Object datatype) {
    if (function != null) {
      Own.OPERATIONS.prepare(op, function, datatype);
    }
  }

  /** Throws what the function of a reduction has thrown in a call. */
  public static void throwFailure(Object op) throws Exception {
    Own.OPERATIONS.throwFailure(op);
  }
}
