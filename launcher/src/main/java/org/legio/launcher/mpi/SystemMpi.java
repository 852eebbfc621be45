package org.legio.launcher.mpi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.legio.launcher.job.Hosts;

/**
 * An Open MPI installed on this machine.
 *
 * @param mpirunFile its {@code mpirun}
 * @param java the {@code java} that runs programs
 */
public record SystemMpi(Path mpirunFile, String java) implements MpiInstallation {

  @Override
  public String description() {
    return mpirunFile.toString();
  }

  @Override
  public List<String> enter(List<String> command, Path workingDirectory) {
    return command;
  }

  @Override
  public String mpirun() {
    return mpirunFile.toString();
  }

  @Override
  public String ompiInfo() {
    return mpirunFile.resolveSibling("ompi_info").toString();
  }

  @Override
  public Optional<String> javaLibrary() {
    return JavaLibrary.of(this, Path.of("/"));
  }

  @Override
  public boolean spansHosts(Hosts hosts) {
    return true;
  }
}
