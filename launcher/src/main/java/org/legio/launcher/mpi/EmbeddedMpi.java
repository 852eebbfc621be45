package org.legio.launcher.mpi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.legio.launcher.embedded.Mpirun;
import org.legio.launcher.embedded.OptionNames;
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
  public List<String> starter(boolean isProtected) {
    List<String> line = new ArrayList<>(Mpirun.command(java, jar));
    if (!isProtected) {
      line.add(OptionNames.WITHOUT_FT);
    }
    return line;
  }

  @Override
  public List<String> outputsIn(String folder) {
    return List.of("--output-filename", folder);
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

  @Override
  public boolean handsInputOn() {
    return true;
  }
}
