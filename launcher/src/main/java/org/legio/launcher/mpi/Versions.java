package org.legio.launcher.mpi;

import java.nio.file.Path;
import java.util.List;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.Programs;

/** Finds out the versions of what runs a job. */
public final class Versions {
  private static final String UNKNOWN = "unknown";

  private Versions() {}

  /** The JDK that runs the programs of an MPI, in its own words. */
  public static String ofJava(MpiInstallation mpi) {
    return Programs.capture(mpi.enter(List.of(mpi.java(), "-version"), Path.of("/")))
        .text()
        .strip();
  }

  /** An MPI, where it is, and what does the work of the binding's natives on it. */
  public static String ofMpiAndBinding(MpiInstallation mpi, Machine machine) {
    return ofMpi(mpi) + ", binding: " + BindingChoice.of(mpi, machine);
  }

  /** An MPI, and where it is. */
  public static String ofMpi(MpiInstallation mpi) {
    return mpi instanceof EmbeddedMpi
        ? mpi.description()
        : OmpiInfo.of(mpi).map(info -> "Open MPI " + info.version()).orElse(UNKNOWN)
            + " in "
            + mpi.description();
  }
}
