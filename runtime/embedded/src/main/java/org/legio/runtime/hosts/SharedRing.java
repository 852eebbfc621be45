package org.legio.runtime.hosts;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.runtime.replica.StreamCopy;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;

/**
 * A stream that processes of this host write or read: messages between two ranks, or votes. Where
 * processes are restarted, each host has all streams, as if it read them: any may be started there.
 */
final class SharedRing {
  /** Votes are read by all. */
  private static final int ALL = -1;

  private final int number;
  private final int from;
  private final StreamCopy copy;
  private final JobMemory job;
  private final boolean[] readers;
  private final int me;
  private boolean[] writers;
  private RingState state = RingState.BEGIN;

  private SharedRing(JobMemory job, int number, int from, int to, StreamCopy copy) {
    this.number = number;
    this.from = from;
    this.copy = copy;
    this.job = job;
    this.me = job.hosts().me();
    this.writers = hostsOf(job, from);
    this.readers = hostsOf(job, to);
    if (job.shape().keptBytes() > 0) {
      Arrays.fill(readers, true);
    }
  }

  private static boolean[] hostsOf(JobMemory job, int rank) {
    ReplicaGroups groups = job.shape().replicaGroups();
    int[] processes =
        rank == ALL ? IntStream.range(0, groups.processes()).toArray() : groups.processesOf(rank);
    boolean[] found = new boolean[job.hosts().hosts()];
    for (int process : processes) {
      found[job.places().hostOf(process)] = true;
    }
    return found;
  }

  /** Processes of a lost host run on others from now on. */
  void findWriters() {
    writers = hostsOf(job, from);
  }

  /** The messages from a rank to another. */
  static SharedRing ofMessages(JobMemory job, int number, int from, int to) {
    return new SharedRing(job, number, from, to, StreamCopy.of(job, from, to));
  }

  /** The votes of a rank. */
  static SharedRing ofVotes(JobMemory job, int number, int rank) {
    return new SharedRing(job, number, rank, ALL, StreamCopy.ofVotes(job, rank));
  }

  /** Its number, the same on all hosts. */
  int number() {
    return number;
  }

  /** The rank that writes it. */
  int from() {
    return from;
  }

  StreamCopy copy() {
    return copy;
  }

  /** Whether a process of a host writes it. */
  boolean isWrittenOn(int host) {
    return writers[host];
  }

  /** Whether a process of a host reads it. */
  boolean isReadOn(int host) {
    return readers[host];
  }

  /** Whether a process of this host writes or reads it. */
  boolean isOfThisHost() {
    return writers[me] || readers[me];
  }

  /**
   * Notes how far it is now.
   *
   * @param processes which of them live
   */
  void look(LivingProcesses processes) {
    long reached = copy.reached(processes.here());
    long end = copy.place();
    state =
        job.keepsAll()
            ? new RingState(
                end,
                Math.min(end, copy.needed(processes.lasting())),
                copy.needed(processes.lastingHere()),
                reached)
            : new RingState(end, reached, reached, reached);
  }

  /** How far it was at the last look. */
  RingState state() {
    return state;
  }

  /** The place up to which it was complete at the last look. */
  long end() {
    return state.end();
  }
}
