package org.legio.cli;

import java.nio.file.Path;
import java.util.List;

/** Finds out the versions of what runs a job. */
final class Versions {
  private static final String UNKNOWN = "unknown";

  private Versions() {}

  /** The JDK that runs the programs of an MPI, in its own words. */
  static String ofJava(MpiInstallation mpi) {
    return Programs.capture(mpi.enter(List.of(mpi.java(), "-version"), Path.of("/")))
        .text()
        .strip();
  }

  /** An MPI, and where it is. */
  static String ofMpi(MpiInstallation mpi) {
    return mpi instanceof EmbeddedMpi
        ? mpi.description()
        : OmpiInfo.of(mpi).map(info -> "Open MPI " + info.version()).orElse(UNKNOWN)
            + " in "
            + mpi.description();
  }

  /** Legio. */
  static String ofLegio() {
    return new LegioCommand.Version().getVersion()[0];
  }
}
