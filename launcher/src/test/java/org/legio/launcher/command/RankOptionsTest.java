package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.launcher.mpi.SystemMpi;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class RankOptionsTest {
  private static final MpiInstallation EMBEDDED = new EmbeddedMpi(Path.of("legio.jar"), "java");
  private static final MpiInstallation OPEN_MPI = new SystemMpi(Path.of("mpirun"), "java");

  private final Run run = new Run();
  private final CommandLine line = new CommandLine(run);

  @Command
  private static final class Run {
    @Mixin private RankOptions options = new RankOptions();
    @Mixin private JobOptions job = new JobOptions();
  }

  private List<String> arguments(MpiInstallation mpi, String... given) {
    line.parseArgs(given);
    return run.options.of(mpi);
  }

  @Test
  void areHandedOnAsTheMpiWantsThem() {
    String[] given = {"--output-filename", "out", "-x", "A", "-x", "B=1", "--tag-output"};
    assertThat(arguments(OPEN_MPI, given))
        .containsExactly("-x", "A", "-x", "B=1", "--tag-output", "--output", "dir=out");
    assertThat(arguments(EMBEDDED, given))
        .containsExactly("-x", "A", "-x", "B=1", "--tag-output", "--output-filename", "out");
  }

  @Test
  void mpirunMayBeGivenOptionsOfTheSameNames() {
    arguments(OPEN_MPI, "--mpirun-arg=--map-by", "--mpirun-arg=node", "--mpirun-arg", "--timeout");
    assertThat(run.job.mpirunArguments()).containsExactly("--map-by", "node", "--timeout");
    assertThatThrownBy(() -> arguments(OPEN_MPI, "--mpirun-arg"))
        .hasMessage("Missing required parameter for option '--mpirun-arg' (ARG)");
  }

  @Test
  void areThoseOfTheLastCommandLineAlone() {
    assertThat(arguments(EMBEDDED, "-x", "A", "--tag-output", "--restart", "2")).hasSize(5);
    assertThat(run.options.restarts()).hasValue("2");
    assertThat(arguments(EMBEDDED)).isEmpty();
    assertThat(run.options.areDeathsSurvived()).isFalse();
  }

  @Test
  void replicasNeedTheEmbeddedRuntime() {
    assertThat(arguments(EMBEDDED, "--replicas", "2")).containsExactly("--replicas", "2");
    assertThatThrownBy(() -> arguments(OPEN_MPI, "--replicas", "2"))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--replicas 2: mpirun cannot do that")
        .hasMessageContaining("add --mpi embedded");
  }

  @Test
  void aTimeoutIsANumberOnEveryMpi() {
    assertThatThrownBy(() -> arguments(OPEN_MPI, "--timeout", "soon"))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--timeout soon: give a number from 1 to 999999999");
  }
}
