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

  @FunctionalInterface
  private interface Starting {
    Pending start(Operations<Pending> comm, int round) throws Exception;
  }

  /** Waits for all that has been started. */
  @FunctionalInterface
  private interface Waiting {
    void forAll(Mpi mpi, Pending... all) throws Exception;
  }

  /** Begins the names of programs that start an operation after a blocking one. */
  static final String AFTER_BLOCKING = "non-blocking/after-blocking/";

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
    alone("iBarrier", (comm, round) -> comm.barrier());
    reductions();
    inPlace();
    alone("iAllToAllw", (comm, round) -> Cases.allToAllw(comm, Form.DIRECT, round));
    for (Form form : FORMS) {
      alone("iBcast/" + form, (comm, round) -> Cases.bcastFrom(comm, form, ITEMS, 0, round));
      alone("iGather/" + form, (comm, round) -> Cases.gather(comm, form, 0, round));
      alone("iGatherv/" + form, (comm, round) -> gatherv(comm, form, round));
      alone("iScatter/" + form, (comm, round) -> scatter(comm, form, round));
      alone("iScatterv/" + form, (comm, round) -> scatterv(comm, form, round));
      alone("iAllGather/" + form, (comm, round) -> Cases.allGather(comm, form, round));
      alone("iAllGatherv/" + form, (comm, round) -> Cases.allGatherv(comm, form, round));
      alone("iAllToAll/" + form, (comm, round) -> Cases.allToAll(comm, form, round));
      alone("iAllToAllv/" + form, (comm, round) -> Cases.allToAllv(comm, form, round));
    }
  }

  private void alone(String name, Starting starting) {
    row(name, (comm, round) -> comm.mpi().waitFor(starting.start(comm.nonBlocking(), round)));
  }

  private void reductions() {
    alone("iReduceScatter", NonBlockingCases::reduceScatter);
    alone("iReduceScatterBlock", NonBlockingCases::reduceScatterBlock);
    alone("iScan", (comm, round) -> comm.scan(own(comm, round), empty(), Reduction.COMPOSE));
    alone("iExScan", (comm, round) -> comm.exScan(own(comm, round), empty(), Reduction.SUM));
    alone("iReduce", (comm, round) -> comm.reduce(own(comm, round), empty(), Reduction.SUM, 0));
    alone(
        "iReduce/last-root",
        (comm, round) -> comm.reduce(own(comm, round), empty(), Reduction.SUM, comm.size() - 1));
    alone("iAllReduce", NonBlockingCases::allReduce);
  }

  private void inPlace() {
    alone(
        "iAllReduce/in-place",
        (comm, round) -> comm.allReduce(null, own(comm, round), Reduction.SUM));
    alone(
        "iAllGather/in-place",
        (comm, round) -> comm.allGather(null, mine(comm, Form.DIRECT, 2 * comm.size(), round), 2));
    alone(
        "iAllToAll/in-place",
        (comm, round) -> comm.allToAll(null, mine(comm, Form.DIRECT, 2 * comm.size(), round), 2));
  }

  private static Cells own(Operations<?> comm, int round) {
    return mine(comm, Form.DIRECT, ITEMS, round);
  }

  private static Cells empty() {
    return blank(Form.DIRECT, ITEMS);
  }

  private static Pending allReduce(Operations<Pending> comm, int round) throws Exception {
    return comm.allReduce(own(comm, round), empty(), Reduction.SUM);
  }

  private static Pending iAllReduce(Comm comm, int round) throws Exception {
    return allReduce(comm.nonBlocking(), round);
  }

  private static Pending iBcast(Comm comm, int round) throws Exception {
    return Cases.bcastFrom(comm.nonBlocking(), Form.DIRECT, ITEMS, 0, round);
  }

  private static Pending reduceScatter(Operations<Pending> comm, int round) throws Exception {
    int[] counts = counts(comm.size());
    return comm.reduceScatter(
        mine(comm, Form.DIRECT, IntStream.of(counts).sum(), round),
        blank(Form.DIRECT, counts[comm.rank()]),
        counts,
        Reduction.SUM);
  }

  private static Pending reduceScatterBlock(Operations<Pending> comm, int round) throws Exception {
    return comm.reduceScatterBlock(
        mine(comm, Form.DIRECT, 2 * comm.size(), round), blank(Form.DIRECT, 2), 2, Reduction.SUM);
  }

  private static Pending scatter(Operations<Pending> comm, Form form, int round) throws Exception {
    return comm.scatter(mine(comm, form, 2 * comm.size(), round), blank(form, 2), 2, 0);
  }

  private static Pending gatherv(Operations<Pending> comm, Form form, int round) throws Exception {
    int[] counts = counts(comm.size());
    return comm.gatherv(
        mine(comm, form, counts[comm.rank()], round),
        blank(form, spreadItems(counts)),
        counts,
        spread(counts),
        comm.size() - 1);
  }

  private static Pending scatterv(Operations<Pending> comm, Form form, int round) throws Exception {
    int[] counts = counts(comm.size());
    return comm.scatterv(
        mine(comm, form, spreadItems(counts), round),
        counts,
        spread(counts),
        blank(form, counts[comm.rank()]),
        comm.size() - 1);
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
        iBcast(comm, round),
        Cases.gather(comm.nonBlocking(), Form.DIRECT, 0, round));
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
    afterBlocking();
    row("non-blocking/blocking-on-same", NonBlockingCases::blockingOnSame);
    row("non-blocking/blocking-on-dup", NonBlockingCases::blockingOnDup);
    row("non-blocking/dup", NonBlockingCases::making);
    row("non-blocking/ring", NonBlockingCases::ring);
    row("non-blocking/wait-then-send", NonBlockingCases::waitThenSend);
    rows.add(new Case("non-blocking/crossed", Settings.IGNORE, 2, NonBlockingCases::crossed));
    rows.add(new Case("non-blocking/dead-root", Settings.IGNORE, 2, NonBlockingCases::deadRoot));
  }

  /** A blocking operation may meet the death and repair the communicator for the one after it. */
  private void afterBlocking() {
    new TreeMap<String, Starting>(
            Map.of(
                "iAllReduce",
                NonBlockingCases::allReduce,
                "iReduceScatterBlock",
                NonBlockingCases::reduceScatterBlock,
                "iScatter",
                (comm, round) -> scatter(comm, Form.DIRECT, round),
                "iAllToAll",
                (comm, round) -> Cases.allToAll(comm, Form.DIRECT, round)))
        .forEach(
            (name, starting) ->
                row(
                    AFTER_BLOCKING + name,
                    (comm, round) -> {
                      sum(comm, round);
                      comm.mpi().waitFor(starting.start(comm.nonBlocking(), round));
                    }));
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
    comm.messages().sendRecv(own(comm, round), next, empty(), previous, TAG);
    comm.mpi().waitFor(pending);
  }

  /** Rank 0 waits before it sends, the others receive before they wait. */
  private static void waitThenSend(Comm comm, int round) throws Exception {
    Pending pending = iBcast(comm, round);
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
      Cells own = own(mpi.world(), round);
      mpi.world().bcast(mpi.rank() == 1 ? own : empty(), 1);
      mpi.world().reduce(own, empty(), Reduction.SUM, 1);
      if (mpi.rank() % 2 != 0) {
        mpi.waitFor(pending);
      }
    }
  }

  private static void sum(Comm comm, int round) throws Exception {
    comm.allReduce(mine(comm, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), Reduction.SUM);
  }
}
