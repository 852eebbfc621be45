package org.legio.core.collective;

import org.jspecify.annotations.Nullable;
import org.legio.core.repair.Context;
import org.legio.core.repair.DeferredFrees;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;
import org.legio.ulfm.ports.UserOperations;

/**
 * The handler of the program's own reductions: {@code mpi.Op} made of an {@code mpi.UserFunction}.
 * It serves all communicators, protected or not, and unprotected jobs.
 *
 * <p>An exception of a function is thrown from the program's call when the reduction is over at all
 * members: see {@code docs/design/user-operations.md}.
 */
public final class UserReductions {
  private final Pmpi pmpi;
  private final UserOperations userOperations;
  private final DeferredFrees frees;

  public UserReductions(Context context, DeferredFrees frees) {
    this.pmpi = context.pmpi();
    this.frees = frees;
    this.userOperations = context.binding().userOperations();
  }

  /**
   * Called by the binding before each reduction.
   *
   * @param op the {@code mpi.Op}
   * @param function its function; null for one of MPI's own
   * @param datatype the items' {@code mpi.Datatype}
   */
  public void setDatatype(Object op, @Nullable Object function, Object datatype) {
    if (function != null) {
      userOperations.prepare(op, function, datatype);
    }
  }

  /** {@code MPI_Reduce_local} with an operation of the program's own. */
  @Serves("mpi.Comm.reduceLocalUf")
  public void reduceLocalUf(
      Object inBuf,
      boolean inDirect,
      int inOffset,
      Object inOutBuf,
      boolean inOutDirect,
      int inOutOffset,
      int count,
      long type,
      int baseType,
      Object op,
      long opHandle)
      throws Exception {
    pmpi.reduceLocalUf(
        inBuf,
        inDirect,
        inOffset,
        inOutBuf,
        inOutDirect,
        inOutOffset,
        count,
        type,
        baseType,
        op,
        opHandle);
  }

  /** Throws what the operation's function has thrown, if it is one of the program's own. */
  public void throwFailure(Object op) throws Exception {
    userOperations.throwFailure(op);
  }

  /**
   * {@code MPI_Op_free}. MPI's operation is kept while operations are under way, because they may
   * have to be started again.
   */
  @Serves("mpi.Op.free")
  public void free(Object op) throws Exception {
    Runnable release = userOperations.retire(op);
    if (release == null) {
      pmpi.opFree(op);
    } else {
      frees.add(() -> false, release::run);
    }
  }
}
