package org.legio.ulfm.openmpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.messages.LastWords;
import org.legio.ulfm.openmpi.RankRecord.Stage;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Stages;

/**
 * Notices when another rank of this node has ended, in whatever way. It asks the kernel, because
 * mpirun does not report every end.
 *
 * <p>Each rank keeps a {@link RankRecord}. While a rank is in {@code MPI_Init}, it looks at the
 * records of all other ranks of its node. If one has ended before the end of its {@code MPI_Init},
 * the job is ended, because the others would wait in {@code MPI_Init} for ever. After that the
 * ranks of a node form a ring, in which each looks at the next living one. If that one ends without
 * having finalized MPI, its failure is announced to all ranks.
 *
 * <p>It looks at one process four times a second. That is cheap: a JVM wakes twenty times a second
 * by itself.
 */
public final class NodeWatch implements Stages {
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
      return "pid"; // a kernel with a single space of process ids
    }
  }

  /**
   * The folder of the records; null where this JVM is not the rank itself, but a child of the rank.
   */
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

  /** Notes that this rank calls {@code MPI_Init}. */
  @Override
  public void initializing() {
    if (folder != null) {
      reach(Stage.INITIALIZING, UNKNOWN_STATUS);
      watcher.start();
    }
  }

  /** Notes that this rank has come through {@code MPI_Init}. */
  @Override
  public void initialized() {
    reach(Stage.RUNNING, UNKNOWN_STATUS);
  }

  /** Notes that this rank has finalized MPI, or needs no protection. */
  @Override
  public void finalized() {
    reach(Stage.FINALIZED, UNKNOWN_STATUS);
  }

  /**
   * Notes that this rank is about to end by itself with a status.
   *
   * <p>If ranks of this node have died, it waits until the others are about to end, too. Otherwise
   * mpirun could take the job for ended too early and kill the ranks that still run.
   */
  @Override
  public void ending(int status) {
    if (folder == null || own.stage() == Stage.RUNNING) {
      return;
    }
    if (!own.isOver()) {
      reach(own.stage(), Math.max(own.status(), status));
    } else if (first(NodeWatch::hasDied).isPresent()) {
      lastWords.say();
      reach(Stage.LEAVING, status);
      while (first(NodeWatch::hasWorkLeft).isPresent()) {
        LockSupport.parkNanos(DRAIN_NS);
      }
      LockSupport.parkNanos(DRAIN_NS); // gives mpirun time to read what the others have written
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
      if (own.stage() == Stage.INITIALIZING) {
        endJobIfOneIsMissing();
      } else {
        announceNext();
      }
      LockSupport.parkNanos(GLANCE_NS);
    }
  }

  private void endJobIfOneIsMissing() {
    Optional<RankRecord> missing = first(RankRecord::endedBeforeMpi);
    if (missing.isPresent() && own.stage() == Stage.INITIALIZING) {
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

  /** Announces the failures of the next ranks in the ring, up to the first one that is alive. */
  private void announceNext() {
    Optional<RankRecord> next = first(this::isWatched);
    while (next.isPresent() && next.get().jvm().hasEnded()) {
      announce(next.get().rank());
      next = first(this::isWatched);
    }
  }

  private boolean isWatched(RankRecord other) {
    return other.stage() == Stage.RUNNING && !announced.get(other.rank());
  }

  private void announce(int rank) {
    announced.set(rank);
    try {
      job.announceFailure(rank);
    } catch (IllegalStateException e) {
      lastWords.say("legio: " + e.getMessage());
    }
  }

  /**
   * The first of the other ranks of this node, in the order of the ring, that fulfills a condition.
   * No record is read beyond it: ranks may be many.
   */
  private Optional<RankRecord> first(Predicate<RankRecord> condition) {
    Path all = folder;
    if (all == null) {
      return Optional.empty();
    }
    for (int rank : inRing(RankRecord.ranksIn(all))) {
      Optional<RankRecord> other = rank == own.rank() ? Optional.empty() : read(all, rank);
      if (other.isPresent()
          && other.get().processSpace().equals(own.processSpace())
          && condition.test(other.get())) {
        return other;
      }
    }
    return Optional.empty();
  }

  /** Ranks in the order of the ring, which begins with this one. */
  private List<Integer> inRing(List<Integer> ranks) {
    Collections.sort(ranks);
    int before = 0;
    while (before < ranks.size() && ranks.get(before) < own.rank()) {
      before++;
    }
    Collections.rotate(ranks, -before);
    return ranks;
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
