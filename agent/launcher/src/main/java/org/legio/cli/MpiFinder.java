package org.legio.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.legio.agent.Variables;

/** Finds the MPI for a job: the named one, else the system's, else the one that Legio prepares. */
final class MpiFinder {
  static final String VARIABLE = Variables.MPI;
  private static final String NEEDED =
      "name an mpirun, installation prefix or root filesystem of Open MPI 5 or later with fault"
          + " tolerance and Java bindings";

  private final Machine machine;
  private final Path jar;
  private final PreparedMpi prepared;

  /**
   * Looks on a machine.
   *
   * @param jar the agent's jar, which holds the embedded runtime
   */
  MpiFinder(Machine machine, Path jar, PreparedMpi prepared) {
    this.machine = machine;
    this.jar = jar;
    this.prepared = prepared;
  }

  /**
   * Finds an MPI, or prepares one.
   *
   * @param option value of {@code --mpi}
   * @throws CannotRunException when the named MPI is not suitable, or none can be prepared
   */
  MpiInstallation find(Optional<String> option) {
    return findInstalled(option).orElseGet(prepared::prepare);
  }

  /** Finds an MPI without preparing one, so that the prepared one may not exist yet. */
  MpiInstallation findUnprepared(Optional<String> option) {
    return findInstalled(option).orElseGet(prepared::installation);
  }

  /** The named MPI, else the system's if it is suitable. */
  Optional<MpiInstallation> findInstalled(Optional<String> option) {
    Optional<MpiInstallation> named =
        option
            .map(name -> named("--mpi", name))
            .or(() -> machine.variable(VARIABLE).map(name -> named(VARIABLE, name)));
    return named.isPresent() ? named : system().filter(MpiFinder::isSuitable);
  }

  /** The MPI on {@code PATH}, suitable or not. */
  Optional<MpiInstallation> system() {
    return machine.which("mpirun").map(mpirun -> new SystemMpi(mpirun, java()));
  }

  private static boolean isSuitable(MpiInstallation mpi) {
    return OmpiInfo.of(mpi).filter(info -> info.shortcoming().isEmpty()).isPresent();
  }

  private MpiInstallation named(String origin, String name) {
    if (name.equals(EmbeddedMpi.NAME)) {
      return new EmbeddedMpi(jar, java());
    }
    Path path = machine.directory().resolve(name).normalize();
    MpiInstallation mpi =
        at(path)
            .orElseThrow(
                () ->
                    new CannotRunException(
                        origin + " " + name + ": there is no mpirun; " + NEEDED));
    OmpiInfo info =
        OmpiInfo.of(mpi)
            .orElseThrow(
                () ->
                    new CannotRunException(
                        origin
                            + " "
                            + name
                            + ": ompi_info does not run there, so this is no Open MPI or bubblewrap"
                            + " cannot enter it; "
                            + NEEDED));
    info.shortcoming()
        .ifPresent(
            what -> {
              throw new CannotRunException(origin + " " + name + ": " + what + "; " + NEEDED);
            });
    return mpi;
  }

  private Optional<MpiInstallation> at(Path path) {
    if (Files.isRegularFile(path) && Files.isExecutable(path)) {
      return Optional.of(new SystemMpi(path, java()));
    }
    if (RootFilesystemMpi.isOne(path) && path.getParent() != null) {
      return Optional.of(new RootFilesystemMpi(path));
    }
    Path mpirun = path.resolve("bin/mpirun");
    return Files.isExecutable(mpirun)
        ? Optional.of(new SystemMpi(mpirun, java()))
        : Optional.empty();
  }

  private String java() {
    return machine
        .variable("JAVA_HOME")
        .map(home -> Path.of(home, "bin", "java"))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .orElse("java");
  }
}
