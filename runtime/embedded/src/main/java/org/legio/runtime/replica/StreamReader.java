package org.legio.runtime.replica;

import java.util.function.Consumer;
import org.legio.runtime.engine.Message;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.FrameTaker;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Step;

/** A replica's reading end of a stream: hands on each frame where it lies. */
public final class StreamReader extends Stream {
  private final int ownPosition;
  private final FrameTaker taker;

  /** What lies beyond is not looked at. */
  private long limit = Long.MAX_VALUE;

  private long head;

  private StreamReader(JobMemory job, int from, int base, int capacity, int ownPosition) {
    super(job, base, capacity);
    this.ownPosition = ownPosition;
    Words.setVolatile(job.bytes(), ownPosition, head);
    this.taker = new FrameTaker(memory, from);
  }

  /** The messages from a rank to the one that a process is a replica of. */
  public static StreamReader of(JobMemory job, int from, int process) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    ReplicaGroups replicaGroups = job.shape().replicaGroups();
    int base = shape.stream(from, replicaGroups.rankOf(process));
    return new StreamReader(
        job,
        from,
        base,
        shape.streamDataBytes(),
        ReplicaShape.reader(base, replicaGroups.replicaOf(process)));
  }

  /** The votes of a rank, read by a process. */
  static StreamReader ofVotes(JobMemory job, int from, int process) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    return new StreamReader(
        job, from, shape.ballot(from), shape.ballotDataBytes(), shape.ballotReader(from, process));
  }

  /** What a rank publishes on a board, read by a process of another one. */
  static StreamReader ofLane(JobMemory job, int board, int from, int process) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    int lane = shape.lane(board, from);
    return new StreamReader(
        job, from, lane, shape.laneDataBytes(), shape.laneReader(lane, process));
  }

  /** Whether a frame is there. */
  public boolean hasNext() {
    if (Math.min(end(), limit) <= head) {
      return false;
    }
    long first = bytes().getLong(position(head) + Frame.FIRST);
    if ((int) first != Frame.PADDING) {
      return true;
    }
    moveOn(Frame.high(first));
    return Math.min(end(), limit) > head;
  }

  /** How far this process has come. */
  long head() {
    return head;
  }

  /** Whether no part of a message has come without the others. */
  boolean isBetweenMessages() {
    return taker.isBetweenMessages();
  }

  /** Reads only what is before a place, until it {@linkplain #continueAt continues}. */
  void stayBefore(long place) {
    limit = place;
  }

  /** Continues at a place, as if all before it had been read. */
  void continueAt(long place) {
    limit = Long.MAX_VALUE;
    head = place;
    Words.setRelease(bytes(), ownPosition, head);
  }

  /** Notes that this process would not read again what is before its place. */
  void forget() {
    Words.setRelease(bytes(), ReplicaShape.needed(ownPosition), head);
  }

  /** Hands on the message of the next frame, which is there, if the frame completes it. */
  public void take(Consumer<Message> receiver) {
    int at = position(head);
    long first = bytes().getLong(at + Frame.FIRST);
    int size = Frame.high(first);
    Message message = taker.take(at, Frame.kind((int) first), size);
    if (message != null) {
      receiver.accept(message);
    }
    moveOn(Frame.frameBytes(size));
  }

  /** The context of the next frame's message, which is there. */
  long nextContext() {
    return Frame.context(bytes(), position(head));
  }

  /** The tag of the next frame's message, which is there. */
  int nextTag() {
    return Frame.tag(bytes(), position(head));
  }

  /** Drops the next frame, which is there. */
  void skip() {
    moveOn(Frame.frameBytes(Frame.high(bytes().getLong(position(head) + Frame.FIRST))));
  }

  /** Takes all frames and drops them. */
  public void drop() {
    while (hasNext()) {
      skip();
    }
  }

  /** Reads nothing more: no room is kept for this process. */
  void leave() {
    continueAt(Long.MAX_VALUE);
  }

  private void moveOn(int frame) {
    job.step(Step.TAKEN);
    head += frame;
    Words.setRelease(bytes(), ownPosition, head);
    job.step(Step.MOVED);
  }
}
