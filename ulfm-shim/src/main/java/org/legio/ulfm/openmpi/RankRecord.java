package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells the other ranks of a node how far a rank has come: one line in a file of the job's session
 * folder, which mpirun removes at the end.
 *
 * @param rank its rank in {@code MPI_COMM_WORLD}
 * @param stage how far it has come
 * @param status the exit status with which it is about to end, where it has one
 * @param jvm its JVM
 * @param watched the process that mpirun watches: the JVM, or a wrapper around it
 * @param processSpace the process-id namespace in which the ids are valid
 */
record RankRecord(
    int rank,
    Stage stage,
    int status,
    LocalProcess jvm,
    LocalProcess watched,
    String processSpace) {

  /** The stages of a rank's life, in order. */
  enum Stage {
    /** It has not called {@code MPI_Init}. */
    STARTED,
    /** It is in {@code MPI_Init}. */
    INITIALIZING,
    /** It takes part in the job. */
    RUNNING,
    /** It has finalized MPI. */
    FINALIZED,
    /** It has finalized MPI, and nothing is left for it to do but end. */
    LEAVING
  }

  private static final String PREFIX = "legio-rank-";
  private static final String UNFINISHED = ".new";

  /** The ranks that have a record; none if the folder is gone. */
  static List<Integer> ranksIn(Path folder) {
    List<Integer> ranks = new ArrayList<>();
    String[] names = folder.toFile().list();
    for (String name : names == null ? new String[0] : names) {
      if (name.startsWith(PREFIX) && !name.endsWith(UNFINISHED)) {
        ranks.add(Integer.valueOf(name.substring(PREFIX.length())));
      }
    }
    return ranks;
  }

  /** A rank's record; empty if it has none yet. */
  static Optional<RankRecord> read(Path folder, int rank) throws IOException {
    try {
      String[] words = Files.readString(folder.resolve(PREFIX + rank)).split(" ");
      return Optional.of(
          new RankRecord(
              rank,
              Stage.valueOf(words[0]),
              Integer.parseInt(words[1]),
              new LocalProcess(Long.parseLong(words[2]), Long.parseLong(words[3])),
              new LocalProcess(Long.parseLong(words[4]), Long.parseLong(words[5])),
              words[6]));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Replaces the record in one step: readers see either all of the new record or the former one.
   */
  void write(Path folder) throws IOException {
    String line =
        String.join(
            " ",
            stage.name(),
            Integer.toString(status),
            Long.toString(jvm.pid()),
            Long.toString(jvm.startTicks()),
            Long.toString(watched.pid()),
            Long.toString(watched.startTicks()),
            processSpace);
    Path whole = Files.writeString(folder.resolve(PREFIX + rank + UNFINISHED), line);
    Files.move(whole, folder.resolve(PREFIX + rank), StandardCopyOption.ATOMIC_MOVE);
  }

  RankRecord at(Stage newStage, int newStatus) {
    return new RankRecord(rank, newStage, newStatus, jvm, watched, processSpace);
  }

  /** Whether the rank has ended before the end of its {@code MPI_Init}. */
  boolean endedBeforeMpi() {
    return stage.compareTo(Stage.RUNNING) < 0 && watched.hasEnded();
  }

  /** Whether the rank does not take part in the job any more and needs no watching. */
  boolean isOver() {
    return stage.compareTo(Stage.RUNNING) > 0;
  }
}
