package org.legio.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.mine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.core.message.Sends;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/**
 * Tests MPI whose calls fail for a while though nobody has died: {@code MPI_ERR_OTHER} and {@code
 * MPI_ERR_INTERN}. Such a send or collective is attempted again; what does not pass is reported.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TransientTest {
  private static final int RETRIES = 2;
  private static final int TAG = 4;
  private static final int ITEMS = 2;
  private static final int RANKS = 3;
  private static final int CALLS_UP_AND_DOWN = 40;
  private static final long SEED = 7;
  private static final Settings FEW =
      Settings.IGNORE.with(Setting.SEND_RETRIES, String.valueOf(RETRIES));
  private static final Set<String> SENDS =
      Set.of("send", "bSend", "sSend", "rSend", "iSend", "ibSend", "isSend", "irSend", "start");
  private static final Set<String> COLLECTIVE_CALLS =
      Set.copyOf(
          Stream.of(org.legio.ulfm.ports.Collective.values())
              .flatMap(each -> Stream.of(each.call(), each.nonBlockingCall()))
              .toList());
  private static final List<Stage> STAGES =
      List.of(SimulatedStage.BY_VOTES, SimulatedStage.hierarchical("2"));

  /** Sends a message and completes it. */
  @FunctionalInterface
  private interface Sending {
    void run(Messages messages, Cells buf) throws Exception;
  }

  private static final Map<String, Sending> SENDINGS =
      new TreeMap<>(
          Map.of(
              "send", (m, buf) -> m.send(buf, 1, TAG),
              "sSend", (m, buf) -> m.sSend(buf, 1, TAG),
              "bSend", (m, buf) -> m.bSend(buf, 1, TAG),
              "iSend", (m, buf) -> m.mpi().waitFor(m.iSend(buf, 1, TAG)),
              "isSend", (m, buf) -> m.mpi().waitFor(m.isSend(buf, 1, TAG)),
              "start", TransientTest::sendPersistently));

  private static void sendPersistently(Messages messages, Cells buf) throws Exception {
    Messages.Persistent request = messages.sendInit(buf, 1, TAG);
    request.await(request.start());
    request.free();
  }

  /** Calls of a rank that fail. */
  private static final class Fault {
    private final int victim;
    private final int failures;
    private final int errorClass;
    private final Predicate<String> calls;
    private final boolean isDone;
    final AtomicInteger tries = new AtomicInteger();

    /**
     * Makes calls fail, from the first on.
     *
     * @param isDone whether such a call does what it is called for before it fails
     */
    Fault(int victim, int failures, int errorClass, Predicate<String> calls, boolean isDone) {
      this.victim = victim;
      this.failures = failures;
      this.errorClass = errorClass;
      this.calls = calls;
      this.isDone = isDone;
    }

    /** Of the program's own messages, before they leave. */
    static Fault of(int failures, int errorClass, String call) {
      return new Fault(0, failures, errorClass, call::equals, false);
    }

    Seat in(Seat seat) {
      return seat.rank() != victim
          ? seat
          : seat.with(
              Detour.around(
                  Pmpi.class,
                  seat.pmpi(),
                  (name, arguments, straight) -> {
                    boolean fails =
                        calls.test(name)
                            && isOfProgram(name, arguments)
                            && tries.getAndIncrement() < failures;
                    Object result = fails && !isDone ? null : straight.go(arguments);
                    if (fails) {
                      throw error(seat, errorClass);
                    }
                    return result;
                  }));
    }
  }

  /** Neither a message of Legio's own, which its callers repeat, nor one to nobody. */
  private static boolean isOfProgram(String call, Object[] arguments) {
    return !SENDS.contains(call)
        || call.equals("start")
        || (Detour.message(arguments).destination() != MpiConstants.PROC_NULL
            && StackWalker.getInstance()
                .walk(all -> all.anyMatch(f -> f.getClassName().equals(Sends.class.getName()))));
  }

  private static Exception error(Seat seat, int errorClass) {
    return seat.binding().newException(errorClass, "error of class " + errorClass);
  }

  /** What two messages of rank 0 to rank 1 have become. */
  private static final class Story {
    final List<Long> sent = Collections.synchronizedList(new ArrayList<>());
    final List<Long> received = Collections.synchronizedList(new ArrayList<>());
    final List<Exception> caught = Collections.synchronizedList(new ArrayList<>());
    int surplus;

    /** Sends two messages; receives so many. */
    void run(Mpi mpi, Sending sending, int arriving) throws Exception {
      Comm world = mpi.world();
      mpi.communicators().setErrhandler(world.communicator(), mpi.binding().errorsReturn());
      for (int round = 0; mpi.rank() == 0 && round < 2; round++) {
        Cells buf = mine(world, Form.DIRECT, ITEMS, round);
        try {
          sending.run(world.messages(), buf);
        } catch (Exception e) {
          caught.add(e);
        }
        sent.add(buf.get(0));
      }
      for (int message = 0; mpi.rank() == 1 && message < arriving; message++) {
        Cells buf = blank(Form.DIRECT, ITEMS);
        world.messages().recv(buf, 0, TAG);
        received.add(buf.get(0));
      }
      world.barrier();
      if (mpi.rank() == 1 && mpi.receives().iProbe(world.communicator(), 0, TAG) != null) {
        surplus++;
      }
    }
  }

  private static Played play(Stage stage, Case.Program program, UnaryOperator<Seat> spoil) {
    return stage.play(
        new Run(stage.name(), "transient", RANKS, SEED),
        new Case("transient", FEW, RANKS, program),
        spoil);
  }

  private static void continues(Played played) {
    assertThat(played.hang()).isNull();
    assertThat(played.abort()).isNull();
    assertThat(played.ends()).allMatch(end -> end.thrown() == null);
  }

  static Stream<Arguments> sends() {
    return STAGES.stream()
        .flatMap(
            stage ->
                SENDINGS.keySet().stream()
                    .flatMap(
                        call ->
                            Stream.of(
                                    MpiConstants.ERR_OTHER,
                                    MpiConstants.ERR_INTERN,
                                    MpiConstants.ERR_PROC_FAILED)
                                .map(errorClass -> Arguments.of(stage, call, errorClass))));
  }

  /** Neither lost nor doubled, however often it fails; what is given up, the program is told. */
  @ParameterizedTest
  @MethodSource("sends")
  void aSendIsRetriedThenReported(Stage stage, String call, int errorClass) {
    for (int failures = 0; failures <= RETRIES + 2; failures++) {
      boolean passes = failures <= RETRIES;
      Story story = new Story();
      Fault fault = Fault.of(failures, errorClass, call);
      Played played =
          play(stage, mpi -> story.run(mpi, SENDINGS.get(call), passes ? 2 : 1), fault::in);
      continues(played);
      assertThat(story.received)
          .as("after %d failures", failures)
          .isEqualTo(story.sent.subList(passes ? 0 : 1, 2));
      assertThat(story.surplus).isZero();
      assertThat(fault.tries).hasValue(failures + (passes ? 2 : 1));
      assertThat(story.caught).hasSize(passes ? 0 : 1);
      if (!passes) {
        assertThat(story.caught.get(0))
            .hasMessageContainingAll(
                " on MPI_COMM_WORLD failed 3 times within 3.0 ms",
                "though its destination, rank 1, is not known to be dead",
                "error of class " + errorClass + "; a larger send.retries tries for longer");
      }
    }
  }

  @Test
  void aFatalErrorHandlerEndsTheJobWhenNoRetryIsLeft() {
    Played played =
        play(
            SimulatedStage.FLAT,
            mpi -> {
              if (mpi.rank() == 0) {
                mpi.world().messages().send(mine(mpi.world(), Form.INTS, ITEMS, 0), 1, TAG);
              }
            },
            Fault.of(RETRIES + 1, MpiConstants.ERR_INTERN, "send")::in);
    assertThat(played.abort()).isNotNull();
    assertThat(played.abort().message())
        .contains("failed 3 times", "is not known to be dead", "not MPI.ERRORS_RETURN");
  }

  /** Buffer, count, type, tag, rank; and a message that was too long. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, MpiConstants.ERR_RANK, MpiConstants.ERR_TRUNCATE})
  void aSendThatIsWrongIsNotRetried(int errorClass) {
    Story story = new Story();
    Fault fault = Fault.of(1, errorClass, "send");
    continues(play(SimulatedStage.FLAT, mpi -> story.run(mpi, SENDINGS.get("send"), 1), fault::in));
    assertThat(story.caught).singleElement().satisfies(isOfClass(errorClass));
    assertThat(story.received).isEqualTo(story.sent.subList(1, 2));
    assertThat(fault.tries).hasValue(2);
  }

  private static Consumer<Exception> isOfClass(int errorClass) {
    return thrown -> assertThat(thrown).hasMessageEndingWith("error of class " + errorClass);
  }

  /** MPI may have delivered what it has started, whatever the wait for it says. */
  @ParameterizedTest
  @ValueSource(strings = {"waitStatus", "testStatus"})
  void aSendThatFailsInItsWaitIsReportedOnce(String wait) {
    Sending sending =
        wait.equals("waitStatus")
            ? SENDINGS.get("iSend")
            : (m, buf) -> m.mpi().testOne(m.iSend(buf, 1, TAG));
    Story story = new Story();
    Fault fault = new Fault(0, 1, MpiConstants.ERR_INTERN, wait::equals, true);
    continues(play(SimulatedStage.FLAT, mpi -> story.run(mpi, sending, 2), fault::in));
    assertThat(story.caught).singleElement().satisfies(isOfClass(MpiConstants.ERR_INTERN));
    assertThat(story.received).isEqualTo(story.sent);
    assertThat(story.surplus).isZero();
  }

  /** A receive may have consumed its message; of an exchange, one half may have been made. */
  @ParameterizedTest
  @ValueSource(strings = {"recv", "iRecv", "sendRecv"})
  void aReceiveIsReportedAtOnce(String call) {
    List<Exception> caught = new ArrayList<>();
    Fault fault = Fault.of(1, MpiConstants.ERR_INTERN, call);
    continues(
        play(
            SimulatedStage.FLAT,
            mpi -> {
              Comm world = mpi.world();
              mpi.communicators().setErrhandler(world.communicator(), mpi.binding().errorsReturn());
              if (mpi.rank() == 0) {
                try {
                  receive(world.messages(), call);
                } catch (Exception e) {
                  caught.add(e);
                }
              }
            },
            fault::in));
    assertThat(caught).singleElement().satisfies(isOfClass(MpiConstants.ERR_INTERN));
    assertThat(fault.tries).hasValue(1);
  }

  private static void receive(Messages messages, String call) throws Exception {
    Cells into = blank(Form.DIRECT, ITEMS);
    switch (call) {
      case "recv" -> messages.recv(into, 1, TAG);
      case "iRecv" -> messages.mpi().waitFor(messages.iRecv(into, 1, TAG));
      default -> messages.sendRecv(blank(Form.DIRECT, ITEMS), 1, into, 1, TAG);
    }
  }

  // ------------------------------------------------------------------ every program

  /** A rank whose MPI fails again and again, at most as often in a row as is retried. */
  private static UnaryOperator<Seat> flickering(int victim, Predicate<String> calls) {
    return seat -> {
      int[] made = {0};
      return seat.rank() != victim
          ? seat
          : seat.with(
              Detour.around(
                  Pmpi.class,
                  seat.pmpi(),
                  (name, arguments, straight) -> {
                    if (calls.test(name)
                        && isOfProgram(name, arguments)
                        && made[0]++ % CALLS_UP_AND_DOWN < RETRIES) {
                      throw error(seat, MpiConstants.ERR_INTERN);
                    }
                    return straight.go(arguments);
                  }));
    };
  }

  private static boolean isCollective(String call) {
    return COLLECTIVE_CALLS.contains(call);
  }

  static Stream<Arguments> programs() {
    List<Arguments> programs = new ArrayList<>();
    for (Stage stage : STAGES) {
      for (Case program : MessageCases.all()) {
        programs.add(Arguments.of(stage, program));
      }
      Cases.ofCollectives().forEach(program -> programs.add(Arguments.of(stage, program)));
      NonBlockingCases.all().forEach(program -> programs.add(Arguments.of(stage, program)));
    }
    return programs.stream();
  }

  /** The model of messages and collectives finds nothing amiss; nor if others die meanwhile. */
  @ParameterizedTest
  @MethodSource("programs")
  void programsDoNotNotice(Stage stage, Case program) {
    boolean isOfMessages =
        MessageCases.all().stream().anyMatch(p -> p.name().equals(program.name()));
    Predicate<String> sends = call -> SENDS.contains(call) && !call.equals("start"); // or receives
    Predicate<String> calls = isOfMessages ? sends : TransientTest::isCollective;
    int ranks = Math.max(program.fewest(), RANKS);
    int first = Options.isLong() ? 0 : Math.floorMod(program.name().hashCode(), ranks);
    int last = Options.isLong() ? ranks - 1 : first;
    for (int victim = first; victim <= last; victim++) {
      Case few = program.under("transient", program.settings().with(Setting.SEND_RETRIES, "2"));
      Exploration exploration = new Exploration(stage, few, flickering(victim, calls));
      Failure.raiseAny(exploration.noDeath(ranks, SEED));
      if (isOfMessages || Options.isLong()) {
        Failure.raiseAny(exploration.everyDeath(ranks, SEED));
      } else {
        Failure.raiseAny(exploration.somePairs(ranks, SEED, 2));
      }
    }
  }

  /** The tests' own test: errors after a message has left, and errors that are not told. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theModelCatchesMessagesThatAreDoubledOrLost(boolean doubled) {
    Case program = Cases.named("send-recv/INTS");
    UnaryOperator<Seat> wrong =
        seat ->
            seat.with(
                Detour.around(
                    Pmpi.class,
                    seat.pmpi(),
                    "send",
                    (name, arguments, straight) -> {
                      if (doubled) {
                        straight.go(arguments);
                        return straight.go(arguments);
                      }
                      return null;
                    }));
    assertThat(new Exploration(SimulatedStage.FLAT, program, wrong).noDeath(RANKS, SEED))
        .isPresent();
  }

  // ------------------------------------------------------------------ collectives

  private static final Map<String, Case.Step> COLLECTIVES =
      new TreeMap<>(
          Map.of(
              "bcast", (c, n) -> c.bcast(mine(c, Form.DIRECT, ITEMS, n), 0),
              "reduce", (c, n) -> c.reduce(ints(c, n), ints(c, n), Reduction.SUM, 0),
              "allReduce", (c, n) -> c.allReduce(ints(c, n), ints(c, n), Reduction.SUM),
              "iAllReduce",
                  (c, n) ->
                      c.mpi()
                          .waitFor(
                              c.nonBlocking().allReduce(ints(c, n), ints(c, n), Reduction.SUM))));

  private static Cells ints(Comm comm, int round) {
    return mine(comm, Form.DIRECT, ITEMS, round);
  }

  static Stream<Arguments> collectives() {
    return STAGES.stream()
        .flatMap(stage -> COLLECTIVES.keySet().stream().map(call -> Arguments.of(stage, call)));
  }

  /** What does not pass at one rank fails at all of them, and they continue in step. */
  @ParameterizedTest
  @MethodSource("collectives")
  void aCollectiveIsRetriedThenReportedEverywhere(Stage stage, String call) {
    for (int failures = 1; failures <= RETRIES + 1; failures++) {
      for (int victim = 0; victim < RANKS; victim++) {
        Map<Integer, List<String>> caught = new TreeMap<>();
        Fault fault =
            new Fault(
                victim, failures, MpiConstants.ERR_INTERN, TransientTest::isCollective, false);
        Played played = play(stage, mpi -> attempt(mpi, COLLECTIVES.get(call), caught), fault::in);
        continues(played);
        assertThat(caught).hasSize(failures > RETRIES ? RANKS : 0);
      }
    }
  }

  private static void attempt(Mpi mpi, Case.Step step, Map<Integer, List<String>> caught)
      throws Exception {
    mpi.communicators().setErrhandler(mpi.world().communicator(), mpi.binding().errorsReturn());
    try {
      step.run(mpi.world(), 0);
    } catch (Exception e) {
      synchronized (caught) {
        caught.computeIfAbsent(mpi.rank(), rank -> new ArrayList<>()).add(e.getMessage());
      }
    }
    Cells sum = blank(Form.INTS, 1);
    mpi.world().allReduce(new Cells(Form.INTS, 1).put(0, 1), sum, Reduction.SUM);
    assertThat(sum.get(0)).isEqualTo(RANKS);
  }
}
