package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which ranks of a job on this node are about to end: so that the last one can end with a status,
 * and only one aborts the job.
 *
 * <p>mpirun gives status 0 to a fault-tolerant job whose ranks were all killed by signals. A rank
 * that is about to end leaves a mark in the job's session folder, which mpirun removes at the end.
 */
final class Endings {
  private static final String MARK = "legio-ending-";
  private static final String ABORT = "legio-abort";

  private final @Nullable Path folder;
  private final Optional<RankProcess> own;
  private final LastWords lastWords;

  /**
   * Finds the session folder.
   *
   * @param environment as mpirun has set it
   * @param own the process that mpirun watches; if it is not known, no rank counts as the last
   * @param lastWords gets what goes wrong
   */
  Endings(Map<String, String> environment, Optional<RankProcess> own, LastWords lastWords) {
    String file = environment.get("OMPI_FILE_LOCATION");
    String all = environment.get("OMPI_COMM_WORLD_SIZE");
    boolean oneNode = all != null && all.equals(environment.get("OMPI_COMM_WORLD_LOCAL_SIZE"));
    this.folder = file != null && oneNode ? Path.of(file).getParent() : null;
    this.own = own;
    this.lastWords = lastWords;
  }

  /** Marks this rank; true if no other rank goes on. Always false on several nodes. */
  boolean isLast() {
    Path marks = folder;
    if (marks == null || own.isEmpty()) {
      return false;
    }
    RankProcess rank = own.get();
    return mark(marks, rank.pid())
        && rank.ranks().allMatch(pid -> Files.exists(marks.resolve(MARK + pid)));
  }

  /** Whether all ranks are on this node and can know of each other. */
  boolean areOnOneNode() {
    return folder != null;
  }

  /**
   * Whether no other rank has begun to abort the job, as far as can be known: on several nodes it
   * cannot, and the answer is always true.
   */
  boolean isFirstToAbort() {
    try {
      if (folder != null) {
        Files.createFile(folder.resolve(ABORT));
      }
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      lastWords.say("legio: the abort of this rank cannot be marked: " + e);
      return true;
    }
  }

  private boolean mark(Path marks, long pid) {
    try {
      Files.writeString(marks.resolve(MARK + pid), "");
      return true;
    } catch (IOException e) {
      lastWords.say("legio: the end of this rank cannot be marked: " + e);
      return false;
    }
  }
}
