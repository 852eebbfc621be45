package org.legio.ulfm.openmpi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.TopologyObjects;

/**
 * The part of a {@link Binding} that only depends on the classes of package {@code mpi}, whatever
 * does the work behind them.
 */
public abstract class JavaBinding implements Binding {
  private final Class<?> exceptionClass = Linker.bindingClass("mpi.MPIException");
  private final Class<?> statusClass = Linker.bindingClass("mpi.Status");
  private final VarHandle commHandle = BindingObjects.field("mpi.Comm", "handle", long.class);
  private final MethodHandle newException =
      BindingObjects.constructor("mpi.MPIException", int.class, int.class, String.class);
  private final MethodHandle newStatus = BindingObjects.constructor("mpi.Status");
  private final MethodHandle newRequest = BindingObjects.constructor("mpi.Request", long.class);
  private final VarHandle requestHandle = BindingObjects.field("mpi.Request", "handle", long.class);
  private final MethodHandle newMessage = BindingObjects.constructor("mpi.Message");
  private final VarHandle messageHandle = BindingObjects.field("mpi.Message", "handle", long.class);
  private final VarHandle statusData = BindingObjects.field("mpi.Status", "data", long[].class);
  private final VarHandle errorClass =
      BindingObjects.field("mpi.MPIException", "errorClass", int.class);
  private final VarHandle errorCode =
      BindingObjects.field("mpi.MPIException", "errorCode", int.class);

  @Override
  public long commHandle(Object comm) {
    return (long) commHandle.get(comm);
  }

  @Override
  public Outcome outcome(Exception thrown) {
    return exceptionClass.isInstance(thrown)
        ? Outcome.ofErrorClass((int) errorClass.get(thrown))
        : Outcome.FOREIGN;
  }

  @Override
  public int errorCode(Exception thrown) {
    return exceptionClass.isInstance(thrown) ? (int) errorCode.get(thrown) : 1;
  }

  @Override
  public Exception newException(int errorClass, String message) {
    return (Exception) BindingObjects.make(newException, errorClass, errorClass, message);
  }

  @Override
  public Object newStatus() {
    return BindingObjects.make(newStatus);
  }

  @Override
  public long[] fields(Object status) {
    return (long[]) statusData.get(status);
  }

  @Override
  public long handle(Object request) {
    return (long) requestHandle.get(request);
  }

  @Override
  public Object newMessage() {
    return BindingObjects.make(newMessage);
  }

  @Override
  public long messageHandle(Object message) {
    return (long) messageHandle.get(message);
  }

  @Override
  public void setMessageHandle(Object message, long handle) {
    messageHandle.set(message, handle);
  }

  @Override
  public void setHandle(Object request, long handle) {
    requestHandle.set(request, handle);
  }

  @Override
  public Object newRequest(long handle) {
    return BindingObjects.make(newRequest, handle);
  }

  @Override
  public Object[] newStatuses(int length) {
    return (Object[]) Array.newInstance(statusClass, length);
  }

  @Override
  public TopologyObjects topologyObjects() {
    return new OpenMpiTopologyObjects();
  }
}
