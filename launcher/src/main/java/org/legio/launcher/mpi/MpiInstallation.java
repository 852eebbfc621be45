package org.legio.launcher.mpi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.legio.launcher.job.Hosts;

/** An MPI on which jobs can run, and how to run commands in it. */
public interface MpiInstallation {

  /** Its place, as a phrase for messages. */
  String description();

  /** Wraps a command so that it runs inside this MPI's file system. */
  List<String> enter(List<String> command, Path workingDirectory);

  /** Its {@code mpirun}, as seen from inside {@link #enter}. */
  String mpirun();

  /** What begins the command that starts a job, up to all options. */
  default List<String> starter() {
    return List.of(mpirun());
  }

  /**
   * The first options of a job.
   *
   * @param isProtected whether the job continues when it loses ranks
   */
  default List<String> faultTolerance(boolean isProtected) {
    return List.of("--with-ft", "ulfm");
  }

  /** The arguments by which the outputs of all ranks go to files in a folder. */
  default List<String> outputsIn(String folder) {
    return List.of("--output", "dir=" + folder);
  }

  /**
   * The JVM's argument of a job that is not protected; empty if it needs none.
   *
   * @param javaArguments the JVM's options and the program's
   */
  default Optional<String> plainAgent(List<String> javaArguments) {
    return Optional.empty();
  }

  /** Its {@code ompi_info}, as seen from inside {@link #enter}. */
  String ompiInfo();

  /** The {@code java} that runs programs, as seen from inside {@link #enter}. */
  String java();

  /** The native library of its Java binding; empty if there is none. */
  Optional<String> javaLibrary();

  /** Whether it can be on other hosts, too, so that jobs can span hosts. */
  boolean spansHosts(Hosts hosts);

  /** The arguments by which its mpirun is told the hosts. */
  default List<String> hostArguments(Hosts hosts) {
    return hosts.mpirunArguments();
  }

  /** Whether its mpirun understands lists of hosts, if only of this one. */
  default boolean takesHosts() {
    return true;
  }
}
