package org.legio.runtime.replica;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.TypedViews;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Step;

/**
 * A replica's writing end of a stream, with the outbox of what has found no room yet.
 *
 * <p>A send is complete as soon as its message is here: whether there is room must make no
 * difference to the program, for it is not the same at all replicas.
 */
public final class StreamWriter extends Stream {
  private static final long NOWHERE = -1;

  private final String name;
  private final Followers followers;
  private final Majority majority;
  private final Supplier<String> taken = this::taken;
  private final Deque<Message> outbox = new ArrayDeque<>();
  private final TypedViews frame;
  private final CRC32C checksum = new CRC32C();
  private long tail;
  private int written;

  /** The place of the frame that is composed, and its checksum. */
  private long composed = NOWHERE;

  private int own;

  private StreamWriter(JobMemory job, int process, String name, StreamMembers members) {
    super(job, members.base, members.capacity);
    this.name = name;
    this.followers = members.followers(job, process);
    this.majority = members.majority(job, process);
    followers.reached(tail);
    this.frame =
        new TypedViews(
            ByteBuffer.allocateDirect(Frame.frameBytes(Frame.maxData(members.capacity)))
                .order(ByteOrder.nativeOrder()));
  }

  /** The messages to a rank from the one that a process is a replica of. */
  public static StreamWriter of(JobMemory job, int process, int to) {
    int from = job.shape().replicaGroups().rankOf(process);
    StreamMembers members = StreamMembers.ofMessages(job, from, to);
    return new StreamWriter(job, process, "message to rank " + to, members);
  }

  /** The votes of the rank that a process is a replica of; all processes read them. */
  static StreamWriter ofVotes(JobMemory job, int process) {
    int rank = job.shape().replicaGroups().rankOf(process);
    return new StreamWriter(job, process, "vote", StreamMembers.ofVotes(job, rank));
  }

  /** What the rank of a process publishes on a board with some members. */
  static StreamWriter ofLane(JobMemory job, int board, int process, int[] members) {
    int rank = job.shape().replicaGroups().rankOf(process);
    return new StreamWriter(
        job, process, "entry of a board", StreamMembers.ofLane(job, board, rank, members));
  }

  /**
   * Writes a message, as far as there is room now, and as the rank's replicas agree on it; the rest
   * stays in the outbox.
   */
  public void put(Message message) {
    if (outbox.isEmpty()) {
      written = 0;
      if (write(message)) {
        message.taken();
        return;
      }
    }
    outbox.add(message.kept());
    message.taken();
  }

  public boolean isEmpty() {
    return outbox.isEmpty();
  }

  /** Whether replicas have yet to vote on what this one has voted for. */
  boolean isVoteOpen() {
    return composed == tail;
  }

  /** Gives up what has not been written. */
  void clear() {
    outbox.clear();
    composed = NOWHERE;
  }

  /** Writes what there is room for, and what the replicas agree on. */
  public void flush() {
    Message message = outbox.peek();
    while (message != null && write(message)) {
      outbox.poll();
      written = 0;
      message = outbox.peek();
    }
  }

  private boolean write(Message message) {
    int length = message.payload().length();
    do {
      int part = Math.min(length - written, maxData());
      if (!makeRoom(message, Frame.frameBytes(part)) || !writePart(message, part)) {
        return false;
      }
      written += part;
    } while (written < length);
    return true;
  }

  private boolean writePart(Message message, int part) {
    int size = Frame.HEADER_BYTES + part;
    if (composed != tail) {
      ByteBuffer bytes = frame.bytes();
      message.payload().copyTo(frame, Frame.HEADER_BYTES, written, part);
      Frame.write(bytes, 0, message, written);
      bytes.putLong(Frame.FIRST, Frame.two(part, Frame.number(message.kind())));
      voteFor(size);
    }
    return settle(message, size, Frame.frameBytes(part));
  }

  /** Makes room for a frame before the end of the ring; false if there is none now. */
  private boolean makeRoom(Message message, int frameBytes) {
    int untilEnd = untilEnd(tail);
    if (!hasRoom(frameBytes)) {
      return false;
    }
    if (frameBytes <= untilEnd) {
      return true;
    }
    if (composed != tail) {
      frame.bytes().putLong(Frame.FIRST, Frame.two(untilEnd, Frame.PADDING));
      voteFor(Long.BYTES);
    }
    return settle(message, Long.BYTES, untilEnd);
  }

  /** Whether there is room for a frame; also if a replica has written there already. */
  private boolean hasRoom(int frameBytes) {
    int untilEnd = untilEnd(tail);
    int wanted = frameBytes <= untilEnd ? frameBytes : untilEnd + frameBytes;
    return end() > tail || followers.tryMakeRoom(pin(), tail, wanted, taken);
  }

  /** Whether a message of so many bytes, which one frame carries, would not wait for room. */
  boolean hasRoomFor(int bytes) {
    return outbox.isEmpty() && hasRoom(Frame.frameBytes(bytes));
  }

  /** Votes for the frame that is composed now. */
  private void voteFor(int size) {
    checksum.reset();
    checksum.update(frame.bytes().limit(size).position(0));
    frame.bytes().clear();
    own = (int) checksum.getValue();
    composed = tail;
    majority.vote(tail, own);
    job.step(Step.VOTED);
  }

  /**
   * Writes the frame that is composed, once it is known to be right.
   *
   * @param message of which it is a part, or before which it is room at the end of the ring
   * @param size of what is written
   * @param frameBytes of its room
   * @return whether that is done; replicas may have yet to vote
   */
  private boolean settle(Message message, int size, int frameBytes) {
    long sealed = sealOrNone(tail);
    if (sealed == Majority.NONE) {
      long chosen = majority.chosen(tail, own);
      if (chosen == Majority.NONE) {
        return false;
      }
      sealed = seal(tail, (int) chosen);
    }
    if ((int) sealed != own) {
      requireOpen(message, (int) sealed);
      return false;
    }
    if (end() == tail) {
      bytes().put(position(tail), frame.bytes(), 0, size);
      moveEnd(tail, tail + frameBytes);
    }
    tail += frameBytes;
    followers.reached(tail);
    job.step(Step.MOVED);
    return true;
  }

  private String taken() {
    return name + ": " + tail + " bytes have been sent";
  }

  /** How far this process has come. */
  long tail() {
    return tail;
  }

  /** Continues at a place, as if all before it had been written. */
  void continueAt(long place) {
    tail = place;
    composed = NOWHERE;
    followers.reached(tail);
  }

  /** Notes that this process would not write again what is before its place. */
  void forget() {
    followers.needs(tail);
  }

  /** Returns if replicas have yet to say whether this one is wrong. */
  private void requireOpen(Message message, int sealed) {
    switch (majority.verdict(tail, sealed)) {
      case OPEN -> {}
      case SPLIT -> throw new Divergence(difference(message, sealed));
      case OUTVOTED -> throw Divergence.ofOutvoted(difference(message, sealed));
    }
  }

  private String difference(Message message, int sealed) {
    StringBuilder text = new StringBuilder();
    text.append(name)
        .append(" (communicator's context ")
        .append(Long.toHexString(message.context()))
        .append(", tag ")
        .append(message.tag())
        .append(", ")
        .append(message.length())
        .append(" bytes, number ")
        .append(message.ordinal())
        .append("): its checksum is ")
        .append(String.format("%08x here and %08x at another replica", own, sealed));
    int at = position(tail);
    if (end() > tail) {
      for (int i = 0; i < Frame.HEADER_BYTES + message.payload().length() - written; i++) {
        if (i == Frame.frameBytes(Frame.maxData(capacity())) - 1
            || bytes().get(at + i) != frame.bytes().get(i)) {
          text.append(
              String.format(
                  "; the first byte that differs is %s: %02x here and %02x there",
                  i < Frame.HEADER_BYTES
                      ? "byte " + i + " of the header"
                      : "byte " + (written + i - Frame.HEADER_BYTES) + " of the data",
                  frame.bytes().get(i),
                  bytes().get(at + i)));
          break;
        }
      }
    }
    return text.toString();
  }
}
