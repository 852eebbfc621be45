package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which ranks of a job on this node are about to end: so that the last one can end with a status.
 *
 * <p>mpirun gives status 0 to a fault-tolerant job whose ranks were all killed by signals. A rank
 * that is about to end leaves a mark in the job's session folder, which mpirun removes at the end.
 */
final class Endings {
  private static final String MARK = "legio-ending-";

  private final @Nullable Path folder;

  /**
   * Finds the session folder.
   *
   * @param environment as mpirun has set it
   */
  Endings(Map<String, String> environment) {
    String own = environment.get("OMPI_FILE_LOCATION");
    String all = environment.get("OMPI_COMM_WORLD_SIZE");
    boolean oneNode = all != null && all.equals(environment.get("OMPI_COMM_WORLD_LOCAL_SIZE"));
    this.folder = own != null && oneNode ? Path.of(own).getParent() : null;
  }

  /** Marks this process; true if no other rank goes on. Always false on several nodes. */
  boolean isLast() {
    Path marks = folder;
    if (marks == null || !mark(marks)) {
      return false;
    }
    Optional<ProcessHandle> launcher = ProcessHandle.current().parent();
    long own = ProcessHandle.current().pid();
    return launcher.isPresent()
        && launcher
            .get()
            .children()
            .filter(ProcessHandle::isAlive)
            .mapToLong(ProcessHandle::pid)
            .allMatch(pid -> pid == own || Files.exists(marks.resolve(MARK + pid)));
  }

  private static boolean mark(Path marks) {
    try {
      Files.writeString(marks.resolve(MARK + ProcessHandle.current().pid()), "");
      return true;
    } catch (IOException e) {
      System.err.println("legio: the end of this rank cannot be marked: " + e);
      return false;
    }
  }
}
