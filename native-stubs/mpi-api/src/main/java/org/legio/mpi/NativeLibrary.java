package org.legio.mpi;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds and loads the native half of the bindings.
 *
 * <p>The development package of a distribution has {@code libmpi_java.so}, which the JVM finds by
 * itself; the package that programs run with has {@code libmpi_java.so.40} only, which it does not.
 */
public final class NativeLibrary {
  private static final String VERSIONED_NAME = "libmpi_java.so.40";
  private static boolean loaded;

  private NativeLibrary() {}

  /**
   * Loads the library, unless it is loaded already.
   *
   * @throws UnsatisfiedLinkError if there is none, or it cannot be loaded
   */
  public static synchronized void load() {
    if (!loaded) {
      try {
        System.loadLibrary("mpi_java");
      } catch (UnsatisfiedLinkError unversioned) {
        List<Path> folders =
            folders(
                System.getProperty("java.library.path"),
                System.getenv(),
                System.getProperty("os.arch", "unknown"));
        System.load(find(folders, unversioned).toString());
      }
      loaded = true;
    }
  }

  static Path find(List<Path> folders, UnsatisfiedLinkError unversioned) {
    for (Path folder : folders) {
      Path library = folder.resolve(VERSIONED_NAME);
      if (Files.isRegularFile(library)) {
        return library.toAbsolutePath();
      }
    }
    throw notFound(folders, unversioned);
  }

  static List<Path> folders(
      @Nullable String libraryPath, Map<String, String> environment, String arch) {
    Set<String> names = new LinkedHashSet<>();
    addAll(names, libraryPath);
    addAll(names, environment.get("LD_LIBRARY_PATH"));
    String prefix = environment.get("OPAL_PREFIX");
    if (prefix != null && !prefix.isEmpty()) {
      names.add(prefix + "/lib");
      names.add(prefix + "/lib64");
    }
    String multiarch = "/usr/lib/" + gnuName(arch) + "-linux-gnu";
    names.addAll(
        List.of(
            multiarch,
            multiarch + "/openmpi/lib",
            "/usr/lib64/openmpi/lib",
            "/usr/lib64",
            "/usr/local/lib",
            "/usr/lib"));
    List<Path> folders = new ArrayList<>();
    for (String name : names) {
      folders.add(Path.of(name));
    }
    return folders;
  }

  private static void addAll(Set<String> names, @Nullable String path) {
    if (path != null) {
      for (String name : path.split(File.pathSeparator, -1)) {
        if (!name.isEmpty()) {
          names.add(name);
        }
      }
    }
  }

  private static String gnuName(String arch) {
    return switch (arch) {
      case "amd64" -> "x86_64";
      case "ppc64le" -> "powerpc64le";
      default -> arch;
    };
  }

  private static UnsatisfiedLinkError notFound(
      List<Path> folders, UnsatisfiedLinkError unversioned) {
    UnsatisfiedLinkError error =
        new UnsatisfiedLinkError(
            "Open MPI's Java library is missing: there is no libmpi_java.so ("
                + unversioned.getMessage()
                + ") and no "
                + VERSIONED_NAME
                + " in "
                + folders
                + "; install Open MPI 5 built with Java (on Debian and Ubuntu: apt-get install"
                + " openmpi-bin), or set -Djava.library.path to the folder that has it");
    error.initCause(unversioned);
    return error;
  }
}
