package org.legio.runtime.replica;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/**
 * A stream's place in the memory, and the processes that write and read it: writers first, each
 * with the word that says how far it has come.
 */
final class StreamMembers {
  /** Where the stream begins, and how many bytes its ring has. */
  final int base;

  final int capacity;
  final int[] positions;
  final int[] processes;
  private final int writers;

  private StreamMembers(int base, int capacity, int[] writers, int[] readers, int[] readersWords) {
    this.base = base;
    this.capacity = capacity;
    this.writers = writers.length;
    this.processes = both(writers, readers);
    this.positions =
        both(
            IntStream.range(0, writers.length).map(i -> ReplicaShape.writer(base, i)).toArray(),
            readersWords);
  }

  private static int[] both(int[] one, int[] other) {
    return IntStream.concat(Arrays.stream(one), Arrays.stream(other)).toArray();
  }

  /** The messages from a rank to another. */
  static StreamMembers ofMessages(JobMemory job, int from, int to) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    ReplicaGroups groups = job.shape().replicaGroups();
    int base = shape.stream(from, to);
    int[] readers = groups.processesOf(to);
    return new StreamMembers(
        base,
        shape.streamDataBytes(),
        groups.processesOf(from),
        readers,
        IntStream.range(0, readers.length).map(i -> ReplicaShape.reader(base, i)).toArray());
  }

  /** The votes of a rank; all processes read them. */
  static StreamMembers ofVotes(JobMemory job, int rank) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    ReplicaGroups groups = job.shape().replicaGroups();
    int[] readers = IntStream.range(0, groups.processes()).toArray();
    return new StreamMembers(
        shape.ballot(rank),
        shape.ballotDataBytes(),
        groups.processesOf(rank),
        readers,
        IntStream.of(readers).map(process -> shape.ballotReader(rank, process)).toArray());
  }

  /**
   * What a rank publishes on a board.
   *
   * @param members the board's ranks
   */
  static StreamMembers ofLane(JobMemory job, int board, int rank, int[] members) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    ReplicaGroups groups = job.shape().replicaGroups();
    int lane = shape.lane(board, rank);
    int[] readers =
        IntStream.of(members)
            .filter(member -> member != rank)
            .flatMap(member -> IntStream.of(groups.processesOf(member)))
            .toArray();
    return new StreamMembers(
        lane,
        shape.laneDataBytes(),
        groups.processesOf(rank),
        readers,
        IntStream.of(readers).map(process -> shape.laneReader(lane, process)).toArray());
  }

  /** The votes of the writers on each frame. */
  Majority majority(JobMemory job, int process) {
    return new Majority(
        job, Arrays.copyOf(positions, writers), Arrays.copyOf(processes, writers), process);
  }

  /** How far they are, as one of the writers asks. */
  Followers followers(JobMemory job, int process) {
    return new Followers(
        job,
        positions,
        processes,
        writers,
        job.shape().replicaGroups().replicaOf(process),
        ReplicaShape.remote(base));
  }
}
