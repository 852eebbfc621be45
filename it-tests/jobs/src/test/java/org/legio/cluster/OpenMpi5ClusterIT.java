package org.legio.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.legio.integration.InLongRuns;
import org.legio.integration.Outcome;

/** Open MPI 5: its mpirun ends the job when a host is lost, and the launcher reports that. */
@Order(1)
class OpenMpi5ClusterIT extends ClusterTests {

  /** How soon mpirun notices that a host does not answer. */
  private static final List<String> KEEPALIVE =
      List.of(
          "--prtemca oob_tcp_keepalive_time 3",
          "--prtemca oob_tcp_keepalive_intvl 1",
          "--prtemca oob_tcp_keepalive_probes 3");

  private static final String DEATH = "--kill 2@reduce:2";
  private static final List<String> PROGRAM =
      List.of("-cp", Cluster.CLASS_PATH, "org.legio.samples.MonteCarloPi", "20000", "20");

  OpenMpi5ClusterIT() {
    super(HostImage.OPEN_MPI_5);
  }

  private static void requireGivenUp(Outcome outcome) {
    assertThat(outcome.failed().stderr())
        .as("%s", outcome)
        .contains("legio: a host is lost", "Run it again without that host, or use Open MPI 6");
  }

  /** As Kubernetes would run it: as an ordinary user, in a container. */
  @Test
  void theKubernetesJobSurvivesADeath() throws Exception {
    JsonObject job = ClusterFile.yaml("kubernetes/job.yaml");
    List<String> command =
        new ArrayList<>(
            List.of("env HOME=/ setpriv --reuid 1000 --regid 1000 --clear-groups".split(" ")));
    command.addAll(
        ClusterFile.run(template(job, "spec", "template"), List.of(DEATH.split(" ")), PROGRAM));
    try (Cluster cluster = cluster()) {
      survived(new HostedJob(cluster, command, DEADLINE).end());
    }
  }

  /** The file of hosts is as the operator writes it: a line for each worker. */
  @Test
  void theMpiJobSurvivesADeath() throws Exception {
    JsonObject job = ClusterFile.yaml("kubernetes/mpijob.yaml");
    JsonObject launcher = template(job, "spec", "mpiReplicaSpecs", "Launcher", "template");
    List<String> command = ClusterFile.run(launcher, List.of(DEATH.split(" ")), PROGRAM);
    try (Cluster cluster = cluster()) {
      cluster.write("n0 slots=2\nn1 slots=2\nn2 slots=2\n", "/etc/mpi/hostfile");
      survived(new HostedJob(cluster, command, DEADLINE).end());
    }
  }

  private static JsonObject template(JsonObject job, String... names) {
    return ClusterFile.at(job, names).getAsJsonObject();
  }

  private static void survived(Outcome outcome) {
    assertThat(outcome.status()).as("exit-status-on-loss; %s", outcome).isEqualTo(3);
    assertThat(outcome.stdout()).as("%s", outcome).startsWith("pi = 3.1");
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .contains("rank 2 lost: MPI_COMM_WORLD repaired")
        .doesNotContain("has no effect");
  }

  @Test
  void aHostThatIsKilledEndsTheJobWithTheReason() throws Exception {
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("flat", DETECTOR));
      cluster.kill(LAST_HOST);
      requireGivenUp(vigil.end());
    }
  }

  @Test
  void aHostThatIsCutOffEndsTheJobWithTheReason() throws Exception {
    List<String> arguments = new ArrayList<>(DETECTOR);
    arguments.addAll(KEEPALIVE);
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("hierarchical:2", arguments));
      cluster.cut(LAST_HOST);
      requireGivenUp(vigil.end());
    }
  }

  /** The host never comes to itself: in the end somebody turns it off. */
  @Test
  @InLongRuns
  void theOthersContinueWithoutAPausedHostUntilItIsTurnedOff() throws Exception {
    try (Cluster cluster = cluster()) {
      HostedJob vigil = begin(cluster, vigil("flat", DETECTOR));
      cluster.pause(LAST_HOST);
      awaitSurvivors(vigil, survivorsOfTheLastHost());
      cluster.kill(LAST_HOST);
      requireGivenUp(vigil.end());
    }
  }
}
