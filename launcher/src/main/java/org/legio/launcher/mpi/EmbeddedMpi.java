package org.legio.launcher.mpi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.legio.launcher.embedded.Mpirun;
import org.legio.launcher.embedded.StartOption;
import org.legio.launcher.job.AgentArguments;
import org.legio.launcher.job.Hosts;

/**
 * The embedded runtime: there is no MPI but Legio's own jar.
 *
 * @param jar the agent's jar
 * @param java the {@code java} that runs programs
 */
public record EmbeddedMpi(Path jar, String java) implements MpiInstallation {
  /**
   * Starts one daemon on a node, beside other steps and on all cores of the allocation; the node's
   * name and the command follow.
   */
  private static final String SRUN =
      "srun --nodes=1 --ntasks=1 --overlap --cpu-bind=none --mpi=none --nodelist";

  /** The value of {@code --mpi} that chooses it. */
  static final String NAME = "embedded";

  @Override
  public String description() {
    return "the embedded runtime";
  }

  @Override
  public List<String> enter(List<String> command, Path workingDirectory) {
    return command;
  }

  @Override
  public String mpirun() {
    return java;
  }

  @Override
  public List<String> starter() {
    return Mpirun.command(java, jar);
  }

  @Override
  public List<String> faultTolerance(boolean isProtected) {
    return isProtected ? List.of() : StartOption.WITHOUT_FT.arguments("");
  }

  @Override
  public List<String> outputsIn(String folder) {
    return StartOption.OUTPUT_FOLDER.arguments(folder);
  }

  @Override
  public Optional<String> plainAgent(List<String> javaArguments) {
    return Optional.of(AgentArguments.plain(jar.toString(), javaArguments));
  }

  @Override
  public String ompiInfo() {
    return "ompi_info";
  }

  @Override
  public Optional<String> javaLibrary() {
    return Optional.empty();
  }

  /** {@inheritDoc} It starts daemons on hosts that are named to it, and finds none by itself. */
  @Override
  public boolean spansHosts(Hosts hosts) {
    return !hostArguments(hosts).isEmpty();
  }

  /** {@inheritDoc} In an allocation of Slurm it starts daemons as steps of the job. */
  @Override
  public List<String> hostArguments(Hosts hosts) {
    return hosts
        .allocated()
        .map(
            list ->
                Stream.of(
                        StartOption.HOSTS.arguments(list), StartOption.LAUNCH_AGENT.arguments(SRUN))
                    .flatMap(List::stream)
                    .toList())
        .orElseGet(hosts::mpirunArguments);
  }

  @Override
  public boolean takesHosts() {
    return false;
  }
}
