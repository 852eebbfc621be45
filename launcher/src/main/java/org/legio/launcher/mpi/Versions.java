package org.legio.launcher.mpi;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Programs;

/** Finds out the versions of what runs a job. */
public final class Versions {
  /** The attribute of the manifest that names the commit. */
  static final String COMMIT = "Legio-Commit";

  private static final String UNKNOWN = "unknown";

  private Versions() {}

  /** The JDK that runs the programs of an MPI, in its own words. */
  public static String ofJava(MpiInstallation mpi) {
    return Programs.capture(mpi.enter(List.of(mpi.java(), "-version"), Path.of("/")))
        .text()
        .strip();
  }

  /** An MPI, and where it is. */
  public static String ofMpi(MpiInstallation mpi) {
    return mpi instanceof EmbeddedMpi
        ? mpi.description()
        : OmpiInfo.of(mpi).map(info -> "Open MPI " + info.version()).orElse(UNKNOWN)
            + " in "
            + mpi.description();
  }

  /** Legio, with the commit it was built from where its jar names one. */
  public static String ofLegio(Path jar) {
    return manifest(jar).map(Versions::ofLegio).orElse("(not packaged)");
  }

  private static String ofLegio(Attributes manifest) {
    String commit = manifest.getValue(COMMIT);
    return manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION)
        + (commit == null || commit.isBlank() ? "" : " (commit " + commit + ")");
  }

  private static Optional<Attributes> manifest(Path path) {
    try (JarFile jar = new JarFile(path.toFile())) {
      return Optional.ofNullable(jar.getManifest()).map(Manifest::getMainAttributes);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new CannotRunException(path + " cannot be read (" + e + "); build it anew", e);
    }
  }
}
