package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that calls a fatal error handler ends the job, with the same message as Open MPI. */
class CalledHandlerIT {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "communicator, MPI_Comm_call_errhandler on communicator its-own",
    "unnamed,      MPI_Comm_call_errhandler on a communicator without a name (ranks 0",
    "window,       MPI_Win_call_errhandler on window its-window",
    "restored,     MPI_Win_call_errhandler on window its-window",
    "file,         MPI_File_call_errhandler on file /",
  })
  void theJobEndsWithTheFacts(String kind, String where) {
    Outcome outcome = Job.of("CalledHandler", kind, folder.resolve("file")).on(2).run().failed();
    assertThat(outcome.stderr())
        .contains("legio: rank 1: an error occurred in " + where)
        .containsPattern("reported by process \\d+ on \\S+: MPI_ERR_COUNT: .*MPI_ERRORS_ARE_FATAL");
    assertThat(outcome.stdout()).doesNotContain("the job continues");
  }
}
