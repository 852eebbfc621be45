package org.legio.launcher.embedded;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.ports.Survival;

/**
 * What the launcher knows of the processes of a job over several hosts: how far each has come, how
 * often it has been restarted, and how it has ended. For the thread that runs the job.
 */
final class ProcessRecords {
  /** So long a process that is killed takes to end at most. */
  private static final long ENDING_NS = TimeUnit.SECONDS.toNanos(5);

  private final ReplicaGroups groups;
  private final Phase[] phases;
  private final int[] restarts;
  private final long[] catchUpMs;
  private final int[] evictions;
  private final int[] leaderChanges;
  private final Set<Integer> catchingUp = new HashSet<>();

  /** When processes were last told to end that are too far behind, by their ranks. */
  private final Map<Integer, Long> evictedNs = new HashMap<>();

  private final Map<Integer, RankEnd> ends = new LinkedHashMap<>();

  ProcessRecords(ReplicaGroups groups) {
    this.groups = groups;
    this.phases = new Phase[groups.processes()];
    Arrays.fill(phases, Phase.STARTING);
    this.restarts = new int[groups.processes()];
    this.catchUpMs = new long[groups.processes()];
    this.evictions = new int[groups.processes()];
    this.leaderChanges = new int[groups.ranks()];
  }

  // ------------------------------------------------------------------ what happens to a process

  void recordPhase(int process, Phase phase) {
    phases[process] = phase;
  }

  void recordRestart(int process) {
    restarts[process]++;
    catchingUp.add(process);
  }

  void recordCatchUp(int process, long milliseconds) {
    catchUpMs[process] += milliseconds;
    catchingUp.remove(process);
  }

  void recordEviction(int process) {
    evictions[process]++;
  }

  void recordLeaderChange(int rank) {
    leaderChanges[rank]++;
  }

  void recordEnd(int process, RankEnd end) {
    ends.put(process, end);
  }

  /**
   * Whether a process may be ended that is too far behind; it is then taken for ended. Another one
   * of its rank has to continue, and none may have been ended so a moment ago.
   *
   * @param isOnLivingHost whether a process is on a host that lives
   */
  boolean tryEvict(int process, IntPredicate isOnLivingHost) {
    int rank = groups.rankOf(process);
    long nowNs = System.nanoTime();
    Long beforeNs = evictedNs.get(rank);
    boolean isAllowed =
        (beforeNs == null || nowNs - beforeNs > ENDING_NS)
            && IntStream.of(groups.processesOf(rank))
                .anyMatch(other -> other != process && isContinuing(other, isOnLivingHost));
    if (isAllowed) {
      evictedNs.put(rank, nowNs);
    }
    return isAllowed;
  }

  private boolean isContinuing(int process, IntPredicate isOnLivingHost) {
    RankEnd end = ends.get(process);
    return end == null
        ? phases[process] == Phase.RUNNING
            && !catchingUp.contains(process)
            && isOnLivingHost.test(process)
        : end.hasEndedWell();
  }

  // ------------------------------------------------------------------ what is known of one

  Phase phase(int process) {
    return phases[process];
  }

  int restarts(int process) {
    return restarts[process];
  }

  boolean hasEnded(int process) {
    return ends.containsKey(process);
  }

  /** How one has ended; null if it has not. */
  @Nullable RankEnd end(int process) {
    return ends.get(process);
  }

  // ------------------------------------------------------------------ what is known of all

  Set<Integer> ended() {
    return ends.keySet();
  }

  List<RankEnd> ends() {
    return List.copyOf(ends.values());
  }

  boolean haveAllEnded() {
    return ends.size() == groups.processes();
  }

  /** Whether any has come behind {@code MPI_Init}. */
  boolean hasAnyBegun() {
    return Arrays.stream(phases).anyMatch(p -> p == Phase.RUNNING || p == Phase.FINALIZED);
  }

  /** How one of a rank has ended of which none has come as far as {@code MPI_Init}, or will. */
  Optional<RankEnd> missing() {
    return ends.values().stream()
        .filter(end -> areAllEarly(end.rank()))
        .reduce((one, other) -> one.status() != 0 ? one : other);
  }

  private boolean areAllEarly(int rank) {
    return Arrays.stream(groups.processesOf(rank))
        .mapToObj(ends::get)
        .allMatch(end -> end != null && end.isEarly());
  }

  /** Whether all processes of a rank are lost. */
  boolean isLost(int rank) {
    return lost(rank) == groups.size(rank);
  }

  private int lost(int rank) {
    return (int)
        Arrays.stream(groups.processesOf(rank))
            .mapToObj(ends::get)
            .filter(end -> end != null && end.isLost())
            .count();
  }

  /** How ranks have survived by their replicas, and by restarts. */
  Survival survival() {
    return new Survival(
        IntStream.range(0, groups.ranks()).mapToObj(this::survivalOf).toList(), 0, 0);
  }

  private Survival.ReplicaGroup survivalOf(int rank) {
    int[] processes = groups.processesOf(rank);
    return new Survival.ReplicaGroup(
        processes.length,
        lost(rank),
        IntStream.of(processes).map(process -> restarts[process]).sum(),
        IntStream.of(processes).mapToLong(process -> catchUpMs[process]).sum(),
        0,
        IntStream.of(processes).map(process -> evictions[process]).sum(),
        leaderChanges[rank]);
  }
}
