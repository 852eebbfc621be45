package org.legio.core;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.core.positions.Wait;
import org.legio.core.positions.Waits;
import org.legio.ulfm.Binding;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Outcome;
import org.legio.ulfm.Pmpi;

/**
 * The handler of waits and tests. Algorithm: a request whose partner is dead completes like one
 * with {@code MPI_PROC_NULL}, or ends the job, by policy. A receive from any source that MPI has
 * failed is waited for again after the deaths are acknowledged ({@link AnySource}). The forms on
 * arrays are made of the single ones, because Open MPI 5.0.7's own lose track of which request has
 * failed. Each method has the parameters of the native whose name it bears.
 */
public final class Requests {

  /** The state of a request that MPI has failed. */
  private enum Fate {
    /** It is complete; its status is filled in. */
    OVER,
    /** It is still pending. */
    PENDING
  }

  private static final int ERROR_FIELD = 2;
  private static final int CANCELLED_FIELD = 3;
  private static final int INDEX_FIELD = 5;
  private final Context context;
  private final Pmpi pmpi;
  private final Binding binding;
  private final RequestTable table;
  private final AnySource anySource;
  private final PersistentRequests persistent;
  private final Progress progress;
  private final PendingTable pending;
  private final Waits threads;
  private final long nothing;
  private final long emptied;

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
    this.emptied = binding.requestEmpty();
  }

  // ------------------------------------------------------------------ one request

  /** {@code MPI_Request_free}. */
  public long free(long request) throws Exception {
    if (PendingTable.isOurs(request)) {
      return freeOperation(request);
    }
    table.remove(request, table.ticket(request));
    persistent.forget(request);
    return pmpi.requestFree(request);
  }

  /** {@code MPI_Cancel}: a receive that is cancelled needs no other rank any more. */
  public void cancel(long request) throws Exception {
    if (PendingTable.isOurs(request)) {
      throw invalidRequest();
    }
    table.cancel(request);
    pmpi.cancel(request);
  }

  /** {@code MPI_Wait}. */
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
    while (!givesUp("wait", request, ticket, status)) {
      try {
        long left = waitInMpi(request, status);
        completed(request, ticket, status);
        return left;
      } catch (Exception e) {
        if (failed("wait", request, ticket, status, e) == Fate.OVER) {
          return persistent.left(ticket);
        }
      }
    }
    return persistent.left(ticket);
  }

  /** {@code MPI_Wait} without a status. */
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
      return failed("wait", request, ticket, unused, e) == Fate.OVER
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

  /** Polls for one of several requests. */
  private void pollFor(long[] requests, Progress.Condition condition) throws Exception {
    Wait wait = threads.own();
    wait.begin(requests);
    try {
      progress.pollUntil(condition);
    } finally {
      wait.end();
    }
  }

  /** {@code MPI_Test}. */
  public @Nullable Object testStatus(Object self, long request) throws Exception {
    progress.poll();
    if (PendingTable.isOurs(request)) {
      return testOperation(self, request);
    }
    long ticket = table.ticket(request);
    if (context.failedProcesses().any()) {
      Object told = binding.newStatus();
      if (givesUp("test", request, ticket, binding.fields(told))) {
        binding.setHandle(self, persistent.left(ticket));
        return told;
      }
    }
    try {
      Object status = pmpi.testStatus(self, request);
      if (status != null) {
        completed(request, ticket, binding.fields(status));
      }
      return status;
    } catch (Exception e) {
      Object told = binding.newStatus();
      if (failed("test", request, ticket, binding.fields(told), e) == Fate.PENDING) {
        return null;
      }
      binding.setHandle(self, persistent.left(ticket));
      return told;
    }
  }

  /** {@code MPI_Test} without a status. */
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
          failed("test", request, ticket, new long[MpiConstants.STATUS_FIELDS], e) == Fate.OVER;
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
    if (dead >= 0 && anySource.tells()) {
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

  /** Completes a request and sets its status's error, which MPI's single wait leaves undefined. */
  private void completed(long request, long ticket, long[] status) {
    status[ERROR_FIELD] = 0;
    table.complete(request, ticket, status);
  }

  /** Decides whether a request that MPI has failed is over. */
  private Fate failed(String call, long request, long ticket, long[] status, Exception thrown)
      throws Exception {
    RequestTable.Entry entry = table.find(request, ticket);
    if (entry == null) {
      throw thrown;
    }
    Communicator comm = entry.comm();
    Outcome outcome = binding.outcome(thrown);
    if (!outcome.isFault()) {
      table.remove(request, ticket);
      throw comm.errorHandler().raise(call, thrown);
    }
    comm.discoverDeaths();
    if (entry.receives() && entry.isCancelled()) {
      completeCancelled(request, ticket, status, outcome);
      return Fate.OVER;
    }
    if (outcome == Outcome.PROC_FAILED_PENDING) {
      anySource.acknowledge(call, comm);
      return givesUp(call, request, ticket, status) ? Fate.OVER : Fate.PENDING;
    }
    completeWithoutMessage(call, entry, status);
    table.remove(request, ticket);
    return Fate.OVER;
  }

  /** Completes a receive without a message; its sender may have died in the middle of it. */
  private void completeWithoutMessage(String call, RequestTable.Entry entry, long[] status)
      throws Exception {
    Communicator comm = entry.comm();
    int dead = entry.isAnySource() && anySource.tells() ? comm.unannouncedDeath() : -1;
    if (dead >= 0) {
      comm.announce(dead, false);
      AnySource.fillEmpty(status, dead, entry.tag());
    } else {
      skip(call, entry);
      AnySource.fillEmpty(status, MpiConstants.PROC_NULL, MpiConstants.ANY_TAG);
    }
  }

  /** Completes a cancelled receive: in Open MPI 5.0.7 it fails for ever if it failed before. */
  private void completeCancelled(long request, long ticket, long[] status, Outcome outcome)
      throws Exception {
    AnySource.fillEmpty(status, MpiConstants.ANY_SOURCE, MpiConstants.ANY_TAG);
    status[CANCELLED_FIELD] = 1;
    if (outcome == Outcome.PROC_FAILED_PENDING) {
      readStatus(request, status);
      pmpi.requestFree(request);
    }
    completed(request, ticket, status);
  }

  private void skip(String call, RequestTable.Entry entry) throws Exception {
    Setting policy =
        entry.receives() ? Setting.RECV_SOURCE_FAILED : Setting.SEND_DESTINATION_FAILED;
    String role = entry.receives() ? "source" : "destination";
    context.skip(policy, call, entry.comm().name(), role, entry.partner());
  }

  /**
   * Ends a receive from any source if a death is to be announced, or if no rank that could send is
   * left: cancels it and fills in the empty status.
   *
   * @return whether the request is over
   */
  private boolean givesUp(String call, long request, long ticket, long[] status) throws Exception {
    RequestTable.Entry entry = context.failedProcesses().any() ? table.find(request, ticket) : null;
    if (entry == null || !entry.isAnySource() || entry.isCancelled()) {
      return false;
    }
    Communicator comm = entry.comm();
    int dead = anySource.toTell(comm, entry.tag(), false);
    if (dead < 0 && !anySource.isHopeless(comm, entry.tag())) {
      return false;
    }
    boolean isWithdrawn = withdraw(comm, request, ticket, status);
    if (isWithdrawn && dead < 0) {
      skip(call, entry);
      AnySource.fillEmpty(status, MpiConstants.PROC_NULL, MpiConstants.ANY_TAG);
    } else if (isWithdrawn) {
      AnySource.fillEmpty(status, dead, entry.tag());
    } else if (dead >= 0) {
      comm.retract(dead);
    }
    return true;
  }

  /**
   * Cancels a receive; returns false if a message had arrived before, which is then received. In
   * Open MPI 5.0.7 a receive that has failed because of a death before it is cancelled fails for
   * ever, even if a message has arrived.
   */
  private boolean withdraw(Communicator comm, long request, long ticket, long[] status)
      throws Exception {
    pmpi.cancel(request);
    Outcome outcome = waitAcknowledging(comm, request, status);
    if (outcome
        == Outcome.PROC_FAILED_PENDING) { // perhaps because of a death after the acknowledgement
      outcome = waitAcknowledging(comm, request, status);
    }
    boolean failsForEver = outcome == Outcome.PROC_FAILED_PENDING;
    boolean isInactive = outcome == Outcome.OK && persistent.isPersistent(ticket);
    if (failsForEver) {
      readStatus(request, status);
    }
    if (failsForEver || isInactive) {
      pmpi.requestFree(request);
    }
    boolean isGone = outcome != Outcome.OK && !failsForEver;
    completed(request, ticket, status);
    return isGone || status[CANCELLED_FIELD] != 0;
  }

  /** The status of a request that is complete though its waits fail: a message may have arrived. */
  private void readStatus(long request, long[] status) throws Exception {
    Object told = pmpi.getStatus(binding.newRequest(request), request);
    if (told != null) {
      System.arraycopy(binding.fields(told), 0, status, 0, MpiConstants.STATUS_FIELDS);
    } else {
      status[CANCELLED_FIELD] = 1; // it is not complete: no message has arrived
    }
  }

  /** Acknowledges the deaths known so far and waits for a receive from any source. */
  private Outcome waitAcknowledging(Communicator comm, long request, long[] status)
      throws Exception {
    comm.acknowledgeDeaths();
    try {
      pmpi.waitStatus(request, status);
      return Outcome.OK;
    } catch (Exception e) {
      if (!binding.outcome(e).isFault()) {
        throw e;
      }
      return binding.outcome(e);
    }
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
    PendingOperation operation = operation(request);
    if (!operation.isDone()) {
      return null;
    }
    pending.forget(request);
    binding.setHandle(self, nothing);
    operation.throwIfErred();
    return binding.newStatus();
  }

  private PendingOperation operation(long request) throws Exception {
    PendingOperation operation = pending.find(request);
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
  public void waitAll(long[] requests) throws Exception {
    boolean[] erred = {false};
    for (int i = 0; i < requests.length; i++) {
      requests[i] = waitOrNote(requests[i], null, erred);
    }
    throwIfErred(erred);
  }

  /** {@code MPI_Waitall} with statuses. */
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
      if (binding.outcome(e) != Outcome.OTHER) {
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
  public boolean testAll(long[] requests) throws Exception {
    if (!areAllComplete(requests)) {
      return false;
    }
    waitAll(requests);
    return true;
  }

  /** {@code MPI_Testall} with statuses. */
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

  /**
   * Whether a request is a pending message of a protected communicator. Others may be persistent
   * and inactive, and then count for nothing; they are left to MPI's own forms on arrays.
   */
  private boolean isOurs(long request) {
    return request == emptied
        || PendingTable.isOurs(request)
        || table.ticket(request) != RequestTable.NO_TICKET;
  }

  private boolean areAnyOurs(long[] requests) {
    return Arrays.stream(requests).anyMatch(this::isOurs);
  }

  /** {@code MPI_Waitany}. */
  public int waitAny(long[] requests) throws Exception {
    return areAnyOurs(requests) || !progress.isIdle()
        ? indexOf(awaitFirst(requests))
        : pmpi.waitAny(requests);
  }

  /** {@code MPI_Waitany} with a status. */
  public void waitAnyStatus(long[] requests, long[] status) throws Exception {
    if (areAnyOurs(requests) || !progress.isIdle()) {
      System.arraycopy(
          binding.fields(awaitFirst(requests)), 0, status, 0, MpiConstants.STATUS_FIELDS);
    } else {
      pmpi.waitAnyStatus(requests, status);
    }
  }

  /** {@code MPI_Testany}. */
  public int testAny(long[] requests) throws Exception {
    return areAnyOurs(requests) ? indexOf(completeFirst(requests)) : pmpi.testAny(requests);
  }

  /** {@code MPI_Testany} with a status. */
  public @Nullable Object testAnyStatus(long[] requests) throws Exception {
    return areAnyOurs(requests) ? completeFirst(requests) : pmpi.testAnyStatus(requests);
  }

  /** {@code MPI_Waitsome}: null if there is nothing to wait for. */
  public int @Nullable [] waitSome(long[] requests) throws Exception {
    if (areAnyOurs(requests) || !progress.isIdle()) {
      Object[] done = awaitSome(requests);
      return done == null ? null : indices(done);
    }
    return pmpi.waitSome(requests);
  }

  /** {@code MPI_Waitsome} with statuses. */
  public Object @Nullable [] waitSomeStatus(long[] requests) throws Exception {
    return areAnyOurs(requests) || !progress.isIdle()
        ? awaitSome(requests)
        : pmpi.waitSomeStatus(requests);
  }

  /** {@code MPI_Testsome}: null if there is nothing to test. */
  public int @Nullable [] testSome(long[] requests) throws Exception {
    return areAnyOurs(requests) ? indices(completeSome(requests)) : pmpi.testSome(requests);
  }

  /** {@code MPI_Testsome} with statuses. */
  public Object @Nullable [] testSomeStatus(long[] requests) throws Exception {
    return areAnyOurs(requests) ? completeSome(requests) : pmpi.testSomeStatus(requests);
  }

  private Object awaitFirst(long[] requests) throws Exception {
    boolean anyOurs = areAnyOurs(requests);
    Object[] first = {null};
    pollFor(
        requests,
        () ->
            (first[0] = anyOurs ? completeFirst(requests) : pmpi.testAnyStatus(requests)) != null);
    return requireNonNull(first[0]);
  }

  private Object @Nullable [] awaitSome(long[] requests) throws Exception {
    boolean anyOurs = areAnyOurs(requests);
    Object[] @Nullable [] done = {null};
    pollFor(
        requests,
        () -> {
          done[0] = anyOurs ? completeSome(requests) : pmpi.testSomeStatus(requests);
          return done[0] == null || done[0].length > 0;
        });
    return done[0];
  }

  /** Completes one of several requests, some of them Legio's, if one is done. */
  private @Nullable Object completeFirst(long[] requests) throws Exception {
    progress.poll();
    for (int i = 0; i < requests.length; i++) {
      Object status = isOurs(requests[i]) ? complete(requests, i) : null;
      if (status != null) {
        return status;
      }
    }
    long[] others = othersOf(requests);
    long[] left = others.clone();
    Object status = hasAny(others) ? pmpi.testAnyStatus(left) : null;
    takeBack(others, left, requests);
    return status == null || indexOf(status) == MpiConstants.UNDEFINED ? null : status;
  }

  /** Completes all of several requests, some of them Legio's, that are done. */
  private Object[] completeSome(long[] requests) throws Exception {
    progress.poll();
    long[] others = othersOf(requests);
    long[] left = others.clone();
    Object[] done = hasAny(others) ? pmpi.testSomeStatus(left) : null;
    takeBack(others, left, requests);
    List<Object> all = new ArrayList<>(done == null ? List.of() : List.of(done));
    for (int i = 0; i < requests.length; i++) {
      Object status = isOurs(requests[i]) ? complete(requests, i) : null;
      if (status != null) {
        all.add(status);
      }
    }
    return all.toArray(binding.newStatuses(all.size()));
  }

  /** Completes one of several requests if it is done; its status then names its index. */
  private @Nullable Object complete(long[] requests, int index) throws Exception {
    Object self = binding.newRequest(requests[index]);
    Object status = testStatus(self, requests[index]);
    if (status != null) {
      requests[index] = binding.handle(self);
      binding.fields(status)[INDEX_FIELD] = index;
    }
    return status;
  }

  /** The requests that are not Legio's; the null request stands for the others. */
  private long[] othersOf(long[] requests) {
    return Arrays.stream(requests).map(request -> isOurs(request) ? nothing : request).toArray();
  }

  private boolean hasAny(long[] requests) {
    return Arrays.stream(requests).anyMatch(request -> request != nothing);
  }

  /** Puts the handles that are not Legio's back into the array, as MPI has left them. */
  private void takeBack(long[] others, long[] left, long[] requests) {
    for (int i = 0; i < requests.length; i++) {
      requests[i] = others[i] == nothing ? requests[i] : left[i];
    }
  }

  private int indexOf(@Nullable Object status) {
    return status == null ? MpiConstants.UNDEFINED : (int) binding.fields(status)[INDEX_FIELD];
  }

  private int[] indices(Object[] statuses) {
    return Arrays.stream(statuses).mapToInt(this::indexOf).toArray();
  }
}
