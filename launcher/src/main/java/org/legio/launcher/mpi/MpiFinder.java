package org.legio.launcher.mpi;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.legio.agent.Variables;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Machine;

/** Finds the MPI for a job: the named one, else the system's, else the embedded runtime. */
public final class MpiFinder {
  public static final String VARIABLE = Variables.MPI;
  private static final String NEEDED =
      "name an mpirun, installation prefix or root filesystem of Open MPI 5 or later with fault"
          + " tolerance, or write embedded, prepared, system or auto";

  /** The system's if it is suitable, else the embedded runtime. */
  private static final String AUTO = "auto";

  private static final String SYSTEM = "system";

  /** The Open MPI that Legio prepares. */
  private static final String PREPARED = "prepared";

  private final Machine machine;
  private final Path jar;
  private final PreparedMpi prepared;

  /**
   * Looks on a machine.
   *
   * @param jar the agent's jar, which holds the embedded runtime
   */
  public MpiFinder(Machine machine, Path jar, PreparedMpi prepared) {
    this.machine = machine;
    this.jar = jar;
    this.prepared = prepared;
  }

  /**
   * Finds an MPI for a job.
   *
   * @param option value of {@code --mpi}
   * @throws CannotRunException when the named MPI is not suitable, or cannot be prepared
   */
  public MpiInstallation find(Optional<String> option) {
    return choose(option, prepared::prepare, this::embedded);
  }

  /** As {@link #find}, without preparing one, so that the prepared one may not exist yet. */
  public MpiInstallation findUnprepared(Optional<String> option) {
    return choose(option, prepared::installation, this::embedded);
  }

  /** As {@link #find}, but where none is named, it is an Open MPI. */
  public MpiInstallation findOpenMpi(Optional<String> option) {
    return choose(option, prepared::prepare, prepared::prepare);
  }

  /**
   * As {@link #findOpenMpi} without an option, for a comparison with the embedded runtime: where
   * the environment names the latter, it is as if it named nothing.
   */
  public MpiInstallation findOpenMpiBesideEmbedded() {
    boolean isEmbedded = asked(Optional.empty()).filter(EmbeddedMpi.NAME::equals).isPresent();
    return findOpenMpi(isEmbedded ? Optional.of(AUTO) : Optional.empty());
  }

  /** The name of the MPI that is asked for, in the option or in the environment. */
  public Optional<String> asked(Optional<String> option) {
    return option.or(() -> machine.variable(VARIABLE)).filter(name -> !name.equals(AUTO));
  }

  private MpiInstallation choose(
      Optional<String> option,
      Supplier<MpiInstallation> preparing,
      Supplier<MpiInstallation> otherwise) {
    String origin = option.isPresent() ? "--mpi" : VARIABLE;
    String name = asked(option).orElse(AUTO);
    return switch (name) {
      case AUTO -> system().filter(MpiFinder::isSuitable).orElseGet(otherwise);
      case SYSTEM ->
          system()
              .map(mpi -> required(mpi, origin, name))
              .orElseThrow(
                  () ->
                      new CannotRunException(
                          origin + " system: there is no mpirun on PATH; " + NEEDED));
      case PREPARED -> preparing.get();
      case EmbeddedMpi.NAME -> embedded();
      default -> named(origin, name);
    };
  }

  /** The embedded runtime. */
  public MpiInstallation embedded() {
    return new EmbeddedMpi(jar, java());
  }

  /** The MPI on {@code PATH}, suitable or not. */
  public Optional<MpiInstallation> system() {
    return machine.which("mpirun").map(mpirun -> new SystemMpi(mpirun, java()));
  }

  private static boolean isSuitable(MpiInstallation mpi) {
    return OmpiInfo.of(mpi).filter(info -> info.shortcoming().isEmpty()).isPresent();
  }

  private MpiInstallation named(String origin, String name) {
    Path path = machine.directory().resolve(name).normalize();
    MpiInstallation mpi =
        at(path)
            .orElseThrow(
                () ->
                    new CannotRunException(
                        origin + " " + name + ": there is no mpirun; " + NEEDED));
    return required(mpi, origin, name);
  }

  private static MpiInstallation required(MpiInstallation mpi, String origin, String name) {
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
        .orElseGet(() -> machine.which("java").isPresent() ? "java" : ownJava());
  }

  /** The one that runs this process. */
  private static String ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
