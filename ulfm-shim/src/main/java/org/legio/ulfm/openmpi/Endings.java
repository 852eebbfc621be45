package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.messages.LastWords;

/**
 * Keeps, for all ranks on this node, which ranks are about to end and which exit status the job
 * gets. So the last rank can end with that status, and only one rank aborts the job.
 *
 * <p>This is necessary because mpirun gives status 0 to a fault-tolerant job whose ranks were all
 * killed by signals. A rank that is about to end leaves a mark in the job's session folder, which
 * mpirun removes at the end.
 */
final class Endings {
  private static final String MARK = "legio-ending-";
  private static final String ABORT = "legio-abort";
  private static final String STATUS = "legio-status";

  private final @Nullable Path folder;
  private final boolean areOnOneNode;
  private final Optional<RankProcess> own;
  private final LastWords lastWords;

  /**
   * Finds the session folder.
   *
   * @param environment as mpirun has set it
   * @param own the process that mpirun watches; if it is unknown, no rank counts as the last
   * @param lastWords prints what goes wrong
   */
  Endings(Map<String, String> environment, Optional<RankProcess> own, LastWords lastWords) {
    String file = environment.get("OMPI_FILE_LOCATION");
    String all = environment.get("OMPI_COMM_WORLD_SIZE");
    this.areOnOneNode = all != null && all.equals(environment.get("OMPI_COMM_WORLD_LOCAL_SIZE"));
    this.folder = file == null ? null : Path.of(file).getParent();
    this.own = own;
    this.lastWords = lastWords;
  }

  /** Marks this rank as ending; true if no other rank continues. Always false on several nodes. */
  boolean isLast() {
    return folder != null && own.isPresent() && isLastHere() && areOnOneNode;
  }

  /** Marks this rank as ending; true if no other rank of this node is known to continue. */
  boolean isLastHere() {
    Path marks = folder;
    if (marks == null || own.isEmpty()) {
      return true;
    }
    RankProcess rank = own.get();
    return mark(marks, rank.pid())
        && rank.ranks().stream().allMatch(pid -> Files.exists(marks.resolve(MARK + pid)));
  }

  /**
   * Proposes an exit status for the job. The first proposal on this node decides.
   *
   * @param status 0 for no proposal
   * @return the status that the job gets; 0 if nobody has proposed one
   */
  int failed(int status) {
    if (folder == null) {
      return status;
    }
    Path decided = folder.resolve(STATUS);
    try {
      if (status != 0 && !Files.exists(decided)) {
        decide(decided, status);
      }
      return Files.exists(decided) ? Integer.parseInt(Files.readString(decided)) : 0;
    } catch (IOException e) {
      lastWords.say("legio: the job's exit status cannot be kept in " + decided + ": " + e);
      return status;
    }
  }

  /**
   * Writes the file in one step: readers see all of it or nothing, and there is never a second one.
   */
  private void decide(Path decided, int status) throws IOException {
    Path own = decided.resolveSibling(STATUS + "-" + Posix.getpid());
    Files.writeString(own, Integer.toString(status));
    try {
      Files.createLink(decided, own);
    } catch (FileAlreadyExistsException e) {
      return; // another rank was the first
    } finally {
      Files.delete(own);
    }
  }

  /** Whether all ranks are on this node and can see each other's marks. */
  boolean areOnOneNode() {
    return folder != null && areOnOneNode;
  }

  /**
   * Whether this rank is the first to abort the job. On several nodes that cannot be known, and the
   * answer is always true.
   */
  boolean isFirstToAbort() {
    try {
      if (folder != null && areOnOneNode) {
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
