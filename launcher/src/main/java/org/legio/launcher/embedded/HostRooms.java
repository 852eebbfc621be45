package org.legio.launcher.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.ReplicaGroups;

/** Which host each process of a job runs on, and which has a slot for one that has lost its own. */
final class HostRooms {
  private final ReplicaGroups groups;
  private final int[] slots;
  private final int[] hostOf;

  /** Where processes are to run when a flush is over whose daemons have been told so. */
  private final int[] promised;

  /**
   * At the begin.
   *
   * @param slots of each host that has a name
   */
  HostRooms(HostMap map, ReplicaGroups groups, int[] slots) {
    this.groups = groups;
    this.slots = Arrays.copyOf(slots, map.hosts());
    this.hostOf = IntStream.range(0, map.processes()).map(map::hostOf).toArray();
    this.promised = hostOf.clone();
  }

  int hostOf(int process) {
    return hostOf[process];
  }

  List<Integer> processesOf(int host) {
    return IntStream.range(0, hostOf.length).filter(p -> hostOf[p] == host).boxed().toList();
  }

  /** The other processes of a process's rank. */
  List<Integer> siblings(int process) {
    return Arrays.stream(groups.processesOf(groups.rankOf(process)))
        .filter(each -> each != process)
        .boxed()
        .toList();
  }

  /** A host has joined the job. */
  void join(int host, int joined) {
    slots[host] = joined;
  }

  void move(int process, int host) {
    hostOf[process] = host;
    promised[process] = host;
  }

  /**
   * Begins to look for places.
   *
   * @param isLiving whether a host is
   * @param ended the processes that take no slot any more
   */
  Plan plan(IntPredicate isLiving, Set<Integer> ended) {
    return new Plan(isLiving, ended);
  }

  /** Where the processes of lost hosts are to run. */
  final class Plan {
    private final IntPredicate isLiving;
    private final Set<Integer> ended;
    private final int[] planned;

    private Plan(IntPredicate isLiving, Set<Integer> ended) {
      this.isLiving = isLiving;
      this.ended = ended;
      this.planned =
          IntStream.range(0, hostOf.length)
              .map(p -> isLiving.test(promised[p]) ? promised[p] : hostOf[p])
              .toArray();
    }

    /**
     * Finds a host for a process: the one with most free slots where no replica of its rank lives.
     * Beside a replica of its rank a process would be of no use. One that an earlier round of the
     * flush has found is kept: its daemon knows of it.
     */
    Optional<Integer> place(int process) {
      if (planned[process] != hostOf[process]) {
        return Optional.of(planned[process]);
      }
      List<Integer> avoided = new ArrayList<>();
      for (int sibling : siblings(process)) {
        if (!ended.contains(sibling)) {
          avoided.add(planned[sibling]);
        }
      }
      Optional<Integer> found =
          IntStream.range(0, slots.length)
              .filter(host -> isLiving.test(host) && free(host) > 0 && !avoided.contains(host))
              .boxed()
              .max(Comparator.comparingInt(this::free).thenComparing(Comparator.reverseOrder()));
      found.ifPresent(
          host -> {
            planned[process] = host;
            promised[process] = host;
          });
      return found;
    }

    private int free(int host) {
      return slots[host]
          - (int)
              IntStream.range(0, planned.length)
                  .filter(process -> planned[process] == host && !ended.contains(process))
                  .count();
    }
  }
}
