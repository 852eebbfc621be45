package org.legio.runtime.hosts;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.replica.ReplicaPrograms;
import org.legio.runtime.replica.ReplicaSeat;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/** What the processes of a {@link SimulatedHosts} do, and where they live. */
interface SimulatedWork {
  /** The ranks, and their replicas. */
  ReplicaGroups groups(int hosts);

  /** How often a process is restarted. */
  default int restarts() {
    return 0;
  }

  /** At which step another host joins the job; negative if none does. */
  default long joinAt() {
    return -1;
  }

  /** After about how many steps another host leads a rank; 0 if only the daemons decide that. */
  default int handOverEvery() {
    return 0;
  }

  /** Where processes are restarted, the room for what is kept. */
  default ReplicaShape.Room kept() {
    return new ReplicaShape.Room(1 << 15, 1 << 13, 1 << 12);
  }

  /** Whether what ranks are told is decided in their logs. */
  default boolean usesDecisionLogs(int hosts) {
    return groups(hosts).areReplicated() || restarts() > 0;
  }

  /** The host of a process. */
  int hostOf(int process, int hosts);

  /**
   * What a process does from its begin to its end.
   *
   * @return what its rank has computed; null if that is not compared
   */
  @Nullable String run(SimulatedRank process, JobMemory job) throws Exception;

  /** What each rank has to compute if no rank is lost; empty if that is not known. */
  List<String> results(int hosts);

  /** What a rank does without replicas. */
  @FunctionalInterface
  interface RankProgram {
    void run(HostsProgram program) throws Exception;
  }

  /** Two ranks on each host, which exchange and agree. */
  SimulatedWork EXCHANGE = ofTwo(HostsProgram::run);

  /** Two ranks on each host, which only agree. */
  SimulatedWork AGREE = ofTwo(HostsProgram::agree);

  private static SimulatedWork ofTwo(RankProgram program) {
    return new SimulatedWork() {
      @Override
      public ReplicaGroups groups(int hosts) {
        return ReplicaGroups.single(2 * hosts);
      }

      @Override
      public int hostOf(int process, int hosts) {
        return process / 2;
      }

      @Override
      public @Nullable String run(SimulatedRank process, JobMemory job) throws Exception {
        program.run(new HostsProgram(process, job));
        return null;
      }

      @Override
      public List<String> results(int hosts) {
        return List.of();
      }
    };
  }

  /** Three ranks with two replicas each, on different hosts. */
  static SimulatedWork of(ReplicaPrograms program) {
    return of(program, 2, 0);
  }

  /**
   * Three ranks, whose replicas are on different hosts.
   *
   * @param restarts how often each process is restarted
   */
  static SimulatedWork of(ReplicaPrograms program, int replicas, int restarts) {
    return of(program, replicas, restarts, -1);
  }

  /**
   * The same, and another host joins.
   *
   * @param joinAt at which step; negative if none does
   */
  static SimulatedWork of(ReplicaPrograms program, int replicas, int restarts, long joinAt) {
    return of(program, replicas, restarts, joinAt, 0);
  }

  /**
   * The same, and other hosts lead.
   *
   * @param handOverEvery after about so many steps another one leads a rank
   */
  static SimulatedWork of(
      ReplicaPrograms program, int replicas, int restarts, long joinAt, int handOverEvery) {
    return new SimulatedWork() {
      private static final int RANKS = 3;

      @Override
      public ReplicaGroups groups(int hosts) {
        return ReplicaGroups.uniform(RANKS, replicas);
      }

      @Override
      public int restarts() {
        return restarts;
      }

      @Override
      public long joinAt() {
        return joinAt;
      }

      @Override
      public int handOverEvery() {
        return handOverEvery;
      }

      /** Too little for a run without checkpoints, and enough for one with. */
      @Override
      public ReplicaShape.Room kept() {
        return program == ReplicaPrograms.CHECKPOINTS
            ? new ReplicaShape.Room(1 << 12, 1 << 11, handOverEvery > 0 ? 128 : 64)
            : SimulatedWork.super.kept();
      }

      @Override
      public int hostOf(int process, int hosts) {
        return (process / replicas + process % replicas) % hosts;
      }

      @Override
      public String run(SimulatedRank process, JobMemory job) throws Exception {
        ReplicaSeat seat = new ReplicaSeat(process, job);
        String result = program.run(seat);
        process.told.add(result);
        seat.pmpi.finalizeMpi();
        return result;
      }

      @Override
      public List<String> results(int hosts) {
        return program.results(RANKS);
      }

      @Override
      public String toString() {
        return "%s of %d replicas and %d restarts, joined at %d, handed over every %d"
            .formatted(program, replicas, restarts, joinAt, handOverEvery);
      }
    };
  }

  /** The map of the hosts, seen from the first. */
  default HostMap map(int hosts) {
    return new HostMap(
        IntStream.range(0, hosts).mapToObj(host -> "host" + host).toList(),
        IntStream.range(0, groups(hosts).processes()).map(p -> hostOf(p, hosts)).toArray(),
        0);
  }
}
