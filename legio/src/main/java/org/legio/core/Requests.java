package org.legio.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Binding;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Outcome;
import org.legio.ulfm.Pmpi;

/**
 * The handler of waits and tests. A request whose partner is dead completes as one with {@code
 * MPI_PROC_NULL} does, or ends the job, by policy.
 *
 * <p>The forms on arrays are made of the single ones: Open MPI 5.0.7's own lose track of which of
 * several requests failed. Each method has the parameters of the native whose name it bears.
 */
public final class Requests {

  /** How a failed request stands. */
  private enum Fate {
    /** It is over; its status is filled in. */
    OVER,
    /** It goes on. */
    PENDING
  }

  private static final int STATUS_FIELDS = 6;
  private static final int INDEX_FIELD = 5;
  private static final int ERR_IN_STATUS = 18;

  private final Context context;
  private final Pmpi pmpi;
  private final Binding binding;
  private final RequestTable table;
  private final AnySource anySource;
  private final long nothing;
  private final long emptied;

  Requests(Context context, RequestTable table, AnySource anySource) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.binding = context.binding();
    this.table = table;
    this.anySource = anySource;
    this.nothing = binding.requestNull();
    this.emptied = binding.requestEmpty();
  }

  // ------------------------------------------------------------------ one request

  /** {@code MPI_Request_free}. */
  public long free(long request) throws Exception {
    table.remove(request);
    return pmpi.requestFree(request);
  }

  /** {@code MPI_Wait}. */
  public long waitStatus(long request, long[] status) throws Exception {
    if (tells(request, status)) {
      return nothing;
    }
    while (true) {
      try {
        long left = pmpi.waitStatus(request, status);
        completed(request, status);
        return left;
      } catch (Exception e) {
        if (failed("wait", request, status, e) == Fate.OVER) {
          return nothing;
        }
      }
    }
  }

  /** {@code MPI_Wait} without a status. */
  public long waitFor(long request) throws Exception {
    if (context.deaths().any()) {
      return waitStatus(request, new long[STATUS_FIELDS]);
    }
    try {
      long left = pmpi.waitFor(request);
      table.remove(request);
      return left;
    } catch (Exception e) {
      long[] unused = new long[STATUS_FIELDS];
      return failed("wait", request, unused, e) == Fate.OVER
          ? nothing
          : waitStatus(request, unused);
    }
  }

  /** {@code MPI_Test}. */
  public @Nullable Object testStatus(Object self, long request) throws Exception {
    Object told = binding.newStatus();
    if (tells(request, binding.fields(told))) {
      binding.setHandle(self, nothing);
      return told;
    }
    try {
      Object status = pmpi.testStatus(self, request);
      if (status != null) {
        completed(request, binding.fields(status));
      }
      return status;
    } catch (Exception e) {
      if (failed("test", request, binding.fields(told), e) == Fate.PENDING) {
        return null;
      }
      binding.setHandle(self, nothing);
      return told;
    }
  }

  /** {@code MPI_Test} without a status. */
  public boolean test(Object self, long request) throws Exception {
    if (context.deaths().any()) {
      return testStatus(self, request) != null;
    }
    try {
      boolean done = pmpi.test(self, request);
      if (done) {
        table.remove(request);
      }
      return done;
    } catch (Exception e) {
      boolean over = failed("test", request, new long[STATUS_FIELDS], e) == Fate.OVER;
      if (over) {
        binding.setHandle(self, nothing);
      }
      return over;
    }
  }

  /** {@code MPI_Request_get_status}: leaves the request as it is, whatever became of it. */
  public @Nullable Object getStatus(Object self, long request) throws Exception {
    RequestTable.Entry entry = table.find(request);
    acknowledge(entry);
    try {
      Object status = pmpi.getStatus(self, request);
      if (status != null && entry != null) {
        entry.comm().translateSource(binding.fields(status));
      }
      return status;
    } catch (Exception e) {
      if (entry == null || !binding.outcome(e).isFault()) {
        throw e;
      }
      return entry.isAnySource() ? null : emptyStatus();
    }
  }

  private Object emptyStatus() {
    Object status = binding.newStatus();
    AnySource.fillEmpty(binding.fields(status), MpiConstants.PROC_NULL, MpiConstants.ANY_TAG);
    return status;
  }

  private void completed(long request, long[] status) {
    Communicator comm = table.communicator(request);
    if (comm != null) {
      comm.translateSource(status);
      table.remove(request);
    }
  }

  /** Decides on a request that MPI has failed. */
  private Fate failed(String call, long request, long[] status, Exception thrown) throws Exception {
    RequestTable.Entry entry = table.find(request);
    if (entry == null) {
      throw thrown;
    }
    Communicator comm = entry.comm();
    Outcome outcome = binding.outcome(thrown);
    if (!outcome.isFault()) {
      table.remove(request);
      throw comm.errorHandler().raise(call, thrown);
    }
    comm.discoverDeaths();
    if (outcome == Outcome.PROC_FAILED_PENDING) {
      boolean hopeless = anySource.isHopelessAfterFailure(call, comm);
      return hopeless || tells(request, status) ? over(request, status, hopeless) : Fate.PENDING;
    }
    leaveOut(call, entry);
    AnySource.fillEmpty(status, MpiConstants.PROC_NULL, MpiConstants.ANY_TAG);
    table.remove(request);
    return Fate.OVER;
  }

  private Fate over(long request, long[] status, boolean hopeless) throws Exception {
    RequestTable.Entry entry = table.find(request);
    if (hopeless && entry != null) {
      leaveOut("wait", entry);
      if (!withdrawn(request, status)) {
        return Fate.OVER;
      }
      AnySource.fillEmpty(status, MpiConstants.PROC_NULL, MpiConstants.ANY_TAG);
    }
    return Fate.OVER;
  }

  private void leaveOut(String call, RequestTable.Entry entry) throws Exception {
    Setting policy =
        entry.receives() ? Setting.RECV_SOURCE_FAILED : Setting.SEND_DESTINATION_FAILED;
    String role = entry.receives() ? "source" : "destination";
    context.policies().decide(policy, call + " on " + entry.comm().name(), role, entry.partner());
    context.report().skipped(call, role, entry.partner());
  }

  /**
   * If the program is to be told of a death instead of going on to receive from any source:
   * withdraws the receive and fills in the empty status.
   */
  private boolean tells(long request, long[] status) throws Exception {
    if (!context.deaths().any()) {
      return false;
    }
    RequestTable.Entry entry = table.find(request);
    if (entry == null || !entry.isAnySource()) {
      return false;
    }
    int dead = anySource.toTell(entry.comm(), entry.tag(), false);
    if (dead < 0) {
      return false;
    }
    if (withdrawn(request, status)) {
      AnySource.fillEmpty(status, dead, entry.tag());
    } else {
      entry.comm().retract(dead);
    }
    return true;
  }

  /** Cancels a receive; returns false if a message had come after all, which is then received. */
  private boolean withdrawn(long request, long[] status) throws Exception {
    pmpi.cancel(request);
    pmpi.waitStatus(request, status);
    boolean cancelled = status[3] != 0;
    completed(request, status);
    return cancelled;
  }

  /**
   * Lets a receive from any source go on after deaths that its communicator has not acknowledged.
   */
  private void acknowledge(RequestTable.@Nullable Entry entry) {
    if (entry != null && entry.isAnySource() && context.deaths().any()) {
      context.ulfm().acknowledge(entry.comm().handle());
    }
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

  /** Waits; an error of the program's own is noted and the other requests still waited for. */
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
      throw binding.newException(ERR_IN_STATUS, "MPI_ERR_IN_STATUS: error code in status");
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
   * Whether all are messages of protected communicators: others may be persistent, whose inactive
   * ones count for nothing, and are left to MPI.
   */
  private boolean areOurs(long[] requests) {
    for (long request : requests) {
      if (request != nothing && request != emptied && table.communicator(request) == null) {
        return false;
      }
    }
    return true;
  }

  /** {@code MPI_Waitany}. */
  public int waitAny(long[] requests) throws Exception {
    if (!areOurs(requests)) {
      return pmpi.waitAny(requests);
    }
    return indexOf(awaitFirst(requests));
  }

  /** {@code MPI_Waitany} with a status. */
  public void waitAnyStatus(long[] requests, long[] status) throws Exception {
    if (!areOurs(requests)) {
      pmpi.waitAnyStatus(requests, status);
      return;
    }
    Object first = awaitFirst(requests);
    if (first == null) {
      AnySource.fillEmpty(status, MpiConstants.ANY_SOURCE, MpiConstants.ANY_TAG);
      status[INDEX_FIELD] = MpiConstants.UNDEFINED;
    } else {
      System.arraycopy(binding.fields(first), 0, status, 0, STATUS_FIELDS);
    }
  }

  /** {@code MPI_Testany}. */
  public int testAny(long[] requests) throws Exception {
    return areOurs(requests) ? indexOf(completeFirst(requests)) : pmpi.testAny(requests);
  }

  /** {@code MPI_Testany} with a status. */
  public @Nullable Object testAnyStatus(long[] requests) throws Exception {
    if (!areOurs(requests)) {
      return pmpi.testAnyStatus(requests);
    }
    Object first = completeFirst(requests);
    if (first != null || hasPending(requests)) {
      return first;
    }
    Object none = binding.newStatus();
    waitAnyStatus(requests, binding.fields(none));
    return none;
  }

  /** {@code MPI_Waitsome}: null if there is nothing to wait for. */
  public int @Nullable [] waitSome(long[] requests) throws Exception {
    return areOurs(requests) ? indices(waitSomeStatus(requests)) : pmpi.waitSome(requests);
  }

  /** {@code MPI_Waitsome} with statuses. */
  public Object @Nullable [] waitSomeStatus(long[] requests) throws Exception {
    if (!areOurs(requests)) {
      return pmpi.waitSomeStatus(requests);
    }
    Object[] done = testSomeStatus(requests);
    while (done != null && done.length == 0) {
      letOthersRun();
      done = testSomeStatus(requests);
    }
    return done;
  }

  /** {@code MPI_Testsome}: null if there is nothing to test. */
  public int @Nullable [] testSome(long[] requests) throws Exception {
    return areOurs(requests) ? indices(testSomeStatus(requests)) : pmpi.testSome(requests);
  }

  /** {@code MPI_Testsome} with statuses. */
  public Object @Nullable [] testSomeStatus(long[] requests) throws Exception {
    if (!areOurs(requests)) {
      return pmpi.testSomeStatus(requests);
    }
    if (!hasPending(requests)) {
      return null;
    }
    Object[] done = binding.newStatuses(requests.length);
    int count = 0;
    for (int i = 0; i < requests.length; i++) {
      Object status = complete(requests, i);
      if (status != null) {
        done[count++] = status;
      }
    }
    return Arrays.copyOf(done, count);
  }

  private @Nullable Object awaitFirst(long[] requests) throws Exception {
    Object first = null;
    while (first == null && hasPending(requests)) {
      first = completeFirst(requests);
      if (first == null) {
        letOthersRun();
      }
    }
    return first;
  }

  @SuppressWarnings("ThreadPriorityCheck") // there may be more ranks than cores
  private static void letOthersRun() {
    Thread.yield();
  }

  private @Nullable Object completeFirst(long[] requests) throws Exception {
    for (int i = 0; i < requests.length; i++) {
      Object status = complete(requests, i);
      if (status != null) {
        return status;
      }
    }
    return null;
  }

  /** Completes one of several requests if it is done; its status then names its index. */
  private @Nullable Object complete(long[] requests, int index) throws Exception {
    if (requests[index] == nothing) {
      return null;
    }
    Object self = binding.newRequest(requests[index]);
    Object status = testStatus(self, requests[index]);
    if (status != null) {
      requests[index] = binding.handle(self);
      binding.fields(status)[INDEX_FIELD] = index;
    }
    return status;
  }

  private boolean hasPending(long[] requests) {
    for (long request : requests) {
      if (request != nothing) {
        return true;
      }
    }
    return false;
  }

  private int indexOf(@Nullable Object status) {
    return status == null ? MpiConstants.UNDEFINED : (int) binding.fields(status)[INDEX_FIELD];
  }

  private int @Nullable [] indices(Object @Nullable [] statuses) {
    return statuses == null ? null : Arrays.stream(statuses).mapToInt(this::indexOf).toArray();
  }
}
