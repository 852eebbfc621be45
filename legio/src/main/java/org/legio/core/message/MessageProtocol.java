package org.legio.core.message;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.communicator.Communicator;
import org.legio.core.positions.Wait;
import org.legio.core.repair.Context;
import org.legio.core.repair.Retries;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Outcome;

/**
 * How a message survives a death. Messages run on the alias itself, and nothing is repaired:
 *
 * <ol>
 *   <li>Attempt the message under the partner's rank in the alias.
 *   <li>If it fails for a death, learn who is dead, and attempt it again.
 *   <li>What a dead sender has left comes first, before its death is told.
 *   <li>If the partner is dead, the message is one with {@code MPI_PROC_NULL}, or the job ends, by
 *       policy.
 *   <li>A send that MPI has refused to start though the partner lives is attempted again, a few
 *       times; then its error is the program's.
 * </ol>
 *
 * <p>Thesis, section 3.4; {@code docs/design/point-to-point.md}.
 */
public final class MessageProtocol {

  /** Sends to the partner's rank in the communicator's own group; returns the request, if any. */
  @FunctionalInterface
  interface Sending {
    long to(int partner) throws Exception;
  }

  /** Receives on a communicator, from a rank in its own group; returns the request, if any. */
  @FunctionalInterface
  interface Receiving {
    long from(long comm, int partner) throws Exception;
  }

  /** Receives or probes on a communicator, into a status. */
  @FunctionalInterface
  interface Await {
    void from(long comm, int partner) throws Exception;
  }

  /** What a receive or a probe does with a message that a dead rank has left. */
  @FunctionalInterface
  interface Inheriting {
    /** Returns the request, if any; null if there is no such message. */
    @Nullable Long get(Wanted wanted) throws Exception;
  }

  /** Probes without waiting; returns the status of the message found, null for none. */
  @FunctionalInterface
  interface Probe {
    @Nullable Object of(int partner) throws Exception;
  }

  private static final long NO_REQUEST = 0;
  private static final int SOURCE_FIELD = 0;
  static final StagedBuffer NOTHING_KEPT = StagedBuffer.itself(null, false, 0);

  private final Context context;
  private final AnySource anySource;
  private final LastMessages lastMessages;

  /** Serves the messages of a job. */
  public MessageProtocol(Context context, AnySource anySource, LastMessages lastMessages) {
    this.context = context;
    this.anySource = anySource;
    this.lastMessages = lastMessages;
  }

  /** Whether original ranks are MPI's: no member is missing or dead. */
  boolean isUntouched(Communicator comm) {
    return !context.failedProcesses().any() && comm.isWhole();
  }

  // ------------------------------------------------------------------ sending

  long sending(String call, Communicator comm, int dest, Sending send) throws Exception {
    return sending(call, comm, dest, null, send);
  }

  /**
   * Sends.
   *
   * @param first the exception of a first attempt; null if there was none
   */
  long sending(String call, Communicator comm, int dest, @Nullable Exception first, Sending send)
      throws Exception {
    Exception thrown = first;
    Retries retries = null;
    while (true) {
      if (thrown != null) {
        discover(call, comm, thrown, isRefused(thrown));
        retries = retry(retries, call, comm, "destination", dest, thrown);
      }
      int partner = comm.partner(dest);
      if (partner == MpiConstants.UNDEFINED) {
        skip(Setting.SEND_DESTINATION_FAILED, call, comm, "destination", dest);
        return send.to(MpiConstants.PROC_NULL);
      }
      try {
        return send.to(partner);
      } catch (Exception e) {
        thrown = e;
      }
    }
  }

  // ------------------------------------------------------------------ receiving

  long receiving(String call, Wanted wanted, Receiving recv) throws Exception {
    return receiving(call, wanted, null, recv);
  }

  long receiving(String call, Wanted wanted, @Nullable Exception first, Receiving recv)
      throws Exception {
    return receiving(
        call,
        wanted,
        first,
        recv,
        each -> {
          LastMessage last = lastMessages.take(each);
          return last == null ? null : deliver(call, last, recv);
        });
  }

  /** Receives a message of the dead that has been taken. */
  long deliver(String call, LastMessage last, Receiving recv) throws Exception {
    try {
      return lastMessages.deliver(last, recv);
    } catch (Exception e) {
      throw last.comm().errorHandler().raise(call, e);
    }
  }

  /** Receives or probes. A message that a dead rank has left comes first. */
  private long receiving(
      String call, Wanted wanted, @Nullable Exception first, Receiving recv, Inheriting inheriting)
      throws Exception {
    Communicator comm = wanted.comm();
    int source = wanted.source();
    boolean anybody = wanted.isAnySource();
    Exception thrown = first;
    Retries retries = null;
    while (true) {
      if (thrown != null) {
        discover(call, comm, thrown);
      }
      if (thrown != null && anybody) {
        anySource.acknowledge(call, comm);
      } else if (thrown != null) {
        retries = retry(retries, call, comm, "source", source, thrown);
      }
      Long inherited = context.failedProcesses().any() ? inheriting.get(wanted) : null;
      if (inherited != null) {
        return inherited;
      }
      int partner = comm.partner(source);
      if (partner == MpiConstants.UNDEFINED) {
        if (!comm.takeProbed(source)) {
          skip(Setting.RECV_SOURCE_FAILED, call, comm, "source", source);
        }
        return recv.from(comm.handle(), MpiConstants.PROC_NULL);
      }
      try {
        return recv.from(comm.handle(), partner);
      } catch (Exception e) {
        thrown = e;
      }
    }
  }

  /** Receives, blocking, into a status; or fills in the status that announces a dead rank. */
  void awaiting(
      String call,
      Wanted wanted,
      long[] status,
      StagedBuffer before,
      @Nullable Exception first,
      Await recv)
      throws Exception {
    awaiting(
        call,
        wanted,
        status,
        before,
        first,
        recv,
        each -> {
          LastMessage last = lastMessages.take(each);
          return last == null ? null : deliver(call, last, status, recv);
        });
  }

  /** Receives a message of the dead, into a status. */
  long deliver(String call, LastMessage last, long[] status, Await recv) throws Exception {
    deliver(
        call,
        last,
        (on, from) -> {
          recv.from(on, from);
          return NO_REQUEST;
        });
    status[SOURCE_FIELD] = last.source();
    return NO_REQUEST;
  }

  /** Receives or probes, blocking, into a status. */
  void awaiting(
      String call,
      Wanted wanted,
      long[] status,
      StagedBuffer before,
      @Nullable Exception first,
      Await recv,
      Inheriting inheriting)
      throws Exception {
    Communicator comm = wanted.comm();
    int tag = wanted.tag();
    receiving(
        call,
        wanted,
        first,
        (on, from) -> {
          boolean anybody = from == MpiConstants.ANY_SOURCE;
          int dead = anybody ? anySource.toTell(comm, tag, call.equals("probe")) : -1;
          if (dead >= 0) {
            AnySource.fillEmpty(status, dead, tag);
            before.store();
            return NO_REQUEST;
          }
          Long late = anybody ? inheriting.get(wanted) : null; // of a death just heard of
          if (late != null) {
            return late;
          }
          int sender = anybody ? anySourceOrNobody(call, comm, tag) : from;
          await(recv, on, sender);
          comm.translateSource(status);
          if (sender == MpiConstants.PROC_NULL) {
            before.store();
          }
          return NO_REQUEST;
        },
        inheriting);
  }

  private void await(Await recv, long comm, int sender) throws Exception {
    Wait wait = context.positions().waits().own();
    wait.begin(comm, sender);
    try {
      recv.from(comm, sender);
    } finally {
      wait.end();
    }
  }

  /** Whom to receive from when anybody would do: nobody if nobody could send. */
  private int anySourceOrNobody(String call, Communicator comm, int tag) throws Exception {
    if (!anySource.isHopeless(comm, tag)) {
      return MpiConstants.ANY_SOURCE;
    }
    skip(Setting.RECV_SOURCE_FAILED, call, comm, "source", MpiConstants.ANY_SOURCE);
    return MpiConstants.PROC_NULL;
  }

  /** After a failure: records the dead; throws an error that is no fault of a process. */
  void discover(String call, Communicator comm, Exception thrown) throws Exception {
    discover(call, comm, thrown, false);
  }

  private void discover(String call, Communicator comm, Exception thrown, boolean mayPass)
      throws Exception {
    if (!mayPass && !context.binding().outcome(thrown).isFault()) {
      throw comm.errorHandler().raise(call, thrown);
    }
    comm.discoverDeaths();
  }

  /**
   * Whether MPI has refused to start a send. Open MPI reports these classes for a send only when
   * its message has not left; a receive may have consumed one.
   */
  private boolean isRefused(Exception thrown) {
    return context.binding().outcome(thrown) == Outcome.TRANSIENT;
  }

  /**
   * Pauses before a message whose partner is not known to be dead is tried again.
   *
   * @throws Exception the error for the program if no retry is left
   */
  private @Nullable Retries retry(
      @Nullable Retries earlier,
      String call,
      Communicator comm,
      String role,
      int rank,
      Exception thrown)
      throws Exception {
    if (comm.partner(rank) == MpiConstants.UNDEFINED) {
      return earlier;
    }
    Retries retries =
        earlier != null
            ? earlier
            : new Retries(
                context,
                comm.policies().inForce().sendRetries(),
                call + " on " + comm.name(),
                "though its %s, rank %d, is not known to be dead".formatted(role, rank));
    if (!retries.awaitNext(thrown, () -> isFoundDead(comm, rank))) {
      throw comm.errorHandler().raise(call, retries.exhausted(thrown));
    }
    context.report().repeated(call);
    return retries;
  }

  private static boolean isFoundDead(Communicator comm, int rank) {
    comm.discoverDeathsNowAndThen();
    return comm.partner(rank) == MpiConstants.UNDEFINED;
  }

  void skip(Setting policy, String call, Communicator comm, String role, int rank)
      throws Exception {
    context.skip(comm.policies().inForce(), policy, call, comm.name(), role, rank);
  }

  /**
   * The copy that is stored back if a receive fails because of a death and the program continues.
   */
  StagedBuffer keep(
      Communicator comm, @Nullable Object buf, boolean direct, int offset, int count, long type)
      throws Exception {
    if (!comm.policies().inForce().keepsReceiveBuffers()) {
      return NOTHING_KEPT;
    }
    StagedBuffer before = StagedBuffer.toReceive(context.pmpi(), buf, direct, offset, type, count);
    before.load();
    return before;
  }

  StagedBuffer keep(Communicator comm, MessageData data) throws Exception {
    return keep(comm, data.buffer(), data.isDirect(), data.offset(), data.count(), data.type());
  }

  // ------------------------------------------------------------------ probes

  /** Fills in the status of a message of the dead, if there is one. */
  static @Nullable Long told(@Nullable LastMessage last, long[] status) {
    if (last == null) {
      return null;
    }
    last.fill(status);
    return NO_REQUEST;
  }

  /** Finds a message that a dead rank has left for a probe; null for none. */
  @FunctionalInterface
  interface Finding {
    @Nullable LastMessage of(Wanted wanted) throws Exception;
  }

  /** Probes without waiting; returns the status of the message found, null for none. */
  @Nullable Object probing(String call, Wanted wanted, Probe probe, Finding finding)
      throws Exception {
    Communicator comm = wanted.comm();
    int tag = wanted.tag();
    boolean anybody = wanted.isAnySource();
    LastMessage last = finding.of(wanted);
    if (last != null) {
      return statusOf(last);
    }
    int dead = anybody ? anySource.toTell(comm, tag, call.equals("iProbe")) : -1;
    if (dead >= 0) {
      Object nothing = requireNonNull(probe.of(MpiConstants.PROC_NULL));
      AnySource.fillEmpty(context.binding().fields(nothing), dead, tag);
      return nothing;
    }
    Object[] found = {null};
    receiving(
        call,
        wanted,
        null,
        (on, from) -> {
          found[0] = probe.of(from);
          if (found[0] != null) {
            comm.translateSource(context.binding().fields(found[0]));
          }
          return NO_REQUEST;
        },
        each -> {
          LastMessage late = finding.of(each);
          found[0] = late == null ? null : statusOf(late);
          return late == null ? null : NO_REQUEST;
        });
    if (found[0] != null) {
      return found[0];
    }
    comm.discoverDeathsNowAndThen();
    return anybody && isGivenUp(call, comm, tag) ? probe.of(MpiConstants.PROC_NULL) : null;
  }

  private Object statusOf(LastMessage last) {
    Object status = context.binding().newStatus();
    last.fill(context.binding().fields(status));
    return status;
  }

  private boolean isGivenUp(String call, Communicator comm, int tag) throws Exception {
    if (comm.unannouncedDeath() >= 0) {
      anySource.acknowledge(call, comm);
    }
    return anySourceOrNobody(call, comm, tag) == MpiConstants.PROC_NULL;
  }
}
