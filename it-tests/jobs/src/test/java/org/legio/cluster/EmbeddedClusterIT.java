package org.legio.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.legio.integration.Outcome;

/** The embedded runtime over three hosts by ssh, on which there is no MPI. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the daemon")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class EmbeddedClusterIT {
  /** In seconds; more than a busy machine may need for anything. */
  private static final String TIMEOUT = "8";

  /** Two ranks on each host, and the last one is lost. */
  private static final int SURVIVORS = 0xF;

  private String image = "";

  @BeforeAll
  @Timeout(value = 25, unit = TimeUnit.MINUTES) // others may be at it, and the image made
  void prepare() throws Exception {
    image = ClusterTests.made(HostImage.OPEN_MPI_5);
  }

  private Cluster clusterWithoutMpi() throws Exception {
    Cluster cluster = new Cluster(image);
    cluster.removeMpi();
    return cluster;
  }

  private static HostedJob begin(Cluster cluster, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("legio", "run"));
    command.addAll(List.of("--host", "n0:2,n1:2,n2:2", "--host-timeout", TIMEOUT));
    command.addAll(List.of(options));
    command.addAll(List.of("--", "-cp", Cluster.CLASS_PATH));
    command.addAll(List.of("org.legio.programs.Vigil", Cluster.onEveryHost(ClusterTests.END)));
    return ClusterTests.awaitEverybody(new HostedJob(cluster, command, ClusterTests.DEADLINE));
  }

  @Test
  void aHostThatIsKilledIsSurvived() throws Exception {
    try (Cluster cluster = clusterWithoutMpi()) {
      HostedJob vigil = begin(cluster);
      cluster.kill(ClusterTests.LAST_HOST);
      ClusterTests.awaitSurvivors(vigil, SURVIVORS);
      Outcome outcome = ClusterTests.end(cluster, vigil).succeeded();
      ClusterTests.haveAgreed(outcome, SURVIVORS);
      assertThat(outcome.stderr()).contains("legio: host n2 is lost with ranks 4, 5: ");
    }
  }

  @Test
  void aCableOutForSecondsLosesNobody() throws Exception {
    try (Cluster cluster = clusterWithoutMpi()) {
      HostedJob vigil = begin(cluster, "--tls");
      cluster.cut(ClusterTests.LAST_HOST);
      ClusterTests.pass(2);
      cluster.mend(ClusterTests.LAST_HOST);
      Outcome outcome = ClusterTests.end(cluster, vigil).succeeded();
      ClusterTests.haveAgreed(outcome, ClusterTests.EVERYBODY);
      assertThat(outcome.stderr()).doesNotContain("lost");
    }
  }
}
