package org.legio.inprocess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The state that all ranks of a job share. */
final class Universe {
  /** The settings of a job: sizes in bytes, delays in steps. */
  record Options(int eagerBytes, long mostNoticeDelay, long mostRevokeDelay, int ranksPerHost) {}

  private final Options options;
  private final Scheduler scheduler;
  private final RankState[] ranks;
  private final Map<Object, CommContext> contexts = new HashMap<>();
  private final Map<Object, Object> shared = new HashMap<>();
  private final List<Consensus> undecided = new ArrayList<>();
  private final FileSystem files = new FileSystem();
  private final SharedWords[] wordsByHost;
  private final BitSet announced = new BitSet();
  private int contextsMade;
  private @Nullable String aborted;
  private int abortStatus;

  Universe(
      int size, FaultPlan faults, SplittableRandom random, Options options, boolean isTraceKept) {
    this.options = options;
    this.scheduler = new Scheduler(size, faults, random, new Trace(isTraceKept));
    this.ranks = new RankState[size];
    int[] world = new int[size];
    Arrays.setAll(world, rank -> rank);
    CommContext worldContext = newContext(world, world);
    for (int rank = 0; rank < size; rank++) {
      ranks[rank] = new RankState(this, rank, worldContext);
    }
    this.wordsByHost = new SharedWords[hostOf(size - 1) + 1];
    Arrays.setAll(wordsByHost, host -> new SharedWords(this));
    scheduler.onDeath(this::died);
  }

  int size() {
    return ranks.length;
  }

  /** The number of a rank's host. */
  int hostOf(int rank) {
    return rank / options.ranksPerHost();
  }

  boolean isOnOneHost() {
    return hostOf(ranks.length - 1) == 0;
  }

  Options options() {
    return options;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  Trace trace() {
    return scheduler.trace();
  }

  RankState rank(int worldRank) {
    return ranks[worldRank];
  }

  /** Whether a rank is dead, or has been announced to be. */
  boolean isDead(int worldRank) {
    return scheduler.strand(worldRank).isDead || announced.get(worldRank);
  }

  /** The memory that a rank shares with the others on its host. */
  SharedWords sharedWords(int rank) {
    return wordsByHost[hostOf(rank)];
  }

  FileSystem files() {
    return files;
  }

  // ------------------------------------------------------------------ what members share

  CommContext newContext(int[] group, int[] remote) {
    return new CommContext(newId(), group, remote);
  }

  int newId() {
    return contextsMade++;
  }

  /**
   * The context that several ranks make together: all that give the same key get the same context.
   */
  CommContext contextOf(Object key, int[] group, int[] remote) {
    return contexts.computeIfAbsent(key, k -> newContext(group, remote));
  }

  /** As {@link #contextOf}, for any other object that several ranks make together. */
  @SuppressWarnings("unchecked")
  <T> T sharedOf(Object key, java.util.function.Supplier<T> maker) {
    return (T) shared.computeIfAbsent(key, k -> maker.get());
  }

  void undecided(Consensus consensus) {
    undecided.add(consensus);
  }

  // ------------------------------------------------------------------ death, end

  /** Makes all ranks take a rank for dead from now on, even if it goes on. */
  void announceFailure(int worldRank) {
    if (!isDead(worldRank)) {
      announced.set(worldRank);
      countAsDead(worldRank);
    }
  }

  private void died(int dead) {
    ranks[dead].loseMessages();
    scheduler.after(
        scheduler.delay(options.mostNoticeDelay()), () -> sharedWords(dead).isGoneNow(dead));
    countAsDead(dead);
  }

  /** Lets the other ranks notice, some steps later, that a rank counts as dead. */
  private void countAsDead(int dead) {
    for (RankState observer : ranks) {
      if (observer.rank != dead && !isDead(observer.rank)) {
        scheduler.after(
            scheduler.delay(options.mostNoticeDelay()), () -> observer.deathFallsDue(dead));
      }
    }
    undecided.removeIf(Consensus::isDecided);
    for (Consensus consensus : List.copyOf(undecided)) {
      consensus.decideIfAllHaveEntered();
    }
  }

  /** Ends the job. */
  Death abort(int status, String message) {
    if (aborted == null) {
      aborted = message;
      abortStatus = status;
    }
    scheduler.endJob();
    return new Death();
  }

  @Nullable String aborted() {
    return aborted;
  }

  int abortStatus() {
    return abortStatus;
  }
}
