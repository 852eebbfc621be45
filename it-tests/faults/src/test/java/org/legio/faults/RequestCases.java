package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table of programs on rings of messages: modes of sending, requests of all kinds and ways to
 * complete them.
 */
final class RequestCases {

  /** A way to wait for several requests. */
  @FunctionalInterface
  private interface Waiting {
    void forAll(Mpi mpi, Pending... all) throws Exception;
  }

  /** A way to send. */
  @FunctionalInterface
  private interface Sending {
    void run(Messages messages, Cells buf, int dest) throws Exception;
  }

  /** A way to receive. */
  @FunctionalInterface
  private interface Receiving {
    void run(Messages messages, Cells buf, int source) throws Exception;
  }

  /** A way to prepare a send. */
  @FunctionalInterface
  private interface Preparing {
    Messages.Persistent run(Messages messages, Cells buf, int dest) throws Exception;
  }

  private static final int ITEMS = 2;
  private static final int TAG = 5;
  private static final int ROUNDS = 2;

  private final List<Case> rows = new ArrayList<>();

  private RequestCases() {
    waits();
    modes();
    receives();
    persistent();
    row("cancel", RequestCases::cancelling);
    row("cancel/in-vain", RequestCases::cancellingInVain);
  }

  static List<Case> all() {
    return new RequestCases().rows;
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

  private static int next(Comm comm) {
    return (comm.rank() + 1) % comm.size();
  }

  private static int previous(Comm comm) {
    return Math.floorMod(comm.rank() - 1, comm.size());
  }

  // ------------------------------------------------------------------ waits

  private void waits() {
    new TreeMap<String, Waiting>(
            Map.of(
                "wait", Waits::each,
                "test", Waits::testEach,
                "getStatus", Waits::getStatusOfEach,
                "waitAll", Waits::all,
                "testAll", Waits::testAll,
                "waitAny", Waits::any,
                "testAny", Waits::testAny,
                "waitSome", Waits::some,
                "testSome", Waits::testSome))
        .forEach(
            (name, waiting) -> row("untold/" + name, (comm, round) -> ring(comm, round, waiting)));
    row("testAny", (comm, round) -> ring(comm, round, Waits::testAnyStatus));
    row("testSome", (comm, round) -> ring(comm, round, Waits::testSomeStatus));
  }

  private static void ring(Comm comm, int round, Waiting waiting) throws Exception {
    Pending receive = comm.messages().iRecv(blank(Form.DIRECT, ITEMS), previous(comm), TAG);
    Pending send = comm.messages().iSend(mine(comm, Form.DIRECT, ITEMS, round), next(comm), TAG);
    waiting.forAll(comm.mpi(), receive, send);
  }

  // ------------------------------------------------------------------ modes

  private void modes() {
    mode("bSend", (messages, buf, dest) -> messages.bSend(buf, dest, TAG));
    mode("rSend", (messages, buf, dest) -> messages.rSend(buf, dest, TAG));
    startedMode("ibSend", (messages, buf, dest) -> messages.ibSend(buf, dest, TAG));
    startedMode("irSend", (messages, buf, dest) -> messages.irSend(buf, dest, TAG));
  }

  /** A way to start a send. */
  @FunctionalInterface
  private interface Starting {
    Pending run(Messages messages, Cells buf, int dest) throws Exception;
  }

  private void startedMode(String name, Starting starting) {
    row(
        name,
        (comm, round) -> {
          Pending receive = comm.messages().iRecv(blank(Form.DIRECT, ITEMS), previous(comm), TAG);
          comm.barrier();
          Cells own = mine(comm, Form.DIRECT, ITEMS, round);
          comm.mpi().waitAll(starting.run(comm.messages(), own, next(comm)), receive);
        });
  }

  /** All receivers wait when the send begins. */
  private void mode(String name, Sending sending) {
    row(
        name,
        (comm, round) -> {
          Pending receive = comm.messages().iRecv(blank(Form.DIRECT, ITEMS), previous(comm), TAG);
          comm.barrier();
          sending.run(comm.messages(), mine(comm, Form.DIRECT, ITEMS, round), next(comm));
          comm.mpi().waitFor(receive);
        });
  }

  // ------------------------------------------------------------------ receives

  private void receives() {
    receive(
        "iProbe", (messages, buf, source) -> messages.recv(buf, messages.iProbe(source, TAG), TAG));
    receive("imProbe-imRecv", (messages, buf, source) -> messages.imProbeAndRecv(buf, source, TAG));
  }

  private void receive(String name, Receiving receiving) {
    row(
        name,
        (comm, round) -> {
          Pending send =
              comm.messages().iSend(mine(comm, Form.DIRECT, ITEMS, round), next(comm), TAG);
          receiving.run(comm.messages(), blank(Form.DIRECT, ITEMS), previous(comm));
          comm.mpi().waitFor(send);
        });
  }

  /** Nobody sends: it is cancelled, or skipped from the start, for its source is dead. */
  private static void cancelling(Comm comm, int round) throws Exception {
    comm.messages().cancelled(blank(Form.DIRECT, ITEMS), previous(comm), TAG + 1);
    comm.barrier();
  }

  /** The message comes by the cancelled receive, or by the next. */
  private static void cancellingInVain(Comm comm, int round) throws Exception {
    Pending send = comm.messages().iSend(mine(comm, Form.DIRECT, ITEMS, round), next(comm), TAG);
    Cells buf = blank(Form.DIRECT, ITEMS);
    if (comm.messages().cancelled(buf, previous(comm), TAG)) {
      comm.messages().recv(buf, previous(comm), TAG);
    }
    comm.mpi().waitFor(send);
  }

  // ------------------------------------------------------------------ persistent requests

  private void persistent() {
    persistent("send", (messages, buf, dest) -> messages.sendInit(buf, dest, TAG));
    persistent("bSend", (messages, buf, dest) -> messages.bSendInit(buf, dest, TAG));
    persistent("sSend", (messages, buf, dest) -> messages.sSendInit(buf, dest, TAG));
    persistent("rSend", (messages, buf, dest) -> messages.rSendInit(buf, dest, TAG));
  }

  /** Started again and again, after deaths too. */
  private void persistent(String name, Preparing preparing) {
    rows.add(
        new Case(
            "persistent/" + name,
            Settings.IGNORE,
            2,
            mpi -> {
              Comm comm = mpi.world();
              Messages messages = comm.messages();
              Messages.Persistent send =
                  preparing.run(messages, mine(comm, Form.DIRECT, ITEMS, 0), next(comm));
              Messages.Persistent receive =
                  messages.recvInit(blank(Form.DIRECT, ITEMS), previous(comm), TAG);
              for (int round = 0; round < ROUNDS; round++) {
                Pending coming = receive.start();
                comm.barrier();
                send.await(send.start());
                receive.await(coming);
              }
              send.free();
              receive.free();
            }));
  }
}
