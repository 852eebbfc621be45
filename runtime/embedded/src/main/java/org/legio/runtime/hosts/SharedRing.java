package org.legio.runtime.hosts;

import java.util.stream.IntStream;
import org.legio.runtime.replica.StreamCopy;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;

/** A stream that processes of this host write or read: messages between two ranks, or votes. */
final class SharedRing {
  /** Votes are read by all. */
  private static final int ALL = -1;

  private final int number;
  private final int from;
  private final StreamCopy copy;
  private final boolean[] writers;
  private final boolean[] readers;
  private final int me;
  private long end;
  private long needed;

  private SharedRing(JobMemory job, int number, int from, int to, StreamCopy copy) {
    this.number = number;
    this.from = from;
    this.copy = copy;
    this.me = job.hosts().me();
    this.writers = hostsOf(job, from);
    this.readers = hostsOf(job, to);
  }

  private static boolean[] hostsOf(JobMemory job, int rank) {
    HostMap hosts = job.hosts();
    ReplicaGroups groups = job.shape().replicaGroups();
    int[] processes =
        rank == ALL ? IntStream.range(0, groups.processes()).toArray() : groups.processesOf(rank);
    boolean[] found = new boolean[hosts.hosts()];
    for (int process : processes) {
      found[hosts.hostOf(process)] = true;
    }
    return found;
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

  /** Notes how far it is now. */
  void look(boolean[] living) {
    end = copy.place();
    needed = copy.needed(living);
  }

  /** The place up to which it was complete at the last look. */
  long end() {
    return end;
  }

  /** From where on it was needed here at the last look. */
  long needed() {
    return needed;
  }
}
