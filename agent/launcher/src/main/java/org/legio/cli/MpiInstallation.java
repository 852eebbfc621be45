package org.legio.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An MPI that jobs can run on, and how to get into it. */
interface MpiInstallation {

  /** Where it is, as a phrase for messages. */
  String description();

  /** The command, made to run where this MPI is found. */
  List<String> enter(List<String> command, Path workingDirectory);

  /** Its {@code mpirun}, as seen from inside {@link #enter}. */
  String mpirun();

  /** Its {@code ompi_info}, as seen from inside {@link #enter}. */
  String ompiInfo();

  /** The JVM to run programs with, as seen from inside {@link #enter}. */
  String java();

  /** The native half of its Java bindings, where it is found. */
  Optional<String> javaLibrary();

  /** Whether other hosts can hold it, too. */
  boolean spansHosts();
}
