package org.legio.runtime.replica;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaShape;

/**
 * A stream as the daemon of a host sees it: it sends the frames to other hosts, and writes what
 * comes from them as one more replica of the sender would. So frames that are here already are
 * compared.
 */
public final class StreamCopy extends Stream {
  /** Nobody here needs any frame. */
  public static final long NOTHING = Long.MAX_VALUE;

  private final String name;
  private final int remote;
  private final StreamMembers members;
  private final CRC32C checksum = new CRC32C();

  private StreamCopy(JobMemory job, String name, StreamMembers members) {
    super(job, members.base, members.capacity);
    this.name = name;
    this.remote = ReplicaShape.remote(members.base);
    this.members = members;
  }

  /** The messages from a rank to another. */
  public static StreamCopy of(JobMemory job, int from, int to) {
    return new StreamCopy(
        job,
        "a message of rank " + from + " to rank " + to,
        StreamMembers.ofMessages(job, from, to));
  }

  /** The votes of a rank. */
  public static StreamCopy ofVotes(JobMemory job, int rank) {
    return new StreamCopy(job, "a vote of rank " + rank, StreamMembers.ofVotes(job, rank));
  }

  /** The place up to which the stream is complete here. */
  public long place() {
    return end();
  }

  /** The frames that end before it, or there, are kept for good. */
  public long pinned() {
    return pin().fixed();
  }

  /** Goes on behind what no process needs that is restarted on this host. */
  public void skipTo(long place) {
    long end = end();
    if (end < place) {
      moveEnd(end, place);
    }
    for (int position : members.positions) {
      Words.raise(job.bytes(), ReplicaShape.needed(position), place);
    }
  }

  /**
   * How far the processes of this host have come that read or write the stream; {@link #NOTHING} if
   * none of them lives.
   *
   * @param living whether each process lives here
   */
  public long reached(boolean[] living) {
    long least = NOTHING;
    for (int i = 0; i < members.positions.length; i++) {
      if (living[members.processes[i]]) {
        least = Math.min(least, Words.getAcquire(job.bytes(), members.positions[i]));
      }
    }
    return least == NOTHING ? NOTHING : Math.min(least, end());
  }

  /**
   * The first place that any of some processes needs if it is restarted on this host; {@link
   * #NOTHING} if none of them reads or writes the stream.
   *
   * @param counted whether each process counts
   */
  public long needed(boolean[] counted) {
    long least = NOTHING;
    for (int i = 0; i < members.positions.length; i++) {
      if (counted[members.processes[i]]) {
        int word = ReplicaShape.needed(members.positions[i]);
        least = Math.min(least, Words.getAcquire(job.bytes(), word));
      }
    }
    return least;
  }

  /**
   * Notes what other hosts need.
   *
   * @param place from where on they need the frames, or this copy does
   * @param later from where on they will need them when what is under way has arrived
   * @param reached how far their processes have come
   */
  public void keepFrom(long place, long later, long reached) {
    Words.setRelease(job.bytes(), ReplicaShape.neededLater(remote), later);
    Words.setRelease(job.bytes(), ReplicaShape.reachedElsewhere(remote), reached);
    Words.setRelease(job.bytes(), remote, place);
  }

  /**
   * Copies whole frames, as many as there is room for.
   *
   * @param place that of the first one
   * @param end what frames do not go beyond
   * @return the place behind the last one
   */
  public long copy(long place, long end, ByteBuffer to) {
    long next = place;
    while (next < end) {
      int at = position(next);
      long first = bytes().getLong(at + Frame.FIRST);
      boolean isPadding = (int) first == Frame.PADDING;
      int size = isPadding ? Long.BYTES : Frame.HEADER_BYTES + Frame.high(first);
      int length = isPadding ? Frame.high(first) : Frame.frameBytes(Frame.high(first));
      if (first == Frame.NOTHING || size > to.remaining() || next + length > end) {
        break; // nothing is in what this host has skipped
      }
      to.put(bytes().duplicate().position(at).limit(at + size));
      next += length;
    }
    return next;
  }

  /** The most bytes that {@link #copy} needs room for, for one frame. */
  public static int maxFrameBytes(JobMemory job) {
    ReplicaShape shape = job.shape().ofReplicaGroups();
    return Frame.HEADER_BYTES
        + Frame.maxData(Math.max(shape.streamDataBytes(), shape.ballotDataBytes()));
  }

  /**
   * Writes frames of another host, unless they are here.
   *
   * @param place that of the first one
   * @param frames as {@link #copy} has copied them, in this machine's byte order
   * @throws Divergence if a frame differs from the one that is here
   * @throws IllegalStateException if frames before them are missing, or there is no room
   */
  public void write(long place, ByteBuffer frames) {
    long next = place;
    while (frames.hasRemaining()) {
      long first = frames.getLong(frames.position());
      int data = Frame.high(first);
      boolean isPadding = (int) first == Frame.PADDING;
      int size = isPadding ? Long.BYTES : Frame.HEADER_BYTES + data;
      int length = isPadding ? data : Frame.frameBytes(data);
      if (next > end() || data < 0 || size > frames.remaining() || length > untilEnd(next)) {
        throw new IllegalStateException(
            "%s: %d bytes at %d, where the stream ends at %d".formatted(name, length, next, end()));
      }
      ByteBuffer frame = frames.slice(frames.position(), size);
      requireSame(next, frame.duplicate());
      if (end() == next) {
        bytes().duplicate().position(position(next)).put(frame);
        moveEnd(next, next + length);
      }
      frames.position(frames.position() + size);
      next += length;
    }
  }

  private void requireSame(long place, ByteBuffer frame) {
    checksum.reset();
    checksum.update(frame);
    int own = (int) checksum.getValue();
    int sealed = place < end() ? sealOr(place, own) : seal(place, own);
    if (sealed != own) {
      throw new Divergence(
          "%s (at %d) has the checksum %08x at one host and %08x at another"
              .formatted(name, place, own, sealed));
    }
  }
}
