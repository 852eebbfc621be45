package org.legio.runtime.hosts;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.legio.runtime.net.Link;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.RingMirror;
import org.legio.runtime.shm.Streams;
import org.legio.runtime.shm.VotePages;

/** Keeps what ranks without replicas share in step: votes, frames and ports. */
final class HostLink extends PeerLink {
  /** A pipe from a process of the other host to a stream of one of this host. */
  private static final class Inbound {
    final int from;

    /** The reader's line. */
    final int to;

    final RingMirror ring;
    long toldHead;
    long toldTaken;

    Inbound(JobMemory job, int from, int to) {
      Streams streams = job.shape().streams();
      this.from = from;
      this.to = to;
      this.ring = new RingMirror(job, from, streams.process(to), streams.stream(to));
    }
  }

  private final VotePages votes;
  private final int acknowledgedAfter;
  private final Map<Integer, ProcessWatch> watches = new HashMap<>();
  private final List<ProcessWatch> inTurn = new ArrayList<>();
  private final Map<Long, Inbound> inbound = new HashMap<>();

  /**
   * Joins this host with another one.
   *
   * @param host the number of the other one
   * @param receiving what stands before the receiver of the link's bytes
   */
  HostLink(JobMemory job, int host, StandIns standIns, UnaryOperator<Link.Receiver> receiving) {
    super(job, host, standIns, receiving);
    this.votes = new VotePages(job);
    this.acknowledgedAfter = job.shape().ringDataBytes() / 4;
    for (int process : own) {
      ProcessWatch watch = new ProcessWatch(job, writer, process, host, statuses::tryTell);
      watches.put(process, watch);
      inTurn.add(watch);
    }
    for (int line : job.shape().streams().linesOf(job.hosts().me())) {
      for (int other : others) {
        inbound.put(pair(other, line), new Inbound(job, other, line));
      }
    }
  }

  private static long pair(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }

  @Override
  long receivedBytes() {
    return inbound.values().stream().mapToLong(each -> each.ring.head()).sum();
  }

  // ------------------------------------------------------------------ what happens here

  /**
   * {@inheritDoc}
   *
   * <p>What is short comes first. Of the processes another one comes first each time, so that none
   * fills all of the room.
   */
  @Override
  boolean tell(boolean isTimeToLook) {
    boolean isAnythingTold = false;
    for (Inbound each : inbound.values()) {
      isAnythingTold |= tellHead(each);
    }
    tellEnds();
    for (ProcessWatch watch : inTurn) {
      if (watch.send(isTimeToLook)) {
        isAnythingTold = true;
        noteCarried();
      }
    }
    Collections.rotate(inTurn, 1);
    return isAnythingTold;
  }

  /** Tells how far a reader is once that makes a difference to the writer. */
  private boolean tellHead(Inbound each) {
    long head = each.ring.head();
    long taken = each.ring.taken();
    if ((head - each.toldHead < acknowledgedAfter && taken - each.toldTaken < acknowledgedAfter)
        || !writer.hasRoom()) {
      return false;
    }
    writer.begin(Change.HEAD).putInt(each.from).putInt(each.to).putLong(head).putLong(taken);
    writer.end();
    each.toldHead = head;
    each.toldTaken = taken;
    return true;
  }

  // ------------------------------------------------------------------ what the other host tells

  @Override
  void takeData(Change change, int first, ByteBuffer record) {
    switch (change) {
      case VOTE -> takeVote(other(first), record);
      case FRAMES -> {
        Inbound pipe = inbound(first, record.getInt());
        takeFrames(pipe.ring, record.getLong(), record.getInt(), record);
      }
      case HEAD -> {
        int reader = record.getInt();
        watch(first).acknowledge(reader, record.getLong(), record.getLong());
      }
      case PORT -> job.notePort(other(first), record.getInt());
      default -> throw new IllegalStateException("ranks have no replicas here");
    }
  }

  private void takeVote(int process, ByteBuffer record) {
    int place = record.getInt();
    long key = record.getLong();
    long state = record.getLong();
    if (place < 0 || place >= VotePages.places() || !VotePages.isVote(key, record)) {
      throw new IllegalStateException(
          "a vote of %d bytes at place %d".formatted(record.remaining(), place));
    }
    votes.take(process, place, key, state, record);
    if (!VotePages.isTold(state)) {
      noteCarried();
    }
  }

  private static void takeFrames(RingMirror ring, long place, int length, ByteBuffer frames) {
    if (length == 0) {
      ring.skipTo(place);
    } else {
      ring.write(place, length, frames);
    }
  }

  private Inbound inbound(int from, int to) {
    Inbound found = inbound.get(pair(from, to));
    if (found == null) {
      throw new IllegalStateException(
          "frames from process %d to %d, which do not live there and here".formatted(from, to));
    }
    return found;
  }

  private ProcessWatch watch(int process) {
    return Objects.requireNonNull(watches.get(own(process)));
  }
}
