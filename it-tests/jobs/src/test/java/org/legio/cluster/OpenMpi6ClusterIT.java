package org.legio.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.integration.InLongRuns;

/** Open MPI 6: jobs continue when a host is lost. */
@InLongRuns
class OpenMpi6ClusterIT extends ClusterTests {

  /** How soon mpirun notices that a host does not answer. */
  private static final List<String> KEEPALIVE =
      List.of(
          "--prtemca prte_keepalive_time 3",
          "--prtemca prte_keepalive_intvl 1",
          "--prtemca prte_keepalive_probes 3");

  OpenMpi6ClusterIT() {
    super(HostImage.OPEN_MPI_6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"flat", "hierarchical:2"})
  void theOthersContinueWithoutAHostThatIsKilled(String layout) throws Exception {
    try (Cluster cluster = cluster()) {
      loseAHost(cluster, layout);
    }
  }

  @Test
  void theOthersContinueWithoutAHostWhereOpenMpiHasNoJava() throws Exception {
    try (Cluster cluster = new Cluster(made(HostImage.OPEN_MPI_6_WITHOUT_JAVA))) {
      HostedJob version = new HostedJob(cluster, List.of("legio", "--version"), DEADLINE);
      assertThat(version.end().succeeded().stdout()).contains("Open MPI 6.", "binding: libmpi");
      loseAHost(cluster, "flat");
    }
  }

  private static void loseAHost(Cluster cluster, String layout) throws Exception {
    HostedJob vigil = begin(cluster, vigil(layout, List.of("--map-by node")));
    cluster.kill(LAST_HOST);
    awaitSurvivors(vigil, survivorsOfTheLastHost());
    haveAgreed(end(cluster, vigil).succeeded(), survivorsOfTheLastHost());
  }

  @Test
  void theOthersContinueWithoutAHostThatIsCutOff() throws Exception {
    List<String> arguments = new ArrayList<>(DETECTOR);
    arguments.addAll(KEEPALIVE);
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("flat", arguments));
      cluster.cut(LAST_HOST);
      awaitSurvivors(vigil, survivorsOfTheLastHost());
      haveAgreed(end(cluster, vigil).succeeded(), survivorsOfTheLastHost());
    }
  }

  @Test
  void theOthersContinueWithoutAPausedHostThatIsTurnedOff() throws Exception {
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("flat", DETECTOR));
      cluster.pause(LAST_HOST);
      awaitSurvivors(vigil, survivorsOfTheLastHost());
      cluster.kill(LAST_HOST);
      haveAgreed(end(cluster, vigil).succeeded(), survivorsOfTheLastHost());
    }
  }
}
