package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MpiConstants;

/** The table of programs: messages and requests. */
final class MessageCases {

  /** A way to wait for several requests. */
  @FunctionalInterface
  private interface Waiting {
    void forAll(Mpi mpi, Pending... all) throws Exception;
  }

  /** A way to receive from anybody. */
  @FunctionalInterface
  private interface Taking {
    Receipt into(Cells buf) throws Exception;
  }

  private static final Settings TELLS = Settings.IGNORE.with(Setting.RECV_ANY_SOURCE, "empty");
  private static final int ITEMS = 2;
  private static final int TAG = 5;
  private static final int ROUNDS = 2;

  private final List<Case> rows = new ArrayList<>();

  private MessageCases() {
    for (Form form : List.of(Form.INTS, Form.DIRECT, Form.STRIDED)) {
      row("sendRecv/" + form, (comm, round) -> ring(comm, form, round));
      row("send-recv/" + form, (comm, round) -> chain(comm, form, round, false));
    }
    row("sSend-recv", (comm, round) -> chain(comm, Form.INTS, round, true));
    row(
        "sendRecvReplace",
        (comm, round) ->
            comm.messages()
                .sendRecvReplace(
                    mine(comm, Form.INTS, ITEMS, round), next(comm), previous(comm), TAG));
    row("probe", MessageCases::probing);
    row("mProbe-mRecv", MessageCases::matching);
    rows.add(
        new Case("mProbe-mRecv/any-source", Settings.IGNORE, 2, MessageCases::matchingAnybody));
    rows.add(new Case("persistent", Settings.IGNORE, 2, MessageCases::persistent));
    row("sendRecv/proc-null", MessageCases::openChain);
    row("on-dup", MessageCases::ringOnDup);
    Map.<String, Waiting>of(
            "waitAll", Mpi::waitAll,
            "waitAny", Mpi::waitAny,
            "waitSome", Mpi::waitSome,
            "testAll", Mpi::testAll)
        .entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            each ->
                row(
                    each.getKey(),
                    (comm, round) -> started(comm, round, each.getValue(), round == 0)));
    rows.add(new Case("any-source/wait", Settings.IGNORE, 2, MessageCases::oneFromAnybody));
    rows.add(new Case("any-source/empty", TELLS, 2, mpi -> master(mpi, false)));
    rows.add(new Case("any-source/empty/probe", TELLS, 2, mpi -> master(mpi, true)));
    rows.add(new Case("any-source/abort", Settings.ABORT, 2, mpi -> master(mpi, false)));
    rows.add(new Case("any-source/iRecv", TELLS, 2, MessageCases::masterOfRequests));
    rows.add(
        new Case(
            "any-source/persistent",
            TELLS,
            2,
            mpi -> masterOfOneRequest(mpi, Messages.Persistent::await)));
    rows.add(
        new Case(
            "any-source/persistent/test",
            TELLS,
            2,
            mpi -> masterOfOneRequest(mpi, Messages.Persistent::awaitByTests)));
    left();
    rows.add(found("sendRecv/INTS").under("default", Settings.DEFAULTS));
    rows.add(found("sendRecv/INTS").under("abort", Settings.ABORT));
    rows.add(found("waitAll").under("default", Settings.DEFAULTS));
    rows.add(found("send-recv/INTS").under("abort", Settings.ABORT));
  }

  static List<Case> all() {
    return new MessageCases().rows;
  }

  private void row(String name, Case.Step step) {
    rows.add(
        new Case(
            name,
            Settings.IGNORE,
            2,
            mpi -> {
              for (int round = 0; round < ROUNDS; round++) {
                step.run(mpi.world(), round);
              }
            }));
  }

  private Case found(String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }

  private static int next(Comm comm) {
    return (comm.rank() + 1) % comm.size();
  }

  private static int previous(Comm comm) {
    return (comm.rank() + comm.size() - 1) % comm.size();
  }

  // ------------------------------------------------------------------ blocking

  private static void ring(Comm comm, Form form, int round) throws Exception {
    comm.messages()
        .sendRecv(
            mine(comm, form, ITEMS, round), next(comm), blank(form, ITEMS), previous(comm), TAG);
  }

  private static void ringOnDup(Comm comm, int round) throws Exception {
    Comm dup = comm.dup();
    ring(dup, Form.INTS, round);
    dup.free();
  }

  private static void chain(Comm comm, Form form, int round, boolean synchronous) throws Exception {
    if (comm.rank() > 0) {
      comm.messages().recv(blank(form, ITEMS), comm.rank() - 1, TAG);
    }
    if (comm.rank() < comm.size() - 1) {
      Cells own = mine(comm, form, ITEMS, round);
      if (synchronous) {
        comm.messages().sSend(own, comm.rank() + 1, TAG);
      } else {
        comm.messages().send(own, comm.rank() + 1, TAG);
      }
    }
  }

  /** As a chain, but each sends and receives at once; the ends have no partner. */
  private static void openChain(Comm comm, int round) throws Exception {
    int left = comm.rank() == 0 ? MpiConstants.PROC_NULL : comm.rank() - 1;
    int right = comm.rank() == comm.size() - 1 ? MpiConstants.PROC_NULL : comm.rank() + 1;
    comm.messages()
        .sendRecv(mine(comm, Form.INTS, ITEMS, round), right, blank(Form.INTS, ITEMS), left, TAG);
  }

  private static void probing(Comm comm, int round) throws Exception {
    if (comm.rank() > 0) {
      int source = comm.messages().probe(comm.rank() - 1, TAG);
      comm.messages().recv(blank(Form.INTS, ITEMS), source, TAG);
    }
    if (comm.rank() < comm.size() - 1) {
      comm.messages().send(mine(comm, Form.INTS, ITEMS, round), comm.rank() + 1, TAG);
    }
  }

  private static void matching(Comm comm, int round) throws Exception {
    if (comm.rank() > 0) {
      comm.messages().mProbeAndRecv(blank(Form.INTS, ITEMS), comm.rank() - 1, TAG);
    }
    if (comm.rank() < comm.size() - 1) {
      comm.messages().send(mine(comm, Form.INTS, ITEMS, round), comm.rank() + 1, TAG);
    }
  }

  // ------------------------------------------------------------------ what the dead have left

  /** A way to receive what has been sent. */
  @FunctionalInterface
  private interface Heir {
    void take(Messages messages, int source) throws Exception;
  }

  private void left() {
    left("recv", (messages, source) -> messages.recv(into(), source, TAG));
    left("iRecv", (messages, source) -> messages.mpi().waitFor(later(messages, source)));
    left("iProbe", (messages, source) -> messages.recv(into(), messages.iProbe(source, TAG), TAG));
    left("probe", (messages, source) -> messages.recv(into(), messages.probe(source, TAG), TAG));
    left(
        "probe/iRecv",
        (messages, source) -> messages.mpi().waitFor(later(messages, messages.probe(source, TAG))));
    left("mProbe", (messages, source) -> messages.mProbeAndRecv(into(), source, TAG));
    left("imProbe", (messages, source) -> messages.imProbeAndRecv(into(), source, TAG));
    left(
        "sendRecv",
        (messages, source) ->
            messages.sendRecv(into(), MpiConstants.PROC_NULL, into(), source, TAG));
    left(
        "start",
        (messages, source) -> {
          Messages.Persistent request = messages.recvInit(into(), source, TAG);
          request.await(request.start());
          request.free();
        });
  }

  private static Cells into() {
    return blank(Form.DIRECT, ITEMS);
  }

  private static Pending later(Messages messages, int source) throws Exception {
    return messages.iRecv(into(), source, TAG);
  }

  /** All send twice to rank 0, which looks when a barrier has told it who is dead by then. */
  private void left(String name, Heir heir) {
    rows.add(
        new Case(
            "left/" + name,
            Settings.IGNORE,
            2,
            mpi -> {
              Comm comm = mpi.world();
              List<Pending> sent = new ArrayList<>();
              for (int round = 0; round < ROUNDS && comm.rank() > 0; round++) {
                sent.add(comm.messages().iSend(mine(comm, Form.DIRECT, ITEMS, round), 0, TAG));
              }
              comm.barrier();
              for (int i = 0; comm.rank() == 0 && i < ROUNDS * (comm.size() - 1); i++) {
                heir.take(comm.messages(), 1 + i / ROUNDS);
              }
              mpi.waitAll(sent.toArray(Pending[]::new));
            }));
  }

  // ------------------------------------------------------------------ requests

  private static void persistent(Mpi mpi) throws Exception {
    Comm comm = mpi.world();
    Messages.Persistent send =
        comm.messages().sendInit(mine(comm, Form.DIRECT, ITEMS, 0), next(comm), TAG);
    Messages.Persistent recv =
        comm.messages().recvInit(blank(Form.DIRECT, ITEMS), previous(comm), TAG);
    for (int round = 0; round <= ROUNDS; round++) {
      recv.startAll(send);
    }
    send.free();
    recv.free();
  }

  private static void started(Comm comm, int round, Waiting waiting, boolean synchronous)
      throws Exception {
    Messages messages = comm.messages();
    Cells own = mine(comm, Form.DIRECT, ITEMS, round);
    Pending fromPrevious = messages.iRecv(blank(Form.DIRECT, ITEMS), previous(comm), TAG);
    Pending fromNext = messages.iRecv(blank(Form.DIRECT, ITEMS), next(comm), TAG + 1);
    Pending toNext =
        synchronous ? messages.isSend(own, next(comm), TAG) : messages.iSend(own, next(comm), TAG);
    Pending toPrevious =
        messages.iSend(mine(comm, Form.DIRECT, ITEMS, round), previous(comm), TAG + 1);
    waiting.forAll(comm.mpi(), fromPrevious, toNext, fromNext, toPrevious);
  }

  // ------------------------------------------------------------------ from any source

  private static void matchingAnybody(Mpi mpi) throws Exception {
    takeOneFromAnybody(
        mpi.world(),
        into -> mpi.world().messages().mProbeAndRecv(into, MpiConstants.ANY_SOURCE, TAG));
  }

  private static void oneFromAnybody(Mpi mpi) throws Exception {
    takeOneFromAnybody(
        mpi.world(), into -> mpi.world().messages().recv(into, MpiConstants.ANY_SOURCE, TAG));
  }

  /** Rank 0 takes the first message there is, then the others' by name. */
  private static void takeOneFromAnybody(Comm comm, Taking taking) throws Exception {
    if (comm.rank() > 0) {
      comm.messages().send(mine(comm, Form.INTS, ITEMS, 0), 0, TAG);
      return;
    }
    Receipt first = taking.into(blank(Form.INTS, ITEMS));
    for (int worker = 1; worker < comm.size(); worker++) {
      if (worker != first.statusSource()) {
        comm.messages().recv(blank(Form.INTS, ITEMS), worker, TAG);
      }
    }
  }

  /** Rank 0 receives until it has heard of every worker: a message, or its death. */
  private static void master(Mpi mpi, boolean probes) throws Exception {
    Comm comm = mpi.world();
    if (comm.rank() > 0) {
      comm.messages().send(mine(comm, Form.INTS, ITEMS, 0), 0, TAG);
      return;
    }
    TreeSet<Integer> heardOf = new TreeSet<>();
    while (heardOf.size() < comm.size() - 1) {
      int source =
          probes ? comm.messages().probe(MpiConstants.ANY_SOURCE, TAG) : MpiConstants.ANY_SOURCE;
      Receipt receipt = comm.messages().recv(blank(Form.INTS, ITEMS), source, TAG);
      heardOf.add(probes ? source : receipt.statusSource());
    }
  }

  private static void masterOfRequests(Mpi mpi) throws Exception {
    Comm comm = mpi.world();
    if (comm.rank() > 0) {
      comm.messages().send(mine(comm, Form.DIRECT, ITEMS, 0), 0, TAG);
      return;
    }
    TreeSet<Integer> heardOf = new TreeSet<>();
    while (heardOf.size() < comm.size() - 1) {
      Pending one = comm.messages().iRecv(blank(Form.DIRECT, ITEMS), MpiConstants.ANY_SOURCE, TAG);
      mpi.waitFor(one);
      heardOf.add(one.receipt().statusSource());
    }
  }

  private static void masterOfOneRequest(Mpi mpi, Completing completing) throws Exception {
    Comm comm = mpi.world();
    if (comm.rank() > 0) {
      comm.messages().send(mine(comm, Form.DIRECT, ITEMS, 0), 0, TAG);
      return;
    }
    Messages.Persistent request =
        comm.messages().recvInit(blank(Form.DIRECT, ITEMS), MpiConstants.ANY_SOURCE, TAG);
    TreeSet<Integer> heardOf = new TreeSet<>();
    while (heardOf.size() < comm.size() - 1) {
      Pending one = request.start();
      completing.complete(request, one);
      heardOf.add(one.receipt().statusSource());
    }
    request.free();
  }

  /** A way to complete what has been started. */
  @FunctionalInterface
  private interface Completing {
    void complete(Messages.Persistent request, Pending pending) throws Exception;
  }
}
