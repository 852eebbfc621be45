package org.legio.ulfm.openmpi;

import com.sun.jna.NativeLibrary;
import java.util.Optional;
import org.legio.ulfm.openmpi.library.MpiLibrary;
import org.legio.ulfm.openmpi.library.OpenMpiVersion;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Pmpi;

/** Finds out, after {@code MPI_Init}, whether this job can lose ranks and continue. */
public final class FaultTolerance {
  private static final int FIRST_VERSION = 5;
  private static final int MPI_FT = 12;

  private FaultTolerance() {}

  /**
   * The reason why this job cannot be fault tolerant, as one sentence with the remedy; empty if it
   * can.
   */
  public static Optional<String> obstacle(Pmpi pmpi, Binding binding) {
    try {
      return obstacleIn(pmpi, binding);
    } catch (Exception e) {
      return Optional.of("whether this MPI is fault tolerant cannot be found out (" + e + ")");
    }
  }

  private static Optional<String> obstacleIn(Pmpi pmpi, Binding binding) throws Exception {
    String version = pmpi.libraryVersion();
    Optional<String> old = versionObstacle(version);
    if (old.isPresent()) {
      return old;
    }
    if (!hasUlfm()) {
      return Optional.of(
          "this Open MPI ("
              + firstPart(version)
              + ") was built without fault tolerance; use one whose ompi_info says"
              + " \"Fault Tolerance support: yes\"");
    }
    Object on = pmpi.getAttrPredefined(binding.commWorld(), MPI_FT);
    return Integer.valueOf(1).equals(on)
        ? Optional.empty()
        : Optional.of(
            "the job was started without fault tolerance; start it with mpirun --with-ft ulfm");
  }

  static Optional<String> versionObstacle(String version) {
    Optional<OpenMpiVersion> known = OpenMpiVersion.in(version);
    if (known.isEmpty()) {
      return Optional.of(
          "the MPI library is not Open MPI but \""
              + firstPart(version)
              + "\"; use Open MPI 5 or later");
    }
    return known
        .filter(each -> each.major() < FIRST_VERSION)
        .map(
            each ->
                "Open MPI " + each.number() + " has no fault tolerance; use Open MPI 5 or later");
  }

  private static String firstPart(String version) {
    return version.split(",", 2)[0].trim();
  }

  private static boolean hasUlfm() {
    try {
      NativeLibrary.getInstance(MpiLibrary.NAME).getFunction("MPIX_Comm_agree");
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }
}
