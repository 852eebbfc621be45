package org.legio.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.integration.InLongRuns;
import org.legio.integration.Outcome;

/** The batch file for Slurm, run by Slurm. */
@InLongRuns
@ResourceLock("the daemon")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SlurmIT {
  private static final Duration DEADLINE = Duration.ofMinutes(3);
  private static final String BATCH = "/shared/legio.sbatch";

  private static String image = "";

  @BeforeAll
  @Timeout(value = 25, unit = TimeUnit.MINUTES) // others may be at it, and the image made
  static void prepare() throws IOException, InterruptedException {
    image = ClusterTests.made(HostImage.SLURM);
  }

  /** The job's exit status is its own as Slurm tells it. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"'', 0, 2400000", "--kill 2@reduce:2, 3, 2020000"})
  void theBatchFileRunsAJob(String deaths, int status, int samples) throws Exception {
    String batch = Files.readString(ClusterFile.FOLDER.resolve("legio.sbatch"));
    try (Cluster cluster = new Cluster(image)) {
      cluster.write(batch.replace("legio run", "legio run " + deaths), BATCH);
      cluster.write(ClusterFile.modulefile(), "/opt/legio/cluster/modulefile/legio/1");
      Outcome outcome =
          new HostedJob(cluster, List.of("bash", "-lc", submission()), DEADLINE).end();
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(status);
      assertThat(outcome.stdout())
          .as("%s", outcome)
          .contains(
              "pi = 3.1", "(samples used " + samples + " of 2400000)", "/shared/legio-2.html");
    }
  }

  /** Waits for the nodes, then for the job; shows what it has left. */
  private static String submission() {
    return """
    cd /shared
    until [[ $(sinfo -h -N -t idle | wc -l) == 3 ]]; do sleep 0.5; done
    module use /site /opt/legio/cluster/modulefile
    sbatch --test-only %1$s || exit
    OMPI_MCA_mpi_yield_when_idle=1 sbatch --wait %1$s -cp %2$s org.legio.samples.MonteCarloPi 20000 20
    status=$?
    head -n 50 legio-2.out legio-2.err # to have a test took a number
    ls /shared/*.html
    exit $status
    """
        .formatted(BATCH, Cluster.CLASS_PATH);
  }
}
