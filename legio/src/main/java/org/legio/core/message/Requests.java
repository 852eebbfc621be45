package org.legio.core.message;

import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.positions.Wait;
import org.legio.core.positions.Waits;
import org.legio.core.repair.Context;
import org.legio.core.repair.PendingRequest;
import org.legio.core.repair.PendingTable;
import org.legio.core.repair.Progress;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/**
 * The handler of waits and tests. Algorithm: a request whose partner is dead completes like one
 * with {@code MPI_PROC_NULL}, or ends the job, by policy. A receive from any source that MPI has
 * failed is waited for again after the deaths are acknowledged ({@link AnySource}). The forms on
 * arrays are made of the single ones, because Open MPI 5.0.7's own lose track of which request has
 * failed. Each method has the parameters of the native whose name it bears.
 */
public final class Requests {

  private final Context context;
  private final Pmpi pmpi;
  private final Binding binding;
  private final RequestTable table;
  private final AnySource anySource;
  private final PersistentRequests persistent;
  private final RequestFates fates;
  private final RequestArrays arrays;
  private final Progress progress;
  private final PendingTable pending;
  private final Waits threads;
  private final long nothing;

  public Requests(
      Context context, RequestTable table, AnySource anySource, PersistentRequests persistent) {
    this.persistent = persistent;
    this.context = context;
    this.pmpi = context.pmpi();
    this.binding = context.binding();
    this.table = table;
    this.anySource = anySource;
    this.progress = context.progress();
    this.pending = context.pending();
    this.threads = context.positions().waits();
    this.nothing = binding.requestNull();
    this.fates = new RequestFates(context, table, anySource, persistent);
    this.arrays = new RequestArrays(context, table, this::testStatus);
  }

  // ------------------------------------------------------------------ one request

  /** {@code MPI_Request_free}. */
  @Serves("mpi.Request.free")
  public long free(long request) throws Exception {
    if (PendingTable.isOurs(request)) {
      return freeOperation(request);
    }
    table.remove(request, table.ticket(request));
    persistent.forget(request);
    return pmpi.requestFree(request);
  }

  /** {@code MPI_Cancel}: a receive that is cancelled needs no other rank any more. */
  @Serves("mpi.Request.cancel")
  public void cancel(long request) throws Exception {
    if (PendingTable.isOurs(request)) {
      throw invalidRequest();
    }
    table.cancel(request);
    pmpi.cancel(request);
  }

  /** {@code MPI_Wait}. */
  @Serves("mpi.Request.waitStatus")
  public long waitStatus(long request, long[] status) throws Exception {
    return PendingTable.isOurs(request) || !progress.isIdle()
        ? pollFor(request, status)
        : waitStatus(request, table.ticket(request), status);
  }

  /** Waits and polls the operations under way meanwhile. */
  private long pollFor(long request, long[] status) throws Exception {
    Object self = binding.newRequest(request);
    Object[] told = {null};
    Wait wait = threads.own();
    wait.begin(request);
    try {
      progress.pollUntil(() -> (told[0] = testStatus(self, request)) != null);
    } finally {
      wait.end();
    }
    System.arraycopy(binding.fields(told[0]), 0, status, 0, status.length);
    return binding.handle(self);
  }

  private long waitStatus(long request, long ticket, long[] status) throws Exception {
    while (!fates.endsInSpiteOfDeaths("wait", request, ticket, status)) {
      try {
        long left = waitInMpi(request, status);
        fates.completed(request, ticket, status);
        return left;
      } catch (Exception e) {
        if (fates.failed("wait", request, ticket, status, e) == RequestFates.Fate.OVER) {
          return persistent.left(ticket);
        }
      }
    }
    return persistent.left(ticket);
  }

  /** {@code MPI_Wait} without a status. */
  @Serves("mpi.Request.waitFor")
  public long waitFor(long request) throws Exception {
    if (PendingTable.isOurs(request) || !progress.isIdle()) {
      return pollFor(request, new long[MpiConstants.STATUS_FIELDS]);
    }
    long ticket = table.ticket(request);
    if (context.failedProcesses().any()) {
      return waitStatus(request, ticket, new long[MpiConstants.STATUS_FIELDS]);
    }
    try {
      long left = waitInMpi(request);
      table.remove(request, ticket);
      return left;
    } catch (Exception e) {
      long[] unused = new long[MpiConstants.STATUS_FIELDS];
      return fates.failed("wait", request, ticket, unused, e) == RequestFates.Fate.OVER
          ? persistent.left(ticket)
          : waitStatus(request, ticket, unused);
    }
  }

  private long waitInMpi(long request, long[] status) throws Exception {
    Wait wait = threads.own();
    wait.begin(request);
    try {
      return pmpi.waitStatus(request, status);
    } finally {
      wait.end();
    }
  }

  private long waitInMpi(long request) throws Exception {
    Wait wait = threads.own();
    wait.begin(request);
    try {
      return pmpi.waitFor(request);
    } finally {
      wait.end();
    }
  }

  /** {@code MPI_Test}. */
  @Serves("mpi.Request.testStatus")
  public @Nullable Object testStatus(Object self, long request) throws Exception {
    progress.poll();
    if (PendingTable.isOurs(request)) {
      return testOperation(self, request);
    }
    long ticket = table.ticket(request);
    if (context.failedProcesses().any()) {
      Object told = binding.newStatus();
      if (fates.endsInSpiteOfDeaths("test", request, ticket, binding.fields(told))) {
        binding.setHandle(self, persistent.left(ticket));
        return told;
      }
      if (fates.mayLoseByTest(request, ticket)) {
        return null;
      }
    }
    try {
      Object status = pmpi.testStatus(self, request);
      if (status != null) {
        fates.completed(request, ticket, binding.fields(status));
      }
      return status;
    } catch (Exception e) {
      Object told = binding.newStatus();
      if (fates.failed("test", request, ticket, binding.fields(told), e)
          == RequestFates.Fate.PENDING) {
        return null;
      }
      binding.setHandle(self, persistent.left(ticket));
      return told;
    }
  }

  /** {@code MPI_Test} without a status. */
  @Serves("mpi.Request.test")
  public boolean test(Object self, long request) throws Exception {
    if (PendingTable.isOurs(request) || !progress.isIdle() || context.failedProcesses().any()) {
      return testStatus(self, request) != null;
    }
    long ticket = table.ticket(request);
    try {
      boolean done = pmpi.test(self, request);
      if (done) {
        table.remove(request, ticket);
      }
      return done;
    } catch (Exception e) {
      boolean over =
          fates.failed("test", request, ticket, new long[MpiConstants.STATUS_FIELDS], e)
              == RequestFates.Fate.OVER;
      if (over) {
        binding.setHandle(self, persistent.left(ticket));
      }
      return over;
    }
  }

  /**
   * {@code MPI_Request_get_status}: leaves the request as it is, whatever has become of it. Open
   * MPI 5.0.7 does not report failures here, so Legio asks for them, at most every 10 ms.
   */
  @Serves("mpi.Request.getStatus")
  public @Nullable Object getStatus(Object self, long request) throws Exception {
    progress.poll();
    if (PendingTable.isOurs(request)) {
      return operation(request).isDone() ? binding.newStatus() : null;
    }
    RequestTable.Entry entry = table.find(request, table.ticket(request));
    try {
      Object status = pmpi.getStatus(self, request);
      if (status != null && entry != null) {
        entry.translateSource(binding.fields(status));
      }
      return status == null && entry != null ? statusWithoutMessage(entry) : status;
    } catch (Exception e) {
      if (entry == null || !binding.outcome(e).isFault()) {
        throw e;
      }
      return statusWithoutMessage(entry);
    }
  }

  /**
   * The status of a request that only a dead rank could complete; null if it may still complete.
   */
  private @Nullable Object statusWithoutMessage(RequestTable.Entry entry) throws Exception {
    Communicator comm = entry.comm();
    comm.discoverDeathsNowAndThen();
    if (!entry.isAnySource()) {
      boolean isLost = comm.partner(entry.partner()) == MpiConstants.UNDEFINED;
      return isLost ? emptyStatus(MpiConstants.PROC_NULL, MpiConstants.ANY_TAG) : null;
    }
    int dead = comm.unannouncedDeath();
    if (dead >= 0) {
      anySource.acknowledge("getStatus", comm);
    }
    if (dead >= 0 && AnySource.tells(comm)) {
      return emptyStatus(dead, entry.tag());
    }
    return anySource.isHopeless(comm, entry.tag())
        ? emptyStatus(MpiConstants.PROC_NULL, MpiConstants.ANY_TAG)
        : null;
  }

  private Object emptyStatus(int source, int tag) {
    Object status = binding.newStatus();
    AnySource.fillEmpty(binding.fields(status), source, tag);
    return status;
  }

  // ------------------------------------------------------------------ collective operations

  /** Frees the request of a collective operation; as in Open MPI, it must be complete. */
  private long freeOperation(long request) throws Exception {
    progress.poll();
    if (!operation(request).isDone()) {
      throw invalidRequest();
    }
    pending.forget(request);
    return nothing;
  }

  private @Nullable Object testOperation(Object self, long request) throws Exception {
    PendingRequest operation = operation(request);
    if (!operation.isDone()) {
      return null;
    }
    pending.forget(request);
    binding.setHandle(self, nothing);
    operation.throwIfErred();
    return binding.newStatus();
  }

  private PendingRequest operation(long request) throws Exception {
    PendingRequest operation = pending.find(request);
    if (operation == null) {
      throw invalidRequest();
    }
    return operation;
  }

  private Exception invalidRequest() {
    return binding.newException(MpiConstants.ERR_REQUEST, "MPI_ERR_REQUEST: invalid request");
  }

  // ------------------------------------------------------------------ all of several

  /** {@code MPI_Waitall}. */
  @Serves("mpi.Request.waitAll")
  public void waitAll(long[] requests) throws Exception {
    boolean[] erred = {false};
    for (int i = 0; i < requests.length; i++) {
      requests[i] = waitOrNote(requests[i], null, erred);
    }
    throwIfErred(erred);
  }

  /** {@code MPI_Waitall} with statuses. */
  @Serves("mpi.Request.waitAllStatus")
  public Object[] waitAllStatus(long[] requests) throws Exception {
    boolean[] erred = {false};
    Object[] statuses = binding.newStatuses(requests.length);
    for (int i = 0; i < requests.length; i++) {
      statuses[i] = binding.newStatus();
      requests[i] = waitOrNote(requests[i], binding.fields(statuses[i]), erred);
    }
    throwIfErred(erred);
    return statuses;
  }

  /** Waits. An error of the program's own is noted, and the other requests are still waited for. */
  private long waitOrNote(long request, long @Nullable [] status, boolean[] erred)
      throws Exception {
    try {
      return status == null ? waitFor(request) : waitStatus(request, status);
    } catch (Exception e) {
      if (!binding.outcome(e).isOtherError()) {
        throw e;
      }
      erred[0] = true;
      return nothing;
    }
  }

  private void throwIfErred(boolean[] erred) throws Exception {
    if (erred[0]) {
      throw binding.newException(
          MpiConstants.ERR_IN_STATUS, "MPI_ERR_IN_STATUS: error code in status");
    }
  }

  /** {@code MPI_Testall}. */
  @Serves("mpi.Request.testAll")
  public boolean testAll(long[] requests) throws Exception {
    if (!areAllComplete(requests)) {
      return false;
    }
    waitAll(requests);
    return true;
  }

  /** {@code MPI_Testall} with statuses. */
  @Serves("mpi.Request.testAllStatus")
  public Object @Nullable [] testAllStatus(long[] requests) throws Exception {
    return areAllComplete(requests) ? waitAllStatus(requests) : null;
  }

  private boolean areAllComplete(long[] requests) throws Exception {
    Object self = binding.newRequest(nothing);
    for (long request : requests) {
      if (getStatus(self, request) == null) {
        return false;
      }
    }
    return true;
  }

  // ------------------------------------------------------------------ any, some of several

  /** {@code MPI_Waitany}. */
  @Serves("mpi.Request.waitAny")
  public int waitAny(long[] requests) throws Exception {
    return arrays.areAnyOurs(requests) || !progress.isIdle()
        ? arrays.indexOf(arrays.awaitFirst(requests))
        : pmpi.waitAny(requests);
  }

  /** {@code MPI_Waitany} with a status. */
  @Serves("mpi.Request.waitAnyStatus")
  public void waitAnyStatus(long[] requests, long[] status) throws Exception {
    if (arrays.areAnyOurs(requests) || !progress.isIdle()) {
      System.arraycopy(
          binding.fields(arrays.awaitFirst(requests)), 0, status, 0, MpiConstants.STATUS_FIELDS);
    } else {
      pmpi.waitAnyStatus(requests, status);
    }
  }

  /** {@code MPI_Testany}. */
  @Serves("mpi.Request.testAny")
  public int testAny(long[] requests) throws Exception {
    return arrays.areAnyOurs(requests)
        ? arrays.indexOf(arrays.completeFirst(requests))
        : pmpi.testAny(requests);
  }

  /** {@code MPI_Testany} with a status. */
  @Serves("mpi.Request.testAnyStatus")
  public @Nullable Object testAnyStatus(long[] requests) throws Exception {
    return arrays.areAnyOurs(requests)
        ? arrays.completeFirst(requests)
        : pmpi.testAnyStatus(requests);
  }

  /** {@code MPI_Waitsome}: null if there is nothing to wait for. */
  @Serves("mpi.Request.waitSome")
  public int @Nullable [] waitSome(long[] requests) throws Exception {
    if (arrays.areAnyOurs(requests) || !progress.isIdle()) {
      Object[] done = arrays.awaitSome(requests);
      return done == null ? null : arrays.indices(done);
    }
    return pmpi.waitSome(requests);
  }

  /** {@code MPI_Waitsome} with statuses. */
  @Serves("mpi.Request.waitSomeStatus")
  public Object @Nullable [] waitSomeStatus(long[] requests) throws Exception {
    return arrays.areAnyOurs(requests) || !progress.isIdle()
        ? arrays.awaitSome(requests)
        : pmpi.waitSomeStatus(requests);
  }

  /** {@code MPI_Testsome}: null if there is nothing to test. */
  @Serves("mpi.Request.testSome")
  public int @Nullable [] testSome(long[] requests) throws Exception {
    return arrays.areAnyOurs(requests)
        ? arrays.indices(arrays.completeSome(requests))
        : pmpi.testSome(requests);
  }

  /** {@code MPI_Testsome} with statuses. */
  @Serves("mpi.Request.testSomeStatus")
  public Object @Nullable [] testSomeStatus(long[] requests) throws Exception {
    return arrays.areAnyOurs(requests)
        ? arrays.completeSome(requests)
        : pmpi.testSomeStatus(requests);
  }
}
