package org.legio.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.agent.Kill;
import org.legio.launcher.job.AgentArguments;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.machine.Machine;

class LaunchedJobTest {
  private static final SystemMpi MPI = new SystemMpi(Path.of("/opt/mpi/bin/mpirun"), "java");
  private static final Machine MACHINE = new Machine(Map.of(), Path.of("/somewhere"));

  private static String line(int ranks, String hosts, String agent) {
    LaunchedJob job =
        new LaunchedJob(
            ranks,
            hosts == null ? Hosts.unnamed() : Hosts.listed(hosts),
            Optional.ofNullable(agent),
            List.of("--tag-output"),
            List.of("-cp", "app.jar", "App", "x y"));
    return String.join("|", job.command(MPI, MACHINE));
  }

  @Test
  void isTheMissionsMpirunLine() {
    assertThat(line(1, null, "-javaagent:legio.jar"))
        .endsWith(
            "|/opt/mpi/bin/mpirun|--with-ft|ulfm|-n|1|--tag-output|java|-javaagent:legio.jar|-cp"
                + "|app.jar|App|x y")
        .doesNotContain("MCA", "--mca", "UCX");
  }

  @Test
  void sharesCoresOnlyWhenThereAreTooFewAndNoHostsAreNamed() {
    assertThat(line(100_000, null, "-javaagent:legio.jar")).contains("|--oversubscribe|");
    assertThat(line(100_000, "a:8,b:8", "-javaagent:legio.jar"))
        .contains("|--host|a:8,b:8|")
        .doesNotContain("--oversubscribe");
    assertThat(line(1, null, "-javaagent:legio.jar")).doesNotContain("--oversubscribe");
  }

  @Test
  void withoutTheAgentTheLauncherKeepsUcxFromBreakingTheJvm() {
    assertThat(line(1, null, null))
        .contains("|UCX_ERROR_SIGNALS=|OMPI_MCA_pml=ob1|OMPI_MCA_btl=self,sm|")
        .doesNotContain("javaagent");
    assertThat(line(1, "a,b", null)).contains("|OMPI_MCA_btl=self,sm,tcp|");
  }

  /** mpirun by itself hands on its own variables only. */
  @Test
  void otherHostsHaveTheChosenBinding() {
    LaunchedJob job =
        new LaunchedJob(
            2, Hosts.listed("a,b"), Optional.of("-javaagent:j"), List.of("--x"), List.of("App"));
    Machine machine = new Machine(Map.of("LEGIO_BINDING", "libmpi"), Path.of("/somewhere"));
    assertThat(job.command(MPI, machine)).containsSequence("-x", "LEGIO_BINDING", "--x", "java");
  }

  @Test
  void isEnteredWithBubblewrapInARootFilesystem() {
    LaunchedJob job =
        new LaunchedJob(2, Hosts.unnamed(), Optional.of("-javaagent:j"), List.of(), List.of("App"));
    List<String> command = job.command(new RootFilesystemMpi(Path.of("/root-fs")), MACHINE);
    assertThat(command)
        .containsSequence("--ro-bind", "/root-fs/usr", "/usr")
        .containsSequence("--dev-bind", "/dev", "/dev")
        .containsSequence("--bind", "/tmp", "/tmp")
        .containsSequence("--chdir", "/somewhere", "setpriv", "--pdeathsig", "TERM", "env")
        .containsSequence("mpirun", "--with-ft", "ulfm", "-n", "2");
  }

  private static boolean readsHere(String hosts, Map<String, String> variables, String argument) {
    LaunchedJob job =
        new LaunchedJob(
            2,
            hosts == null ? Hosts.unnamed() : Hosts.listed(hosts),
            Optional.empty(),
            List.of(argument),
            List.of("App"));
    return job.readsHere(MPI, new Machine(variables, Path.of("/somewhere")));
  }

  @Test
  void onlyWhereRank0IsSurelyHereItsInputLeavesMpirunOut() {
    assertThat(readsHere(null, Map.of(), "--tag-output")).isTrue();
    assertThat(readsHere("localhost:2", Map.of(), "--tag-output")).isTrue();
    assertThat(readsHere("n1:2", Map.of(), "--tag-output")).isFalse();
    assertThat(readsHere(null, Map.of("PBS_NODEFILE", "/nodes"), "--tag-output")).isFalse();
    assertThat(List.of("--stdin", "--hostfile", "-H", "--machinefile=x"))
        .noneMatch(argument -> readsHere(null, Map.of(), argument));
  }

  @Test
  void theAgentsOptionsAreOneArgument() {
    AgentArguments options =
        new AgentArguments(
            Map.of("bcast.root-failed", "ignore"),
            List.of(
                new Kill(3, "reduce", 4, Kill.When.BEFORE),
                new Kill(5, "send", 1, Kill.When.AFTER)));
    assertThat(options.javaArgument("/l.jar", List.of("App")))
        .isEqualTo(
            "-agentlib:instrument=/l.jar=bcast.root-failed=ignore,kill=3@reduce:4;5@send:1:after");
    assertThat(new AgentArguments(Map.of(), List.of()).javaArgument("/l.jar", List.of("App")))
        .isEqualTo("-agentlib:instrument=/l.jar");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-m", "--module", "--module=m/App", "--limit-modules=java.base", "@args"})
  void theAgentBringsItsModuleWhereItMayBeLeftOut(String argument) {
    assertThat(
            new AgentArguments(Map.of(), List.of())
                .javaArgument("/l.jar", List.of(argument, "m/App")))
        .isEqualTo("-javaagent:/l.jar");
  }
}
