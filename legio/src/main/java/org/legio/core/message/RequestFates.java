package org.legio.core.message;

import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Pmpi;

/**
 * What becomes of a request that a death has met: it is over without a message, or waited for
 * again.
 *
 * <p>Requests are known by their handle and the ticket of their entry in the {@link RequestTable}:
 * MPI may give a handle again.
 */
final class RequestFates {

  /** The state of a request that MPI has failed. */
  enum Fate {
    /** It is complete; its status is filled in. */
    OVER,
    /** It is still pending. */
    PENDING
  }

  private static final int ERROR_FIELD = 2;
  private static final int CANCELLED_FIELD = 3;

  private final Context context;
  private final Pmpi pmpi;
  private final Binding binding;
  private final RequestTable table;
  private final AnySource anySource;
  private final PersistentRequests persistent;

  RequestFates(
      Context context, RequestTable table, AnySource anySource, PersistentRequests persistent) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.binding = context.binding();
    this.table = table;
    this.anySource = anySource;
    this.persistent = persistent;
  }

  /** Completes a request and sets its status's error, which MPI's single wait leaves undefined. */
  void completed(long request, long ticket, long[] status) {
    status[ERROR_FIELD] = 0;
    table.complete(request, ticket, status);
  }

  /** Decides whether a request that MPI has failed is over. */
  Fate failed(String call, long request, long ticket, long[] status, Exception thrown)
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
      return endsInSpiteOfDeaths(call, request, ticket, status) ? Fate.OVER : Fate.PENDING;
    }
    completeWithoutMessage(call, entry, status);
    table.remove(request, ticket);
    return Fate.OVER;
  }

  /** Completes a receive without a message; its sender may have died in the middle of it. */
  private void completeWithoutMessage(String call, RequestTable.Entry entry, long[] status)
      throws Exception {
    Communicator comm = entry.comm();
    int dead = entry.isAnySource() && AnySource.tells(comm) ? comm.unannouncedDeath() : -1;
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

  void skip(String call, RequestTable.Entry entry) throws Exception {
    Setting policy =
        entry.receives() ? Setting.RECV_SOURCE_FAILED : Setting.SEND_DESTINATION_FAILED;
    String role = entry.receives() ? "source" : "destination";
    Communicator comm = entry.comm();
    context.skip(comm.policies().inForce(), policy, call, comm.name(), role, entry.partner());
  }

  /**
   * Whether MPI's own test may lose a message: in Open MPI 5.0.7 one that completes a receive from
   * any source after this has failed because of a death. The test fails and makes a persistent
   * request inactive, and with it the status is gone.
   */
  boolean mayLoseByTest(long request, long ticket) {
    if (!context.failedProcesses().any() || !persistent.isPersistent(ticket)) {
      return false;
    }
    RequestTable.Entry entry = table.find(request, ticket);
    return entry != null && entry.isAnySource();
  }

  /**
   * Ends a receive from any source if a message has come, which its waits and tests do not tell
   * after they have failed once; or else if a death is to be announced, or if no rank that could
   * send is left: then it is cancelled and the status says that it is empty.
   *
   * @return whether the request is over
   */
  boolean endsInSpiteOfDeaths(String call, long request, long ticket, long[] status)
      throws Exception {
    RequestTable.Entry entry = context.failedProcesses().any() ? table.find(request, ticket) : null;
    if (entry == null || !entry.isAnySource() || entry.isCancelled()) {
      return false;
    }
    Communicator comm = entry.comm();
    if (pmpi.getStatus(binding.newRequest(request), request) != null) {
      boolean hasLostItsSender = withdraw(call, entry, request, ticket, status);
      if (hasLostItsSender) {
        completeWithoutMessage(call, entry, status);
      }
      return true;
    }
    comm.discoverDeathsNowAndThen();
    int dead = anySource.toTell(comm, entry.tag(), false);
    if (dead < 0 && !anySource.isHopeless(comm, entry.tag())) {
      return false;
    }
    boolean isWithdrawn = withdraw(call, entry, request, ticket, status);
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
   * Ends a receive: takes its message, if one has arrived, or else cancels it, which it tells. In
   * Open MPI 5.0.7 a receive that has failed because of a death before it is cancelled fails for
   * ever, even if a message has arrived.
   */
  private boolean withdraw(
      String call, RequestTable.Entry entry, long request, long ticket, long[] status)
      throws Exception {
    pmpi.cancel(request);
    Outcome outcome = waitAcknowledging(call, entry, request, ticket, status);
    if (outcome == Outcome.PROC_FAILED_PENDING) { // perhaps of a death after the acknowledgment
      outcome = waitAcknowledging(call, entry, request, ticket, status);
    }
    boolean failsForEver = outcome == Outcome.PROC_FAILED_PENDING;
    boolean isInactive = outcome == Outcome.OK && persistent.isPersistent(ticket);
    if (failsForEver && !readStatus(request, status)) {
      status[CANCELLED_FIELD] = 1; // it is not complete: no message has arrived
    }
    if (failsForEver || isInactive) {
      pmpi.requestFree(request);
    }
    boolean isGone = outcome != Outcome.OK && !failsForEver;
    completed(request, ticket, status);
    return isGone || status[CANCELLED_FIELD] != 0;
  }

  /** Reads the status of a request if it is complete, even of one whose waits and tests fail. */
  private boolean readStatus(long request, long[] status) throws Exception {
    Object told = pmpi.getStatus(binding.newRequest(request), request);
    if (told == null) {
      return false;
    }
    System.arraycopy(binding.fields(told), 0, status, 0, MpiConstants.STATUS_FIELDS);
    return true;
  }

  /** Acknowledges the deaths known so far and waits for a receive from any source. */
  private Outcome waitAcknowledging(
      String call, RequestTable.Entry entry, long request, long ticket, long[] status)
      throws Exception {
    entry.comm().acknowledgeDeaths();
    try {
      pmpi.waitStatus(request, status);
      return Outcome.OK;
    } catch (Exception e) {
      Outcome outcome = binding.outcome(e);
      if (!outcome.isFault()) {
        table.remove(request, ticket);
        throw entry.comm().errorHandler().raise(call, e);
      }
      return outcome;
    }
  }
}
