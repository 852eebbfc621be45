package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Job;
import org.legio.ulfm.openmpi.RankRecord.Stage;

/**
 * Sees when another rank of this node has ended, however it has: the kernel knows, where mpirun
 * tells nobody.
 *
 * <p>Each rank keeps a {@link RankRecord}. While it is in {@code MPI_Init}, it looks at those of
 * all others of its node: where one has ended before it had come through, the job is ended, for the
 * others would wait in {@code MPI_Init} for ever. From then on the ranks of a node are a ring, in
 * which each looks at the next one that lives; where that has ended without having finalised MPI,
 * its failure is announced to all.
 *
 * <p>It looks four times a second, at one process; a JVM wakes twenty times a second by itself.
 */
public final class NodeWatch {
  private static final long GLANCE_NS = 250_000_000;
  private static final long DRAIN_NS = 50_000_000;
  private static final int UNKNOWN_STATUS = -1;

  private final Job job;
  private final LastWords lastWords;
  private final @Nullable Path folder;
  private final int size;
  private final BitSet announced = new BitSet();
  private final Thread watcher = new Thread(this::watch, "legio-node-watch");
  private volatile RankRecord own;

  /**
   * Registers this rank.
   *
   * @param environment as mpirun has set it
   */
  NodeWatch(
      Map<String, String> environment, Optional<RankProcess> rank, Job job, LastWords lastWords) {
    this.job = job;
    this.lastWords = lastWords;
    this.size = Integer.parseInt(environment.getOrDefault("OMPI_COMM_WORLD_SIZE", "1"));
    LocalProcess jvm = LocalProcess.of(Posix.getpid());
    LocalProcess watched = rank.map(r -> LocalProcess.of(r.pid())).orElse(jvm);
    int number = Integer.parseInt(environment.getOrDefault("PMIX_RANK", "0"));
    this.own = new RankRecord(number, Stage.STARTED, UNKNOWN_STATUS, jvm, watched, processSpace());
    this.folder = size == 1 ? null : register(environment.get("OMPI_FILE_LOCATION"));
    watcher.setDaemon(true);
  }

  private static String processSpace() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    } catch (IOException e) {
      return "pid"; // a kernel with one space only
    }
  }

  /** The folder; null where this JVM is not the rank itself, but one that the rank has started. */
  private @Nullable Path register(@Nullable String file) {
    Path all = file == null ? null : Path.of(file).getParent();
    try {
      if (all == null || !Files.isWritable(all)) {
        return null;
      }
      Optional<RankRecord> there = RankRecord.read(all, own.rank());
      if (there.isPresent() && !there.get().jvm().hasEnded()) {
        return null;
      }
      own.write(all);
      return all;
    } catch (IOException e) {
      lastWords.say("legio: this rank cannot be registered in " + all + ": " + e);
      return null;
    }
  }

  // ------------------------------------------------------------------ this rank

  /** This rank calls {@code MPI_Init}. */
  public void initialising() {
    if (folder != null) {
      reach(Stage.INITIALISING, UNKNOWN_STATUS);
      watcher.start();
    }
  }

  /** This rank takes part in the job. */
  public void initialised() {
    reach(Stage.RUNNING, UNKNOWN_STATUS);
  }

  /** This rank has finalised MPI, or does without the others' protection. */
  public void finalised() {
    reach(Stage.FINALISED, UNKNOWN_STATUS);
  }

  /**
   * This rank is about to end with a status, by itself.
   *
   * <p>Where others of this node have died, it waits for the rest to be about to end: mpirun may
   * take the job for ended too early and kill who still runs.
   */
  public void ending(int status) {
    if (folder == null || own.stage() == Stage.RUNNING) {
      return;
    }
    if (!own.isOver()) {
      reach(own.stage(), Math.max(own.status(), status));
    } else if (others().anyMatch(NodeWatch::hasDied)) {
      lastWords.say();
      reach(Stage.LEAVING, status);
      while (others().anyMatch(NodeWatch::hasWorkLeft)) {
        LockSupport.parkNanos(DRAIN_NS);
      }
      LockSupport.parkNanos(DRAIN_NS); // mpirun reads what the others have written
    }
  }

  private static boolean hasDied(RankRecord other) {
    return other.stage() == Stage.RUNNING && other.jvm().hasEnded();
  }

  private static boolean hasWorkLeft(RankRecord other) {
    return other.stage() != Stage.LEAVING && !other.jvm().hasEnded();
  }

  private void reach(Stage stage, int status) {
    Path all = folder;
    if (all == null) {
      return;
    }
    own = own.at(stage, status);
    try {
      own.write(all);
    } catch (IOException e) {
      lastWords.say("legio: the other ranks cannot be told that this one is " + stage + ": " + e);
    }
  }

  // ------------------------------------------------------------------ the others

  private void watch() {
    while (!own.isOver()) {
      if (own.stage() == Stage.INITIALISING) {
        endJobIfOneIsMissing();
      } else {
        announceNext();
      }
      LockSupport.parkNanos(GLANCE_NS);
    }
  }

  private void endJobIfOneIsMissing() {
    Optional<RankRecord> missing = others().filter(RankRecord::endedBeforeMpi).findFirst();
    if (missing.isPresent() && own.stage() == Stage.INITIALISING) {
      throw job.abort(Math.max(1, missing.get().status()), sentence(missing.get()));
    }
  }

  private static String sentence(RankRecord missing) {
    return "legio: rank "
        + missing.rank()
        + " (process "
        + missing.watched().pid()
        + ") has ended "
        + (missing.status() == UNKNOWN_STATUS ? "" : "with status " + missing.status() + " ")
        + (missing.stage() == Stage.STARTED ? "before" : "inside")
        + " MPI_Init, where the others would wait for it for ever: the job is ended; see what that"
        + " rank has printed";
  }

  /** Announces those that have ended, up to the next that has not. */
  private void announceNext() {
    others()
        .filter(next -> next.stage() == Stage.RUNNING && !announced.get(next.rank()))
        .takeWhile(next -> next.jvm().hasEnded())
        .forEach(next -> announce(next.rank()));
  }

  private void announce(int rank) {
    announced.set(rank);
    try {
      job.announceFailure(rank);
    } catch (IllegalStateException e) {
      lastWords.say("legio: " + e.getMessage());
    }
  }

  /** Those of this node, from the one after this rank on; each is read when it is come to. */
  private Stream<RankRecord> others() {
    Path all = folder;
    if (all == null) {
      return Stream.empty();
    }
    try {
      return RankRecord.ranksIn(all).stream()
          .filter(rank -> rank != own.rank())
          .sorted(Comparator.comparingInt(rank -> Math.floorMod(rank - own.rank(), size)))
          .flatMap(rank -> read(all, rank).stream())
          .filter(other -> other.processSpace().equals(own.processSpace()));
    } catch (IOException e) {
      return Stream.empty(); // mpirun has removed the folder: the job ends
    }
  }

  private Optional<RankRecord> read(Path all, int rank) {
    try {
      return RankRecord.read(all, rank);
    } catch (IOException e) {
      lastWords.say("legio: what rank " + rank + " has written cannot be read: " + e);
      return Optional.empty();
    }
  }
}
