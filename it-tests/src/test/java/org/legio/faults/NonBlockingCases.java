package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.counts;
import static org.legio.faults.Data.mine;
import static org.legio.faults.Data.spread;
import static org.legio.faults.Data.spreadItems;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The table of programs that start collective operations and wait for them later. */
final class NonBlockingCases {

  /** Starts an operation. */
  @FunctionalInterface
  private interface Starting {
    Pending start(Comm comm, int round) throws Exception;
  }

  /** Waits for all that has been started. */
  @FunctionalInterface
  private interface Waiting {
    void forAll(Mpi mpi, Pending... all) throws Exception;
  }

  private static final Form[] FORMS = {Form.DIRECT, Form.DIRECT_STRIDED};
  private static final int ITEMS = 3;
  private static final int TAG = 5;
  private static final int ROUNDS = 2;

  private final List<Case> rows = new ArrayList<>();

  private NonBlockingCases() {
    alone();
    together();
    amidOthers();
  }

  static List<Case> all() {
    return new NonBlockingCases().rows;
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

  // ------------------------------------------------------------------ one at a time

  private void alone() {
    alone("iBarrier", (comm, round) -> comm.nonBlocking().iBarrier());
    alone("iReduceScatter", NonBlockingCases::iReduceScatter);
    alone("iReduceScatterBlock", NonBlockingCases::iReduceScatterBlock);
    alone("iScan", NonBlockingCases::iScan);
    alone("iExScan", NonBlockingCases::iExScan);
    alone("iReduce", (comm, round) -> iReduce(comm, round, 0));
    alone("iReduce/last-root", (comm, round) -> iReduce(comm, round, comm.size() - 1));
    alone("iAllReduce", NonBlockingCases::iAllReduce);
    alone(
        "iAllReduce/in-place",
        (comm, round) ->
            comm.nonBlocking()
                .iAllReduce(null, mine(comm, Form.DIRECT, ITEMS, round), Reduction.SUM));
    alone(
        "iAllGather/in-place",
        (comm, round) ->
            comm.nonBlocking()
                .iAllGather(null, mine(comm, Form.DIRECT, 2 * comm.size(), round), 2));
    alone(
        "iAllToAll/in-place",
        (comm, round) ->
            comm.nonBlocking().iAllToAll(null, mine(comm, Form.DIRECT, 2 * comm.size(), round), 2));
    alone("iAllToAllw", NonBlockingCases::iAllToAllw);
    for (Form form : FORMS) {
      alone("iBcast/" + form, (comm, round) -> iBcast(comm, form, round, 0));
      alone("iGather/" + form, (comm, round) -> iGather(comm, form, round));
      alone("iGatherv/" + form, (comm, round) -> iGatherv(comm, form, round));
      alone("iScatter/" + form, (comm, round) -> iScatter(comm, form, round));
      alone("iScatterv/" + form, (comm, round) -> iScatterv(comm, form, round));
      alone("iAllGather/" + form, (comm, round) -> iAllGather(comm, form, round));
      alone("iAllGatherv/" + form, (comm, round) -> iAllGatherv(comm, form, round));
      alone("iAllToAll/" + form, (comm, round) -> iAllToAll(comm, form, round));
      alone("iAllToAllv/" + form, (comm, round) -> iAllToAllv(comm, form, round));
    }
  }

  private void alone(String name, Starting starting) {
    row(name, (comm, round) -> comm.mpi().waitFor(starting.start(comm, round)));
  }

  private static Pending iBcast(Comm comm, Form form, int round, int root) throws Exception {
    Cells buf = comm.rank() == root ? mine(comm, form, ITEMS, round) : blank(form, ITEMS);
    return comm.nonBlocking().iBcast(buf, root);
  }

  private static Pending iReduce(Comm comm, int round, int root) throws Exception {
    return comm.nonBlocking()
        .iReduce(
            mine(comm, Form.DIRECT, ITEMS, round), blank(Form.DIRECT, ITEMS), Reduction.SUM, root);
  }

  private static Pending iAllReduce(Comm comm, int round) throws Exception {
    return comm.nonBlocking()
        .iAllReduce(
            mine(comm, Form.DIRECT, ITEMS, round), blank(Form.DIRECT, ITEMS), Reduction.SUM);
  }

  private static Pending iScan(Comm comm, int round) throws Exception {
    return comm.nonBlocking()
        .iScan(mine(comm, Form.DIRECT, ITEMS, round), blank(Form.DIRECT, ITEMS), Reduction.COMPOSE);
  }

  private static Pending iExScan(Comm comm, int round) throws Exception {
    return comm.nonBlocking()
        .iExScan(mine(comm, Form.DIRECT, ITEMS, round), blank(Form.DIRECT, ITEMS), Reduction.SUM);
  }

  private static Pending iReduceScatter(Comm comm, int round) throws Exception {
    int[] counts = counts(comm.size());
    return comm.nonBlocking()
        .iReduceScatter(
            mine(comm, Form.DIRECT, IntStream.of(counts).sum(), round),
            blank(Form.DIRECT, counts[comm.rank()]),
            counts,
            Reduction.SUM);
  }

  private static Pending iReduceScatterBlock(Comm comm, int round) throws Exception {
    return comm.nonBlocking()
        .iReduceScatterBlock(
            mine(comm, Form.DIRECT, 2 * comm.size(), round),
            blank(Form.DIRECT, 2),
            2,
            Reduction.SUM);
  }

  private static Pending iGather(Comm comm, Form form, int round) throws Exception {
    return comm.nonBlocking()
        .iGather(mine(comm, form, 2, round), blank(form, 2 * comm.size()), 2, 0);
  }

  private static Pending iScatter(Comm comm, Form form, int round) throws Exception {
    return comm.nonBlocking()
        .iScatter(mine(comm, form, 2 * comm.size(), round), blank(form, 2), 2, 0);
  }

  private static Pending iGatherv(Comm comm, Form form, int round) throws Exception {
    int[] counts = counts(comm.size());
    return comm.nonBlocking()
        .iGatherv(
            mine(comm, form, counts[comm.rank()], round),
            blank(form, spreadItems(counts)),
            counts,
            spread(counts),
            comm.size() - 1);
  }

  private static Pending iScatterv(Comm comm, Form form, int round) throws Exception {
    int[] counts = counts(comm.size());
    return comm.nonBlocking()
        .iScatterv(
            mine(comm, form, spreadItems(counts), round),
            counts,
            spread(counts),
            blank(form, counts[comm.rank()]),
            comm.size() - 1);
  }

  private static Pending iAllGather(Comm comm, Form form, int round) throws Exception {
    return comm.nonBlocking()
        .iAllGather(mine(comm, form, 2, round), blank(form, 2 * comm.size()), 2);
  }

  private static Pending iAllGatherv(Comm comm, Form form, int round) throws Exception {
    int[] counts = counts(comm.size());
    return comm.nonBlocking()
        .iAllGatherv(
            mine(comm, form, counts[comm.rank()], round),
            blank(form, spreadItems(counts)),
            counts,
            spread(counts));
  }

  private static Pending iAllToAll(Comm comm, Form form, int round) throws Exception {
    int items = 2 * comm.size();
    return comm.nonBlocking().iAllToAll(mine(comm, form, items, round), blank(form, items), 2);
  }

  private static Pending iAllToAllv(Comm comm, Form form, int round) throws Exception {
    int[] counts = IntStream.range(0, comm.size()).map(s -> (comm.rank() + s) % 3).toArray();
    return comm.nonBlocking()
        .iAllToAllv(
            mine(comm, form, spreadItems(counts), round),
            counts,
            spread(counts),
            blank(form, spreadItems(counts)),
            counts,
            spread(counts));
  }

  private static Pending iAllToAllw(Comm comm, int round) throws Exception {
    int[] counts = IntStream.range(0, comm.size()).map(s -> (comm.rank() + s) % 3).toArray();
    return comm.nonBlocking()
        .iAllToAllw(
            mine(comm, Form.DIRECT, spreadItems(counts), round),
            counts,
            spread(counts),
            blank(Form.DIRECT, spreadItems(counts)),
            counts,
            spread(counts));
  }

  // ------------------------------------------------------------------ several under way

  private void together() {
    new TreeMap<String, Waiting>(
            Map.of(
                "waitAll", Mpi::waitAll,
                "waitAny", Mpi::waitAny,
                "waitSome", Mpi::waitSome,
                "testAll", Mpi::testAll,
                "test", NonBlockingCases::testFromTheLast))
        .forEach(
            (name, waiting) ->
                row("non-blocking/" + name, (comm, round) -> several(comm, round, waiting)));
    rows.add(new Case("non-blocking/two-comms", Settings.IGNORE, 2, NonBlockingCases::twoComms));
    rows.add(new Case("non-blocking/parts", Settings.IGNORE, 2, NonBlockingCases::parts));
  }

  private static void testFromTheLast(Mpi mpi, Pending... all) throws Exception {
    for (int i = all.length - 1; i >= 0; i--) {
      mpi.testOne(all[i]);
    }
  }

  private static void several(Comm comm, int round, Waiting waiting) throws Exception {
    waiting.forAll(
        comm.mpi(),
        iAllReduce(comm, round),
        iBcast(comm, Form.DIRECT, round, 0),
        iGather(comm, Form.DIRECT, round));
  }

  /** Odd ranks wait for the one first, even ones for the other. */
  private static void twoComms(Mpi mpi) throws Exception {
    Comm dup = mpi.world().dup();
    for (int round = 0; round < ROUNDS; round++) {
      Pending[] both = {iAllReduce(mpi.world(), round), iAllReduce(dup, round)};
      mpi.waitFor(both[mpi.rank() % 2]);
      mpi.waitFor(both[1 - mpi.rank() % 2]);
    }
  }

  private static void parts(Mpi mpi) throws Exception {
    Comm part = mpi.world().split(mpi.rank() % 2, mpi.rank());
    for (int round = 0; round < ROUNDS; round++) {
      Pending ofAll = iAllReduce(mpi.world(), round);
      Pending ofPart = iAllReduce(part, round);
      mpi.waitAll(ofPart, ofAll);
    }
  }

  // ------------------------------------------------------------------ with blocking calls

  private void amidOthers() {
    row("non-blocking/blocking-on-same", NonBlockingCases::blockingOnSame);
    row("non-blocking/blocking-on-dup", NonBlockingCases::blockingOnDup);
    row("non-blocking/dup", NonBlockingCases::making);
    row("non-blocking/ring", NonBlockingCases::ring);
    row("non-blocking/wait-then-send", NonBlockingCases::waitThenSend);
    rows.add(new Case("non-blocking/crossed", Settings.IGNORE, 2, NonBlockingCases::crossed));
    rows.add(new Case("non-blocking/dead-root", Settings.IGNORE, 2, NonBlockingCases::deadRoot));
  }

  private static void blockingOnSame(Comm comm, int round) throws Exception {
    Pending pending = iAllReduce(comm, round);
    sum(comm, round);
    comm.mpi().waitFor(pending);
  }

  private static void blockingOnDup(Comm comm, int round) throws Exception {
    Comm dup = comm.dup();
    Pending pending = iAllReduce(comm, round);
    sum(dup, round);
    comm.mpi().waitFor(pending);
    dup.free();
  }

  private static void making(Comm comm, int round) throws Exception {
    Pending pending = iAllReduce(comm, round);
    Comm dup = comm.dup();
    Pending other = iAllReduce(dup, round);
    comm.mpi().waitAll(other, pending);
    dup.free();
  }

  private static void ring(Comm comm, int round) throws Exception {
    Pending pending = iAllReduce(comm, round);
    int next = (comm.rank() + 1) % comm.size();
    int previous = Math.floorMod(comm.rank() - 1, comm.size());
    comm.messages()
        .sendRecv(
            mine(comm, Form.DIRECT, ITEMS, round), next, blank(Form.DIRECT, ITEMS), previous, TAG);
    comm.mpi().waitFor(pending);
  }

  /** Rank 0 waits before it sends, the others receive before they wait. */
  private static void waitThenSend(Comm comm, int round) throws Exception {
    Pending pending = iBcast(comm, Form.DIRECT, round, 0);
    if (comm.rank() != 0) {
      comm.messages().recv(blank(Form.INTS, ITEMS), 0, TAG);
    }
    comm.mpi().waitFor(pending);
    for (int other = 1; other < comm.size() && comm.rank() == 0; other++) {
      comm.messages().send(mine(comm, Form.INTS, ITEMS, round), other, TAG);
    }
  }

  /** A blocking sum on one communicator while one is under way on the other, in turn. */
  private static void crossed(Mpi mpi) throws Exception {
    Comm dup = mpi.world().dup();
    for (int round = 0; round < ROUNDS; round++) {
      Pending first = iAllReduce(mpi.world(), round);
      sum(dup, round);
      Pending second = iAllReduce(dup, round);
      sum(mpi.world(), round);
      mpi.waitAll(second, first);
    }
  }

  /** Even ranks wait before a call with a root, odd ones after it. */
  private static void deadRoot(Mpi mpi) throws Exception {
    Comm dup = mpi.world().dup();
    for (int round = 0; round <= ROUNDS; round++) {
      Pending pending = iAllReduce(dup, round);
      if (mpi.rank() % 2 == 0) {
        mpi.waitFor(pending);
      }
      Cells own = mine(mpi.world(), Form.DIRECT, ITEMS, round);
      mpi.world().bcast(mpi.rank() == 1 ? own : blank(Form.DIRECT, ITEMS), 1);
      mpi.world().reduce(own, blank(Form.DIRECT, ITEMS), Reduction.SUM, 1);
      if (mpi.rank() % 2 != 0) {
        mpi.waitFor(pending);
      }
    }
  }

  private static void sum(Comm comm, int round) throws Exception {
    comm.allReduce(mine(comm, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), Reduction.SUM);
  }
}
