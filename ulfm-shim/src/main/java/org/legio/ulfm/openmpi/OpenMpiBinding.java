package org.legio.ulfm.openmpi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import org.legio.ulfm.Binding;
import org.legio.ulfm.Outcome;

/** The {@link Binding} of Open MPI. To be made after the binding's classes are initialised. */
public final class OpenMpiBinding implements Binding {
  private final Class<?> exceptionClass = Linker.bindingClass("mpi.MPIException");
  private final Class<?> statusClass = Linker.bindingClass("mpi.Status");
  private final VarHandle commHandle =
      BindingObjects.field("mpi.Comm", "handle", long.class, false);
  private final VarHandle requestHandle =
      BindingObjects.field("mpi.Request", "handle", long.class, false);
  private final VarHandle statusData =
      BindingObjects.field("mpi.Status", "data", long[].class, false);
  private final VarHandle errorClass =
      BindingObjects.field("mpi.MPIException", "errorClass", int.class, false);
  private final VarHandle errorCode =
      BindingObjects.field("mpi.MPIException", "errorCode", int.class, false);

  @Override
  public long commWorld() {
    return (long) commHandle.get(BindingObjects.anyOf(Linker.bindingClass("mpi.Comm")));
  }

  @Override
  public long commNull() {
    return (long) BindingObjects.field("mpi.Comm", "nullHandle", long.class, true).get();
  }

  @Override
  public long requestNull() {
    return (long) requestHandle.get(BindingObjects.anyOf(Linker.bindingClass("mpi.Request")));
  }

  @Override
  public long errorsReturn() {
    try {
      Object handler = Linker.bindingClass("mpi.MPI").getField("ERRORS_RETURN").get(null);
      return (long)
          BindingObjects.field("mpi.Errhandler", "handle", long.class, false).get(handler);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("mpi.MPI.ERRORS_RETURN cannot be read", e);
    }
  }

  @Override
  public Outcome outcome(Exception thrown) {
    return exceptionClass.isInstance(thrown)
        ? Outcome.ofErrorClass((int) errorClass.get(thrown))
        : Outcome.ARGUMENT;
  }

  @Override
  public int errorCode(Exception thrown) {
    return exceptionClass.isInstance(thrown) ? (int) errorCode.get(thrown) : 1;
  }

  @Override
  public Exception newException(String message) {
    try {
      return (Exception) exceptionClass.getConstructor(String.class).newInstance(message);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("mpi.MPIException cannot be made for: " + message, e);
    }
  }

  @Override
  public Object newStatus() {
    try {
      return MethodHandles.privateLookupIn(statusClass, MethodHandles.lookup())
          .findConstructor(statusClass, MethodType.methodType(void.class))
          .invoke();
    } catch (Throwable e) {
      throw new IllegalStateException("mpi.Status cannot be made", e);
    }
  }

  @Override
  public long[] fields(Object status) {
    return (long[]) statusData.get(status);
  }

  @Override
  public void setHandle(Object request, long handle) {
    requestHandle.set(request, handle);
  }

  @Override
  public Object[] newStatuses(int length) {
    return (Object[]) Array.newInstance(statusClass, length);
  }
}
