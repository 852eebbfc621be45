package org.legio.simulator;

import org.legio.runtime.engine.MpiErrorException;
import org.legio.runtime.engine.RankHandles;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.Request;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.TopologyObjects;
import org.legio.ulfm.ports.UserOperations;

/** The {@link Binding} of one rank: its statuses and requests are plain objects. */
public final class SimulatedBinding implements RankHandles {

  /** Stands for an {@code mpi.Status}. */
  static final class Status {
    final long[] fields = new long[Request.FIELDS];
  }

  /** Stands for an {@code mpi.Request}, and for the binding's other objects that hold a handle. */
  static final class Holder {
    long handle;

    Holder(long handle) {
      this.handle = handle;
    }
  }

  private final RankState state;

  public SimulatedBinding(RankState state) {
    this.state = state;
  }

  @Override
  public RankState state() {
    return state;
  }

  @Override
  public boolean isThreadMultiple() {
    return false;
  }

  @Override
  public TopologyObjects topologyObjects() {
    return new SimulatedTopologyObjects();
  }

  @Override
  public UserOperations userOperations() {
    return UserOperations.NONE;
  }

  @Override
  public long messageHandle(Object message) {
    return ((Holder) message).handle;
  }

  @Override
  public Object newMessage() {
    return new Holder(messageNull());
  }

  @Override
  public void setMessageHandle(Object message, long handle) {
    ((Holder) message).handle = handle;
  }

  @Override
  public long commHandle(Object comm) {
    return ((Holder) comm).handle;
  }

  @Override
  public Outcome outcome(Exception thrown) {
    return thrown instanceof MpiErrorException e
        ? Outcome.ofErrorClass(e.errorClass())
        : Outcome.FOREIGN;
  }

  @Override
  public int errorCode(Exception thrown) {
    return thrown instanceof MpiErrorException e ? e.errorClass() : 1;
  }

  @Override
  public String errorText(int errorCode) {
    return "error code " + errorCode;
  }

  @Override
  public Exception newException(int errorClass, String message) {
    return new MpiErrorException(errorClass, message);
  }

  @Override
  public Object newRequest(long handle) {
    return new Holder(handle);
  }

  @Override
  public Object newStatus() {
    return new Status();
  }

  @Override
  public long[] fields(Object status) {
    return ((Status) status).fields;
  }

  @Override
  public long handle(Object request) {
    return ((Holder) request).handle;
  }

  @Override
  public void setHandle(Object request, long handle) {
    ((Holder) request).handle = handle;
  }

  @Override
  public Object[] newStatuses(int length) {
    return new Status[length];
  }
}
