package org.legio.core.message;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.HandleMap;
import org.legio.core.repair.Context;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;
import org.legio.ulfm.ports.Serves;

/**
 * The handler of persistent requests. Between a start and its completion it is pending like any
 * other request. At each start Legio checks whether its partner is alive. A request that has failed
 * can be started again.
 *
 * <p>MPI standard 4.0, section 3.9.
 */
public final class PersistentRequests {
  private final Pmpi pmpi;
  private final BufferCheck buffers;
  private final long nothing;
  private final RequestTable table;
  private final MessageProtocol messages;
  private final HandleMap<PersistentRequest> byHandle = new HandleMap<>();
  private final Set<PersistentRequest> all = ConcurrentHashMap.newKeySet();

  public PersistentRequests(Context context, RequestTable table, MessageProtocol messages) {
    this.pmpi = context.pmpi();
    this.buffers = context.bufferCheck();
    this.nothing = context.binding().requestNull();
    this.table = table;
    this.messages = messages;
  }

  // ------------------------------------------------------------------ preparing

  /** Prepares to send or to receive; returns the request, which is not active yet. */
  public long start(Communicator comm, MessageCall call) throws Exception {
    try {
      PointToPoint operation = call.operation();
      buffers.require(operation.sends() ? call.sent() : call.received());
      return prepare(operation.nonBlockingCall(), comm, call.copy());
    } finally {
      call.clear();
    }
  }

  private long prepare(String name, Communicator comm, MessageCall call) throws Exception {
    try {
      PersistentRequest made = new PersistentRequest(pmpi, comm, call);
      all.add(made);
      byHandle.put(made.handle(), made);
      return made.handle();
    } catch (Exception e) {
      throw comm.errorHandler().raise(name, e);
    }
  }

  // ------------------------------------------------------------------ starting

  /** {@code MPI_Start}: with a dead partner it starts nothing, or ends the job, by policy. */
  @Serves("mpi.Prequest.start")
  public long start(long request) throws Exception {
    PersistentRequest known = byHandle.find(request);
    return known == null ? pmpi.start(request) : start("start", known);
  }

  /** {@code MPI_Startall}. */
  @Serves("mpi.Prequest.startAll")
  public void startAll(long[] requests) throws Exception {
    for (int i = 0; i < requests.length; i++) {
      PersistentRequest known = byHandle.find(requests[i]);
      requests[i] = known == null ? pmpi.start(requests[i]) : start("startAll", known);
    }
  }

  private long start(String call, PersistentRequest request) throws Exception {
    if (request.receives()) {
      Wanted wanted = new Wanted(request.comm(), request.partner(), request.tag());
      messages.receiving(call, wanted, (on, rank) -> startWith(request, on, rank));
    } else {
      long on = request.comm().handle();
      messages.sending(
          call, request.comm(), request.partner(), rank -> startWith(request, on, rank));
    }
    request.enter(table);
    return request.handle();
  }

  private long startWith(PersistentRequest request, long on, int rank) throws Exception {
    long old = request.handle();
    if (!request.isFor(on, rank)) {
      pmpi.requestFree(old);
      request.make(on, rank);
    }
    request.moved(pmpi.start(request.handle()));
    if (request.handle() != old) {
      rename(old, request);
    }
    return request.handle();
  }

  private void rename(long oldHandle, PersistentRequest request) {
    byHandle.remove(oldHandle, request);
    byHandle.put(request.handle(), request);
  }

  // ------------------------------------------------------------------ what waits ask for

  /** Whether a pending request is persistent. */
  boolean isPersistent(long ticket) {
    return find(ticket) != null;
  }

  /**
   * The handle that remains of a pending request when it is complete: the null request, or the new
   * inactive handle of a persistent request.
   */
  long left(long ticket) throws Exception {
    PersistentRequest request = find(ticket);
    if (request == null) {
      return nothing;
    }
    long old = request.handle();
    request.make();
    rename(old, request);
    return request.handle();
  }

  private @Nullable PersistentRequest find(long ticket) {
    for (PersistentRequest each : all) {
      if (each.has(ticket)) {
        return each;
      }
    }
    return null;
  }

  /** Removes a request that the program frees. */
  void forget(long handle) {
    PersistentRequest request = byHandle.find(handle);
    if (request != null) {
      byHandle.remove(handle, request);
      all.remove(request);
    }
  }

  /** Whether any of them has a datatype. */
  boolean use(long type) {
    return all.stream().anyMatch(request -> request.uses(type));
  }

  /** Whether a communicator has persistent requests. */
  public boolean isUsed(Communicator comm) {
    return all.stream().anyMatch(request -> request.comm() == comm);
  }
}
