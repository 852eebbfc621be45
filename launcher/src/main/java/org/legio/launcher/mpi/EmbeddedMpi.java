package org.legio.launcher.mpi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
    return !hosts.mpirunArguments().isEmpty();
  }

  @Override
  public boolean takesHosts() {
    return false;
  }
}
