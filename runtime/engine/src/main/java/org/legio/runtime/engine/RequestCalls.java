package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.MpiConstants;

/** The natives on requests. */
final class RequestCalls extends Calls {

  RequestCalls(RankState state) {
    super(state);
  }

  // ------------------------------------------------------------------ looking up, ending

  /**
   * The active request of a handle; null if there is none, so that there is nothing to wait for.
   */
  private @Nullable Request active(long handle) throws MpiErrorException {
    if (handle == Predefined.REQUEST_NULL) {
      return null;
    }
    Request request = found(handle);
    return request instanceof PersistentOperation persistent && !persistent.isActive()
        ? null
        : request;
  }

  private Request found(long handle) throws MpiErrorException {
    if (handle == Predefined.REQUEST_EMPTY) {
      return new CompleteRequest(state);
    }
    Request request = state.requests.find(handle);
    if (request == null) {
      throw error(state.world, MpiError.REQUEST, "handle " + handle + " is no request");
    }
    return request;
  }

  private static Request inner(Request request) {
    return request instanceof PersistentOperation persistent ? persistent.active() : request;
  }

  /**
   * The handle of a request after its completion: a persistent one keeps it, others get {@code
   * MPI_REQUEST_NULL}.
   */
  private static long left(long handle, @Nullable Request request) {
    return request != null && request.isPersistent() ? handle : Predefined.REQUEST_NULL;
  }

  private static void fillEmpty(long @Nullable [] status) {
    fill(status, new long[] {MpiConstants.ANY_SOURCE, MpiConstants.ANY_TAG, 0, 0, 0, 0});
  }

  /**
   * Ends a request that is over, and throws its error. A request that is pending because of a death
   * stays active.
   */
  private long finish(long handle, Request request, String call, long @Nullable [] status)
      throws Exception {
    Request done = inner(request);
    boolean continues = request.error() == MpiError.PROC_FAILED_PENDING;
    long left = left(handle, request);
    if (!continues) {
      fill(status, done.status);
      release(handle, request);
    } else if (done instanceof ReceiveRequest receive) {
      receive.noteFailure();
    }
    throwErrorOf(done, call);
    return left;
  }

  /**
   * Frees a request. Like Open MPI 5.0.7, it also frees a persistent request whose wait has failed.
   */
  private void release(long handle, Request request) {
    if (request instanceof PersistentOperation persistent && request.error() == MpiError.SUCCESS) {
      persistent.deactivate();
    } else {
      state.requests.remove(handle);
    }
  }

  // ------------------------------------------------------------------ one

  long requestFree(long handle) throws Exception {
    inner(found(handle)).isFreed = true;
    state.requests.remove(handle);
    return Predefined.REQUEST_NULL;
  }

  void cancel(long handle) throws Exception {
    found(handle).cancel();
  }

  long waitStatus(long handle, long[] status) throws Exception {
    return waitFor(handle, "waitStatus", status);
  }

  long waitFor(long handle) throws Exception {
    return waitFor(handle, "waitFor", null);
  }

  private long waitFor(long handle, String call, long @Nullable [] status) throws Exception {
    Request request = active(handle);
    if (request == null) {
      fillEmpty(status);
      return isPersistent(handle) ? handle : Predefined.REQUEST_NULL;
    }
    await(request);
    return finish(handle, request, call, status);
  }

  private boolean isPersistent(long handle) {
    Request request = state.requests.find(handle);
    return request != null && request.isPersistent();
  }

  @Nullable Object testStatus(Object self, long handle) throws Exception {
    Object status = state.binding.newStatus();
    return tests(self, handle, state.binding.fields(status)) ? status : null;
  }

  boolean test(Object self, long handle) throws Exception {
    return tests(self, handle, null);
  }

  private boolean tests(Object self, long handle, long @Nullable [] status) throws Exception {
    Request request = active(handle);
    if (request == null) {
      fillEmpty(status);
      state.binding.setHandle(self, isPersistent(handle) ? handle : Predefined.REQUEST_NULL);
      return true;
    }
    if (!isOver(request)) {
      return false;
    }
    try {
      state.binding.setHandle(self, finish(handle, request, "test", status));
    } finally {
      loseIfPersistent(request);
    }
    return true;
  }

  /** Like Open MPI 5.0.7, loses a message whose persistent receive had failed before it came. */
  private static void loseIfPersistent(Request request) {
    if (request instanceof PersistentOperation persistent
        && request.error() == MpiError.PROC_FAILED_PENDING
        && persistent.active().isDone()) {
      persistent.deactivate();
    }
  }

  /** Tests whether a request is over. If it is not, other ranks first continue for a while. */
  private boolean isOver(Request request) {
    if (request.isOver()) {
      return true;
    }
    letOthersContinue();
    return request.isOver();
  }

  /**
   * The status of a request. Like Open MPI 5.0.7, it reports no failures: a failed request counts
   * as not complete, unless its message has come all the same.
   */
  @Nullable Object getStatus(Object self, long handle) throws Exception {
    Request request = active(handle);
    Object status = state.binding.newStatus();
    if (request == null) {
      fillEmpty(state.binding.fields(status));
      return status;
    }
    if (!isOver(request) || (isFault(request.error()) && !hasMessage(request))) {
      letOthersContinue();
      return null;
    }
    fill(state.binding.fields(status), inner(request).status);
    return status;
  }

  private static boolean hasMessage(Request request) {
    return request.error() == MpiError.PROC_FAILED_PENDING && inner(request).isDone();
  }

  private static boolean isFault(int error) {
    return error == MpiError.PROC_FAILED
        || error == MpiError.PROC_FAILED_PENDING
        || error == MpiError.REVOKED;
  }

  long start(long handle) throws Exception {
    Request request = found(handle);
    if (!(request instanceof PersistentOperation persistent) || persistent.isActive()) {
      throw error(request.comm, MpiError.REQUEST, "the request is not an inactive persistent one");
    }
    persistent.start();
    return handle;
  }

  void startAll(long[] handles) throws Exception {
    for (long handle : handles) {
      start(handle);
    }
  }

  // ------------------------------------------------------------------ any

  void waitAnyStatus(long[] handles, long[] status) throws Exception {
    status[Request.INDEX] = awaitAny(handles, status);
  }

  int waitAny(long[] handles) throws Exception {
    return awaitAny(handles, null);
  }

  private int awaitAny(long[] handles, long @Nullable [] status) throws Exception {
    @Nullable Request[] requests = actives(handles);
    if (countOf(requests) == 0) {
      fillEmpty(status);
      return MpiConstants.UNDEFINED;
    }
    await(() -> firstOver(requests) >= 0, () -> "any of " + describe(requests));
    return finish(handles, requests, firstOver(requests), status);
  }

  private int finish(
      long[] handles, @Nullable Request[] requests, int index, long @Nullable [] status)
      throws Exception {
    Request request = java.util.Objects.requireNonNull(requests[index]);
    long handle = handles[index];
    if (request.error() != MpiError.PROC_FAILED_PENDING) {
      handles[index] = left(handle, request);
    }
    finish(handle, request, "wait or test of several", status);
    return index;
  }

  @Nullable Object testAnyStatus(long[] handles) throws Exception {
    Object status = state.binding.newStatus();
    int index = testedAny(handles, state.binding.fields(status));
    state.binding.fields(status)[Request.INDEX] = index;
    return index == NONE ? null : status;
  }

  private static final int NONE = -1;

  /** The index of a request that is over; {@code UNDEFINED} if none is over, or none is active. */
  int testAny(long[] handles) throws Exception {
    int index = testedAny(handles, null);
    return index == NONE ? MpiConstants.UNDEFINED : index;
  }

  private int testedAny(long[] handles, long @Nullable [] status) throws Exception {
    @Nullable Request[] requests = actives(handles);
    if (countOf(requests) == 0) {
      fillEmpty(status);
      return MpiConstants.UNDEFINED;
    }
    if (firstOver(requests) < 0) {
      letOthersContinue();
    }
    int first = firstOver(requests);
    return first < 0 ? NONE : finish(handles, requests, first, status);
  }

  private @Nullable Request[] actives(long[] handles) throws Exception {
    @Nullable Request[] requests = new Request[handles.length];
    for (int i = 0; i < handles.length; i++) {
      requests[i] = active(handles[i]);
    }
    return requests;
  }

  private static int countOf(@Nullable Request[] requests) {
    int count = 0;
    for (Request request : requests) {
      count += request == null ? 0 : 1;
    }
    return count;
  }

  private static int firstOver(@Nullable Request[] requests) {
    for (int i = 0; i < requests.length; i++) {
      Request request = requests[i];
      if (request != null && request.isOver()) {
        return i;
      }
    }
    return NONE;
  }

  private static boolean areAllOver(@Nullable Request[] requests) {
    for (Request request : requests) {
      if (request != null && !request.isOver()) {
        return false;
      }
    }
    return true;
  }

  private static String describe(@Nullable Request[] requests) {
    List<String> texts = new ArrayList<>();
    for (Request request : requests) {
      if (request != null) {
        texts.add(request.describe());
      }
    }
    return texts.toString();
  }

  // ------------------------------------------------------------------ all

  Object[] waitAllStatus(long[] handles) throws Exception {
    Object[] statuses = newStatuses(handles.length);
    awaitAll(handles, statuses);
    return statuses;
  }

  void waitAll(long[] handles) throws Exception {
    awaitAll(handles, null);
  }

  private Object[] newStatuses(int length) {
    Object[] statuses = state.binding.newStatuses(length);
    java.util.Arrays.setAll(statuses, i -> state.binding.newStatus());
    return statuses;
  }

  private void awaitAll(long[] handles, Object @Nullable [] statuses) throws Exception {
    @Nullable Request[] requests = actives(handles);
    await(() -> areAllOver(requests), () -> "all of " + describe(requests));
    finishAll(handles, requests, statuses);
  }

  private void finishAll(long[] handles, @Nullable Request[] requests, Object @Nullable [] statuses)
      throws Exception {
    Comm failed = null;
    for (int i = 0; i < handles.length; i++) {
      Request request = requests[i];
      long[] status = statuses == null ? null : state.binding.fields(statuses[i]);
      if (request == null) {
        fillEmpty(status);
        handles[i] = isPersistent(handles[i]) ? handles[i] : Predefined.REQUEST_NULL;
        continue;
      }
      boolean continues = request.error() == MpiError.PROC_FAILED_PENDING;
      failed = request.error() == MpiError.SUCCESS ? failed : request.comm;
      if (!continues) {
        fill(status, inner(request).status);
        release(handles[i], request);
        handles[i] = left(handles[i], request);
      }
    }
    if (failed != null) {
      throw error(failed, MpiError.IN_STATUS, "some of several requests have failed");
    }
  }

  Object @Nullable [] testAllStatus(long[] handles) throws Exception {
    Object[] statuses = newStatuses(handles.length);
    return testedAll(handles, statuses) ? statuses : null;
  }

  boolean testAll(long[] handles) throws Exception {
    return testedAll(handles, null);
  }

  private boolean testedAll(long[] handles, Object @Nullable [] statuses) throws Exception {
    @Nullable Request[] requests = actives(handles);
    if (!areAllOver(requests)) {
      letOthersContinue();
    }
    if (!areAllOver(requests)) {
      return false;
    }
    finishAll(handles, requests, statuses);
    return true;
  }

  // ------------------------------------------------------------------ some

  Object @Nullable [] waitSomeStatus(long[] handles) throws Exception {
    List<Object> statuses = new ArrayList<>();
    return awaitSome(handles, statuses)
        ? statuses.toArray(state.binding.newStatuses(statuses.size()))
        : null;
  }

  int @Nullable [] waitSome(long[] handles) throws Exception {
    List<Object> statuses = new ArrayList<>();
    return awaitSome(handles, statuses) ? indices(statuses) : null;
  }

  Object @Nullable [] testSomeStatus(long[] handles) throws Exception {
    List<Object> statuses = new ArrayList<>();
    return testedSome(handles, statuses)
        ? statuses.toArray(state.binding.newStatuses(statuses.size()))
        : null;
  }

  int @Nullable [] testSome(long[] handles) throws Exception {
    List<Object> statuses = new ArrayList<>();
    return testedSome(handles, statuses) ? indices(statuses) : null;
  }

  private int[] indices(List<Object> statuses) {
    return statuses.stream()
        .mapToInt(status -> (int) state.binding.fields(status)[Request.INDEX])
        .toArray();
  }

  private boolean awaitSome(long[] handles, List<Object> statuses) throws Exception {
    @Nullable Request[] requests = actives(handles);
    if (countOf(requests) == 0) {
      return false;
    }
    await(() -> firstOver(requests) >= 0, () -> "some of " + describe(requests));
    return finishSome(handles, requests, statuses);
  }

  private boolean testedSome(long[] handles, List<Object> statuses) throws Exception {
    @Nullable Request[] requests = actives(handles);
    if (countOf(requests) == 0) {
      return false;
    }
    if (firstOver(requests) < 0) {
      letOthersContinue();
    }
    return finishSome(handles, requests, statuses);
  }

  private boolean finishSome(long[] handles, @Nullable Request[] requests, List<Object> statuses)
      throws Exception {
    Comm failed = null;
    for (int i = 0; i < handles.length; i++) {
      Request request = requests[i];
      if (request == null || !request.isOver()) {
        continue;
      }
      failed = request.error() == MpiError.SUCCESS ? failed : request.comm;
      if (request.error() != MpiError.PROC_FAILED_PENDING) {
        Object status = state.binding.newStatus();
        fill(state.binding.fields(status), inner(request).status);
        state.binding.fields(status)[Request.INDEX] = i;
        statuses.add(status);
        release(handles[i], request);
        handles[i] = left(handles[i], request);
      }
    }
    if (failed != null) {
      throw error(failed, MpiError.IN_STATUS, "some of several requests have failed");
    }
    return true;
  }
}
