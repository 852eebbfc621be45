package org.legio.core.message;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.legio.core.positions.Wait;
import org.legio.core.repair.Context;
import org.legio.core.repair.PendingTable;
import org.legio.core.repair.Progress;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/** Completes any or some of several requests, Legio's one by one, the others by MPI's own forms. */
final class RequestArrays {

  /** Completes a request if it is done; returns its status, null if it is not. */
  @FunctionalInterface
  interface Test {
    @Nullable Object of(Object self, long request) throws Exception;
  }

  private static final int INDEX_FIELD = 5;

  private final Pmpi pmpi;
  private final Binding binding;
  private final RequestTable table;
  private final Progress progress;
  private final Context context;
  private final Test test;
  private final long nothing;
  private final long emptied;

  RequestArrays(Context context, RequestTable table, Test test) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.binding = context.binding();
    this.table = table;
    this.progress = context.progress();
    this.test = test;
    this.nothing = binding.requestNull();
    this.emptied = binding.requestEmpty();
  }

  /**
   * Whether a request is a pending message of a protected communicator. Others may be persistent
   * and inactive, and then count for nothing; they are left to MPI's own forms on arrays.
   */
  private boolean isOurs(long request) {
    return request == emptied
        || PendingTable.isOurs(request)
        || table.ticket(request) != RequestTable.NO_TICKET;
  }

  boolean areAnyOurs(long[] requests) {
    return Arrays.stream(requests).anyMatch(this::isOurs);
  }

  Object awaitFirst(long[] requests) throws Exception {
    boolean anyOurs = areAnyOurs(requests);
    Object[] first = {null};
    pollFor(
        requests,
        () ->
            (first[0] = anyOurs ? completeFirst(requests) : pmpi.testAnyStatus(requests)) != null);
    return requireNonNull(first[0]);
  }

  Object @Nullable [] awaitSome(long[] requests) throws Exception {
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
  @Nullable Object completeFirst(long[] requests) throws Exception {
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
  Object[] completeSome(long[] requests) throws Exception {
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
    Object status = test.of(self, requests[index]);
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

  int indexOf(@Nullable Object status) {
    return status == null ? MpiConstants.UNDEFINED : (int) binding.fields(status)[INDEX_FIELD];
  }

  int[] indices(Object[] statuses) {
    return Arrays.stream(statuses).mapToInt(this::indexOf).toArray();
  }

  /** Polls for one of several requests. */
  private void pollFor(long[] requests, Progress.Condition condition) throws Exception {
    Wait wait = context.positions().waits().own();
    wait.begin(requests);
    try {
      progress.pollUntil(condition);
    } finally {
      wait.end();
    }
  }
}
