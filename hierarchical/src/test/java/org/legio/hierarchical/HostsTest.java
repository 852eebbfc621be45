package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.creation.Layout;
import org.legio.core.settings.Configuration;
import org.legio.protection.Resilience;
import org.legio.simulator.FaultPlan;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;

/** All ranks know the same hosts, whoever dies while they are told. */
@Timeout(120)
class HostsTest {
  private static final Configuration PLAIN = Configuration.parse(Map.of(), Map.of());
  private static final int RANKS = 6;
  private static final int MAX_RANKS = 4;

  /** Tells where the locals begin. */
  private static Object cut(Rank rank) throws Exception {
    String[] cut = {""};
    Layout layout =
        (context, wholeComm, own, parent) -> {
          cut[0] = Hosts.told(context, wholeComm).locals(wholeComm, MAX_RANKS).toString();
          return Layout.FLAT.over(context, wholeComm, own, parent);
        };
    Resilience resilience =
        Resilience.protect(rank.pmpi(), rank.ulfm(), rank.binding(), rank.job(), PLAIN, layout);
    resilience.beforeFinalize();
    return cut[0];
  }

  @Test
  void localsEndWithTheirHosts() {
    JobResult onThree = SimulatedJob.ofSize(RANKS).ranksPerHost(2).run(HostsTest::cut);
    JobResult onOne = SimulatedJob.ofSize(RANKS).run(HostsTest::cut);
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(onThree.value(rank)).as(onThree.toString()).isEqualTo("[0, 2, 4]");
      assertThat(onOne.value(rank)).as(onOne.toString()).isEqualTo("[0, 4]");
    }
  }

  @Test
  void allCutAlikeWhoeverDies() {
    SimulatedJob job = SimulatedJob.ofSize(4).ranksPerHost(2);
    JobResult whole = job.run(HostsTest::cut);
    for (int victim = 0; victim < 4; victim++) {
      for (long step = 1; step <= whole.rank(victim).steps(); step++) {
        JobResult result = job.faults(FaultPlan.kill(victim, step)).run(HostsTest::cut);
        assertThat(result.survivors().stream().map(result::value).distinct())
            .as("%s", result)
            .hasSize(1);
      }
    }
  }
}
