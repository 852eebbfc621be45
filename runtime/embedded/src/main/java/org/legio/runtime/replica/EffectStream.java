package org.legio.runtime.replica;

import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Step;

/**
 * The outcomes of a rank's effects on files, in their order: a ring in the stream from a rank to
 * itself, which carries no messages. Each process of the rank takes each of them.
 *
 * <p>One process writes at a time: who has claimed the effect, see {@link ReplicaEffects}. What it
 * had written when it died is written over, unless the end of the stream is behind it.
 */
final class EffectStream extends Stream {
  private static final int HEADER_BYTES = 2 * Long.BYTES;
  private static final int OUTCOME = 1;
  private static final int PADDING = 2;

  private final int rank;
  private final Followers followers;
  private long head;

  private EffectStream(JobMemory job, int rank, int base, int capacity, Followers followers) {
    super(job, base, capacity);
    this.rank = rank;
    this.followers = followers;
    followers.reached(head);
  }

  /** That of the rank that a process is a replica of. */
  static EffectStream of(JobMemory job, int process) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    int rank = job.shape().replicaGroups().rankOf(process);
    int base = shape.stream(rank, rank);
    return new EffectStream(
        job,
        rank,
        base,
        shape.streamDataBytes(),
        Followers.ofReplicas(
            job,
            process,
            replica -> ReplicaShape.reader(base, replica),
            ReplicaShape.remote(base)));
  }

  /** Whether the outcome of the next effect is there. */
  boolean hasNext() {
    if (end() > head) {
      long first = bytes().getLong(position(head));
      if ((int) first == PADDING) {
        moveOn(Frame.high(first));
      }
    }
    return end() > head;
  }

  /** Takes the next outcome, which is there. */
  EffectOutcome take() {
    int at = position(head);
    long second = bytes().getLong(at + Long.BYTES);
    byte[] data = new byte[Frame.high(bytes().getLong(at))];
    bytes().get(at + HEADER_BYTES, data);
    EffectOutcome outcome = new EffectOutcome(Frame.high(second), (int) second, data);
    moveOn(frameBytes(data.length));
    return outcome;
  }

  /** Writes the outcome of the next effect, as the only one that may; false if there is no room. */
  boolean put(EffectOutcome outcome) {
    int frameBytes = frameBytes(outcome.data().length);
    int untilEnd = untilEnd(head);
    boolean isWrapped = frameBytes > untilEnd;
    if (!hasRoom(isWrapped ? untilEnd + frameBytes : frameBytes)) {
      return false;
    }
    if (isWrapped) {
      bytes().putLong(position(head), Frame.two(untilEnd, PADDING));
      moveEnd(head, head + untilEnd);
      moveOn(untilEnd);
    }
    int at = position(head);
    bytes().putLong(at, Frame.two(outcome.data().length, OUTCOME));
    bytes().putLong(at + Long.BYTES, Frame.two(outcome.ending(), outcome.checksum()));
    bytes().put(at + HEADER_BYTES, outcome.data());
    moveEnd(head, head + frameBytes);
    return true;
  }

  private static int frameBytes(int data) {
    return (HEADER_BYTES + data + Frame.LINE - 1) & -Frame.LINE;
  }

  private boolean hasRoom(int wanted) {
    return followers.tryMakeRoom(
        pin(),
        head,
        wanted,
        () -> "rank " + rank + ": " + head + " bytes of what it has done to files");
  }

  /** How far this process has come. */
  long head() {
    return head;
  }

  /** Continues at a place, as if all before it had been taken. */
  void continueAt(long place) {
    head = place;
    followers.reached(head);
  }

  /** Notes that this process would not take again what is before its place. */
  void forget() {
    followers.needs(head);
  }

  private void moveOn(int frameBytes) {
    job.step(Step.TAKEN);
    head += frameBytes;
    followers.reached(head);
    job.step(Step.MOVED);
  }
}
