package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.creation.Layout;
import org.legio.core.repair.Context;
import org.legio.core.settings.Configuration;
import org.legio.protection.Resilience;
import org.legio.simulator.JobResult;
import org.legio.simulator.SimulatedJob;

/** What a step that fails means for the attempt. */
@Timeout(60)
class AttemptTest {
  private static final int ARGUMENT = 6;
  private static final int UNKNOWN = 14;
  private static final int TRUNCATED = 15;
  private static final int OTHER = 16;
  private static final int PROC_FAILED = 75;

  /** What is to be looked at. */
  private interface Check {
    void with(Context context) throws Exception;
  }

  private static void check(Check check) {
    Configuration defaults = Configuration.parse(Map.of(), Map.of());
    JobResult result =
        SimulatedJob.ofSize(1)
            .run(
                rank -> {
                  Layout layout =
                      (context, wholeComm, own, parent) -> {
                        check.with(context);
                        return Layout.FLAT.over(context, wholeComm, own, parent);
                      };
                  Resilience.protect(
                          rank.pmpi(), rank.ulfm(), rank.binding(), rank.job(), defaults, layout)
                      .beforeFinalize();
                  return "checked";
                });
    assertThat(result.value(0)).as("%s", result.rank(0).thrown()).isEqualTo("checked");
  }

  private static Attempt.Step failing(Context context, int errorClass) {
    return () -> {
      throw context.binding().newException(errorClass, "error class " + errorClass);
    };
  }

  private static boolean isMade(
      Context context, Attempt attempt, int errorClass, boolean meetsDeath) throws Exception {
    return attempt.make(failing(context, errorClass), () -> meetsDeath);
  }

  @Test
  void aDeathMakesItFail() {
    check(
        context -> {
          Attempt attempt = new Attempt(context);
          attempt.begin();
          assertThat(isMade(context, attempt, PROC_FAILED, false)).isFalse();
          assertThat(attempt.hasFailed()).isTrue();
          assertThat(attempt.thrown()).isNull();
        });
  }

  /** Open MPI 5.0.7 sometimes reports any error instead of a death. */
  @Test
  void anyErrorWhereSomebodyIsDeadIsADeath() {
    check(
        context -> {
          Attempt attempt = new Attempt(context);
          attempt.begin();
          assertThat(isMade(context, attempt, OTHER, true)).isFalse();
          assertThat(attempt.hasFailed()).isTrue();
          assertThat(attempt.thrown()).isNull();
        });
  }

  @Test
  void theProgramsErrorIsKeptAndItContinues() {
    check(
        context -> {
          Attempt attempt = new Attempt(context);
          attempt.begin();
          assertThat(isMade(context, attempt, TRUNCATED, false)).isTrue();
          assertThat(isMade(context, attempt, UNKNOWN, false)).isTrue();
          assertThat(attempt.hasFailed()).isFalse();
          assertThat(attempt.thrown()).hasMessageContaining("error class " + TRUNCATED);
          attempt.begin();
          assertThat(attempt.thrown()).as("in the next attempt").isNull();
        });
  }

  @Test
  void aWrongArgumentIsThrownWhoeverIsDead() {
    check(
        context -> {
          Attempt attempt = new Attempt(context);
          assertThatThrownBy(() -> isMade(context, attempt, ARGUMENT, true))
              .hasMessageContaining("error class " + ARGUMENT);
        });
  }

  /** All is attempted again: no rank may wait for the steps that are left. */
  @Test
  void anErrorThatMayPassEndsTheAttempt() {
    check(
        context -> {
          Attempt attempt = new Attempt(context);
          attempt.begin();
          assertThatThrownBy(() -> isMade(context, attempt, OTHER, false))
              .hasMessageContaining("error class " + OTHER);
          assertThat(attempt.counts()).isTrue();
        });
  }
}
