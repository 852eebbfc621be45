package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Without the agent the same deaths end the program, which shows that the agent makes it survive.
 *
 * <p>The exit status shows it on the embedded runtime only: the survivors abort by themselves, and
 * Open MPI's mpirun may end with status 0 then (docs/results/open-mpi.md).
 */
@Tag("embedded")
class UnprotectedIT {
  @TempDir Path folder;

  @ParameterizedTest(name = "{0} of rank {1}")
  @CsvSource({"sigkill, 3", "return, 0"})
  void programFails(String mode, int rank) {
    Outcome outcome = Job.of("Ending", mode, rank, folder.resolve("time-of-death")).plain().run();
    if (RealMpi.isEmbedded()) {
      outcome.failed();
    }
    assertThat(outcome.find("rank \\d: done"))
        .as("ranks that got to the end of %s", outcome)
        .isEmpty();
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .contains(
            RealMpi.isEmbedded()
                ? "rank " + rank + " has ended before MPI_Finalize"
                : "MPI_ERR_PROC_FAILED");
  }
}
