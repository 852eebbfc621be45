package org.legio.ulfm.openmpi;

import com.sun.jna.Native;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.openmpi.library.MpiLibrary;
import org.legio.ulfm.ports.UserOperations;

/**
 * The {@link UserOperations} of Open MPI; each operation is made once.
 *
 * <p>The binding's own operations (5.0.7) keep a reference to the {@code mpi.Op} that is valid only
 * during the native call that made the operation, so MPI cannot call them later. This class makes
 * the operation of a {@link UserFunction} instead, and puts its handle where the binding looks for
 * it.
 */
public final class OpenMpiUserOperations implements UserOperations {
  private final Map<Long, UserFunction> madeByHandle = new ConcurrentHashMap<>();
  private volatile boolean failed;

  /** Fields of the binding; looked up only if a program has such operations. */
  private static final class Fields {
    static final long OP_NULL = Abi.inUse().handle("MPI_OP_NULL");
    static final VarHandle HANDLE = BindingObjects.field("mpi.Op", "handle", long.class);
    static final VarHandle COMMUTE = BindingObjects.field("mpi.Op", "commute", boolean.class);
  }

  /** The C functions, mapped directly. */
  private static final class Functions {
    static {
      Native.register(Functions.class, Abi.inUse().library());
    }

    static native int MPI_Op_create(long function, int commute, long newOp);

    static native int MPI_Op_free(long opAddress);
  }

  @Override
  public void prepare(Object op, Object function, Object datatype) {
    UserFunction made = madeByHandle.get(handle(op));
    if (made == null) {
      made = madeFor(op, function);
    }
    if (made != null) {
      made.expect(datatype);
    }
  }

  @Override
  public boolean isMade(long opHandle) {
    return madeByHandle.containsKey(opHandle);
  }

  private static long handle(Object op) {
    return (long) Fields.HANDLE.get(op);
  }

  /**
   * The operation's function, made if necessary; null for a freed operation, which MPI will refuse.
   */
  private synchronized @Nullable UserFunction madeFor(Object op, Object function) {
    UserFunction made = madeByHandle.get(handle(op));
    if (made == null && handle(op) != Fields.OP_NULL) {
      made = new UserFunction(function, () -> failed = true);
      long handle = make(made, (boolean) Fields.COMMUTE.get(op));
      madeByHandle.put(handle, made);
      Fields.HANDLE.set(op, handle);
    }
    return made;
  }

  private static long make(UserFunction function, boolean commute) {
    MpiLibrary.Cell made = MpiLibrary.cell();
    MpiLibrary.require(
        "MPI_Op_create",
        Functions.MPI_Op_create(function.address(), commute ? 1 : 0, made.address));
    return made.memory.getLong(0);
  }

  @Override
  public synchronized @Nullable Runnable retire(Object op) {
    long handle = handle(op);
    if (!madeByHandle.containsKey(handle)) {
      return null;
    }
    Fields.HANDLE.set(op, Fields.OP_NULL);
    return () -> free(handle);
  }

  private void free(long handle) {
    madeByHandle.remove(handle); // before MPI can give its place to another
    MpiLibrary.Cell cell = MpiLibrary.cell();
    cell.memory.putLong(0, handle);
    MpiLibrary.require("MPI_Op_free", Functions.MPI_Op_free(cell.address));
  }

  @Override
  public void throwFailure(Object op) throws Exception {
    if (failed) {
      throwFailureOf(handle(op));
    }
  }

  @Override
  public void throwFailureOf(long opHandle) throws Exception {
    if (failed) {
      UserFunction made = madeByHandle.get(opHandle);
      if (made != null) {
        made.throwFailure();
      }
    }
  }
}
