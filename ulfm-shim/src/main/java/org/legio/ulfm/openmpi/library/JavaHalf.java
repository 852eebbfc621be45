package org.legio.ulfm.openmpi.library;

import com.sun.jna.NativeLibrary;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds out whether this process can load Open MPI's library for Java. */
public final class JavaHalf {
  private static final List<String> NAMES = List.of("libmpi_java.so", "libmpi_java.so.40");

  /** A function that it has, by which it is known. */
  private static final String FUNCTION = "Java_mpi_Comm_barrier";

  private JavaHalf() {}

  /** Whether it is there, with what it needs. Loads it if so. */
  public static boolean isThere(Map<String, String> environment) {
    for (String candidate : candidates(environment)) {
      try {
        NativeLibrary.getInstance(candidate).getFunction(FUNCTION);
        return true;
      } catch (UnsatisfiedLinkError e) {
        System.getLogger("legio").log(System.Logger.Level.DEBUG, candidate + " is not usable", e);
      }
    }
    return false;
  }

  private static List<String> candidates(Map<String, String> environment) {
    List<String> candidates = new ArrayList<>();
    List<String> folders = new ArrayList<>();
    folders.addAll(List.of(System.getProperty("java.library.path", "").split(File.pathSeparator)));
    if (environment.containsKey("OPAL_PREFIX")) {
      folders.add(environment.get("OPAL_PREFIX") + "/lib");
    }
    for (String folder : folders) {
      for (String name : NAMES) {
        File file = new File(folder, name);
        if (!folder.isEmpty() && file.isFile()) {
          candidates.add(file.getPath());
        }
      }
    }
    candidates.addAll(NAMES);
    return candidates;
  }
}
