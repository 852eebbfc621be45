package org.legio.embedded;

import org.jspecify.annotations.Nullable;
import org.legio.inprocess.MappedPayload;
import org.legio.inprocess.Message;
import org.legio.inprocess.Payload;
import org.legio.lanes.Words;

/** A replica's reading end of a stream: hands on each frame where it lies. */
final class StreamReader extends Stream {
  private final int ownPosition;
  private final Message message;
  private final MappedPayload data;
  private long head;
  private byte @Nullable [] collected;

  private StreamReader(JobMemory job, int from, int base, int capacity, int ownPosition) {
    super(job, base, capacity);
    this.ownPosition = ownPosition;
    Words.setVolatile(job.bytes(), ownPosition, head);
    this.message = new Message(Message.Kind.EAGER, from);
    this.data = new MappedPayload(memory);
  }

  /** The messages from a rank to the one that a process is a replica of. */
  static StreamReader of(JobMemory job, int from, int process) {
    SphereShape shape = job.shape().ofSpheres();
    Spheres spheres = job.shape().spheres();
    int base = shape.stream(from, spheres.rankOf(process));
    return new StreamReader(
        job,
        from,
        base,
        shape.streamDataBytes(),
        SphereShape.reader(base, spheres.replicaOf(process)));
  }

  /** The votes of a rank, read by a process. */
  static StreamReader ofVotes(JobMemory job, int from, int process) {
    SphereShape shape = job.shape().ofSpheres();
    return new StreamReader(
        job, from, shape.ballot(from), shape.ballotDataBytes(), shape.ballotReader(from, process));
  }

  /** Whether a frame is there. */
  boolean hasNext() {
    if (end() <= head) {
      return false;
    }
    long first = bytes().getLong(position(head) + Frame.FIRST);
    if ((int) first != Frame.FILLER) {
      return true;
    }
    moveOn(Frame.high(first));
    return end() > head;
  }

  /** Hands on the next frame, which is there; a message that it does not complete is collected. */
  void take(Engine.Receiver receiver) {
    int at = position(head);
    long first = bytes().getLong(at + Frame.FIRST);
    int size = Frame.high(first);
    Message.Kind kind = Frame.kind((int) first);
    data.set(at + Frame.HEADER_BYTES, size);
    Frame.show(bytes(), at, message, kind, data);
    if (kind == Message.Kind.DATA
        || size == message.length()
        || size == 0
        || isCollected(message.length(), message.offset())) {
      receiver.take(message);
    }
    moveOn(Frame.frameBytes(size));
  }

  /** Takes all frames and drops them. */
  void drop() {
    while (hasNext()) {
      moveOn(Frame.frameBytes(Frame.high(bytes().getLong(position(head) + Frame.FIRST))));
    }
  }

  private void moveOn(int frame) {
    head += frame;
    Words.setRelease(bytes(), ownPosition, head);
  }

  private boolean isCollected(int length, int offset) {
    byte[] parts = offset == 0 ? new byte[length] : collected;
    if (parts == null) {
      throw new IllegalStateException("a part at " + offset + " of " + length + " without a first");
    }
    collected = parts;
    bytes().get(position(head) + Frame.HEADER_BYTES, parts, offset, data.length());
    if (offset + data.length() < length) {
      return false;
    }
    collected = null;
    message.with(Payload.of(parts), 0);
    return true;
  }
}
