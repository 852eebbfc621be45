package org.legio.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import app.App;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** What goes wrong fails the test, and says why. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MpiTestIT {
  /** Waits for a message that never comes. */
  static final class Hanging {
    public static void main(String[] args) throws Exception {
      MPI.Init(args);
      System.out.println("before the wait");
      if (MPI.COMM_WORLD.getRank() == 0) {
        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 1);
      }
      MPI.COMM_WORLD.barrier();
      MPI.Finalize();
    }
  }

  /** Tests that have to fail; they have no name that is found by itself. */
  static final class Failing {
    @MpiTest(program = App.class, kill = "1@bcast:3")
    void aPlannedDeathDoesNotHappen() {}

    @MpiTest(program = Hanging.class, timeoutSeconds = 12)
    void itHangs() {}

    @MpiTest(program = App.class, arguments = "x", status = 7)
    void itHasAnotherStatus() {}

    @MpiTest(program = App.class)
    void theMethodFails(MpiRun run) {
      assertThat(run.output(0)).isEmpty();
    }
  }

  private static Throwable failureOf(String method) {
    List<Event> failed =
        EngineTestKit.engine("junit-jupiter")
            .selectors(
                selectMethod(
                    Failing.class.getName()
                        + "#"
                        + method
                        + (method.equals("theMethodFails")
                            ? "(" + MpiRun.class.getName() + ")"
                            : "")))
            .execute()
            .testEvents()
            .failed()
            .list();
    assertThat(failed).hasSize(1);
    return failed
        .get(0)
        .getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class)
        .getThrowable()
        .orElseThrow();
  }

  @Test
  void aDeathThatDoesNotHappenFailsTheTest() {
    assertThat(failureOf("aPlannedDeathDoesNotHappen"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("--kill 1@bcast:3 has not happened: rank 1 has called bcast 0 times")
        .hasMessageContaining("round 10: 3");
  }

  @Test
  void whoIsLateShowsItsStack() {
    assertThat(failureOf("itHangs"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("not over after 12 s")
        .hasMessageContaining("before the wait")
        .hasMessageContaining("MpiTestIT$Hanging.main");
  }

  @Test
  void anotherStatusFailsTheTest() {
    assertThat(failureOf("itHasAnotherStatus"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("exit status 0, and 7 is wanted");
  }

  @Test
  void aMethodThatFailsShowsTheJob() {
    Throwable thrown = failureOf("theMethodFails");
    assertThat(thrown.getSuppressed()).hasSize(1);
    assertThat(thrown.getSuppressed()[0])
        .hasMessageContaining("2 ranks")
        .hasMessageContaining("round 10: 3");
  }
}
