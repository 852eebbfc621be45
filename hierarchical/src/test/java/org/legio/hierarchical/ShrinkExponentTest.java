package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.core.creation.Layout;
import org.legio.core.settings.Configuration;
import org.legio.inprocess.FaultPlan;
import org.legio.inprocess.InProcessJob;
import org.legio.inprocess.JobResult;
import org.legio.inprocess.Rank;
import org.legio.protection.Resilience;

/** The exponent is that of the costs; all ranks use the same, whoever dies while it is measured. */
@Timeout(120)
class ShrinkExponentTest {
  private static final Configuration MEASURED =
      Configuration.parse(
          Map.of("layout", "hierarchical", "hierarchical.shrink-exponent", "measured"), Map.of());
  private static final double TOLERANCE = 1e-9;

  @ParameterizedTest
  @CsvSource({
    "100, 100, 2, 0.5",
    "200, 100, 2, 1",
    "400, 100, 2, 2",
    "800, 100, 2, 3",
    "5000, 1, 2, 3",
    "50, 100, 2, 0.5",
    "225, 100, 2.25, 1"
  })
  void followsTheCosts(long ofAll, long ofPart, double ratio, double expected) {
    assertThat(ShrinkExponent.exponent(ofAll, ofPart, ratio))
        .isCloseTo(expected, within(TOLERANCE));
  }

  /** Tells what has been measured. */
  private static Object measure(Rank rank) throws Exception {
    double[] measured = {0};
    Layout layout =
        (context, wholeComm, own, parent) -> {
          measured[0] = new ShrinkExponent(context, wholeComm, own).measured();
          return Layout.FLAT.over(context, wholeComm, own, parent);
        };
    Resilience resilience =
        Resilience.protect(rank.pmpi(), rank.ulfm(), rank.binding(), rank.job(), MEASURED, layout);
    resilience.end();
    return measured[0];
  }

  @Test
  void allUseTheSameWhoeverDies() {
    TreeSet<Object> all = new TreeSet<>();
    for (int size = 4; size <= 5; size++) {
      for (long seed = 1; seed <= 2; seed++) {
        InProcessJob job = InProcessJob.ofSize(size).seed(seed);
        JobResult whole = job.run(ShrinkExponentTest::measure);
        all.add(valueOf(whole));
        for (int rank = 0; rank < size; rank++) {
          for (long step = 1; step <= whole.rank(rank).steps(); step++) {
            FaultPlan death = FaultPlan.kill(rank, step);
            all.add(valueOf(job.faults(death).run(ShrinkExponentTest::measure)));
          }
        }
      }
    }
    assertThat(all).as("what was measured in all these runs").hasSizeGreaterThan(1);
  }

  private static Object valueOf(JobResult result) {
    TreeSet<Object> values = new TreeSet<>();
    for (int survivor : result.survivors()) {
      assertThat(result.rank(survivor).ending())
          .as(result.toString())
          .isEqualTo(JobResult.Ending.RETURNED);
      values.add(result.value(survivor));
    }
    assertThat(values).as(result.toString()).hasSize(1);
    return values.first();
  }

  @Test
  void aLayoutUsesIt() {
    JobResult result =
        InProcessJob.ofSize(9)
            .faults(FaultPlan.none())
            .run(
                rank -> {
                  Resilience resilience =
                      Resilience.protect(
                          rank.pmpi(),
                          rank.ulfm(),
                          rank.binding(),
                          rank.job(),
                          MEASURED,
                          new HierarchicalLayout(MEASURED));
                  resilience.collectives(rank.commWorld()).barrier();
                  resilience.end();
                  return "through";
                });
    assertThat(result.value(0)).as(result.toString()).isEqualTo("through");
  }
}
