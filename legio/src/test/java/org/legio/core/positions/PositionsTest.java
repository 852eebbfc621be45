package org.legio.core.positions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PositionsTest {
  private static final long WORLD = 42;

  private final Positions positions = new Positions();
  private final OperationCounter world =
      positions.add(WORLD, 0xABCDEFL, new int[] {0, 1}, "WORLD", OptionalInt::empty);

  private static StackTraceElement frame(String owner, String method, int line) {
    return new StackTraceElement(owner, method, owner + ".java", line);
  }

  private static final StackTraceElement PROGRAM = frame("app.Main", "step", 42);

  @Test
  void aCallIsTheOutermostMethodOfTheBindingAboveTheProgramsLine() {
    StackTraceElement[] stack = {
      frame("mpi.Comm", "pmpi_allReduce", -2),
      frame("java.lang.invoke.LambdaForm$DMH", "invokeSpecial", -1),
      frame("org.legio.core.collective.CollectiveEngine", "run", 7),
      frame("mpi.Comm", "allReduce", 8),
      frame("mpi.Comm", "allReduce", 9),
      PROGRAM,
      frame("mpi.Comm", "barrier", 9),
    };
    assertThat(CallOnStack.of(stack))
        .contains(new CallOnStack("allReduce", "app.Main.step(app.Main.java:42)"));
  }

  @Test
  void aBlockOfCallsIsACall() {
    StackTraceElement[] stack = {
      frame("org.legio.core.repair.ResilientCommunicator", "block", 1),
      frame("org.legio.Legio", "lambda$block$0", 2),
      frame("org.legio.Legio", "block", 2),
      PROGRAM
    };
    assertThat(CallOnStack.of(stack)).map(CallOnStack::name).contains("block");
  }

  @Test
  void whoComputesIsInNoCallEvenBelowOne() {
    assertThat(CallOnStack.of(new StackTraceElement[] {PROGRAM})).isEmpty();
    assertThat(CallOnStack.of(new StackTraceElement[] {PROGRAM, frame("mpi.Comm", "reduce", 1)}))
        .as("a user's operation that MPI has called")
        .isEmpty();
    assertThat(
            CallOnStack.programLine(
                new StackTraceElement[] {frame("java.lang.Thread", "sleep", 1), PROGRAM}))
        .isEqualTo("app.Main.step(app.Main.java:42)");
  }

  @Test
  void operationsAreCountedFromOne() {
    assertThat(world.current()).isEqualTo(1);
    world.begin();
    world.begin(); // continues in another way
    assertThat(world.current()).isEqualTo(1);
    assertThat(world.thread()).isEqualTo(Thread.currentThread().getId());
    world.end();
    assertThat(world.current()).isEqualTo(2);
    assertThat(world.thread()).isZero();
  }

  @Test
  void anOperationThatIsLeftOpenIsCountedOnce() {
    world.begin();
    world.leaveOpen();
    world.end();
    assertThat(world.current()).isEqualTo(1);
    assertThat(world.thread()).isZero();
    world.begin();
    world.end();
    assertThat(world.current()).isEqualTo(2);
  }

  @Test
  void theLabelIsTheSameForTheSameId() {
    String label = world.label();
    assertThat(label).matches("WORLD #[0-9a-z]{4}");
    positions.rename(WORLD, "mine");
    assertThat(world.label()).isEqualTo(label.replace("WORLD", "mine"));
    assertThat(new OperationCounter(1, -1, new int[0], "", OptionalInt::empty).label())
        .matches("a communicator #[0-9a-z]{4}");
  }

  @Test
  void whoIsInNoCallComputesAndWhoStaysHasBeenThereFromTheFirstLookOn() {
    List<Position> first = positions.now();
    assertThat(first).singleElement().matches(Position::isComputing);
    assertThat(positions.now()).isEqualTo(first);
  }

  @Test
  void whoHasMadeACollectiveSinceTheLastLookHasNotStayed() throws InterruptedException {
    Position first = positions.now().get(0);
    TimeUnit.MILLISECONDS.sleep(2); // the clock has a resolution
    world.begin();
    world.end();
    Position later = positions.now().get(0);
    assertThat(later.line()).isEqualTo(first.line());
    assertThat(later.since()).isAfter(first.since());
    assertThat(positions.now().get(0).since()).isEqualTo(later.since());
  }

  @Test
  void aNameCannotSteerATerminal() {
    positions.rename(WORLD, "mine\u001b[2J");
    assertThat(world.label()).startsWith("mine?[2J #");
  }

  @Test
  void aCommunicatorThatIsFreedIsForgotten() {
    assertThat(positions.communicators()).containsExactly(world);
    positions.remove(world);
    assertThat(positions.communicators()).isEmpty();
  }
}
