package org.legio.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.it.Outcome;

/** Open MPI 5: its mpirun ends the job when a host is lost, and the launcher reports that. */
class OpenMpi5ClusterIT extends ClusterTests {

  /** How soon mpirun notices that a host does not answer. */
  private static final List<String> KEEPALIVE =
      List.of(
          "--prtemca oob_tcp_keepalive_time 3",
          "--prtemca oob_tcp_keepalive_intvl 1",
          "--prtemca oob_tcp_keepalive_probes 3");

  OpenMpi5ClusterIT() {
    super(HostImage.OPEN_MPI_5);
  }

  private static void isGivenUp(Outcome outcome) {
    assertThat(outcome.failed().stderr())
        .as("%s", outcome)
        .contains("legio: a host is lost", "Run it again without that host, or use Open MPI 6");
  }

  @Test
  void aHostThatIsKilledEndsTheJobWithTheReason() throws Exception {
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("flat", DETECTOR));
      cluster.kill(LAST_HOST);
      isGivenUp(vigil.end());
    }
  }

  @Test
  void aHostThatIsCutOffEndsTheJobWithTheReason() throws Exception {
    List<String> arguments = new ArrayList<>(DETECTOR);
    arguments.addAll(KEEPALIVE);
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("hierarchical:2", arguments));
      cluster.cut(LAST_HOST);
      isGivenUp(vigil.end());
    }
  }

  /** The host never comes to itself: in the end somebody turns it off. */
  @Test
  void theOthersGoOnWithoutAPausedHostUntilItIsTurnedOff() throws Exception {
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("flat", DETECTOR));
      cluster.pause(LAST_HOST);
      awaitSurvivors(vigil, survivorsOfTheLastHost());
      cluster.kill(LAST_HOST);
      isGivenUp(vigil.end());
    }
  }
}
