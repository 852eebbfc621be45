package org.legio.runtime.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.legio.runtime.net.ByteOutbox;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.MalformedException;
import org.legio.runtime.net.Records;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.RingMirror;
import org.legio.runtime.shm.Streams;
import org.legio.runtime.shm.VotePages;

/**
 * Keeps the memories of two hosts in step: tells another host what happens here, and does here what
 * that one tells.
 */
final class HostLink implements PeerLink {
  private static final int OUTBOX_BYTES = 1 << 20;

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

  private final JobMemory job;
  private final StandIns standIns;
  private final ChangeWriter writer;
  private final Statuses statuses;
  private final VotePages votes;
  private final Link link;
  private final int[] others;
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
    this.job = job;
    this.standIns = standIns;
    this.votes = new VotePages(job);
    this.acknowledgedAfter = job.shape().ringDataBytes() / 4;
    ByteOutbox outbox = new ByteOutbox(OUTBOX_BYTES);
    this.writer = new ChangeWriter(job, outbox);
    this.statuses = new Statuses(job, writer);
    Link.Receiver records = new Records(ChangeWriter.maxBytes(job), this::take);
    this.link = new Link(outbox, receiving.apply(records), OUTBOX_BYTES / 8);
    HostMap hosts = job.hosts();
    this.others = hosts.processesOf(host);
    for (int own : hosts.processesOf(hosts.me())) {
      ProcessWatch watch = new ProcessWatch(job, writer, own, host, statuses::tryTell);
      watches.put(own, watch);
      inTurn.add(watch);
    }
    for (int line : job.shape().streams().linesOf(hosts.me())) {
      for (int other : others) {
        inbound.put(pair(other, line), new Inbound(job, other, line));
      }
    }
  }

  private static long pair(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }

  @Override
  public Link link() {
    return link;
  }

  @Override
  public LinkFigures figures(int host) {
    long bytes = inbound.values().stream().mapToLong(each -> each.ring.head()).sum();
    return new LinkFigures(host, bytes, link.broken(), link.roundTripNs());
  }

  // ------------------------------------------------------------------ what happens here

  /**
   * {@inheritDoc}
   *
   * <p>What is short comes first. Of the processes another one comes first each time, so that none
   * fills all of the room.
   */
  @Override
  public boolean tell(boolean areLocksTested) {
    boolean isAnythingTold = false;
    for (Inbound each : inbound.values()) {
      isAnythingTold |= tellHead(each);
    }
    for (int other : others) {
      if (writer.hasRoom() && job.takeUnwanted(other)) {
        writer.begin(Change.UNWANTED).putInt(other);
        writer.end();
      }
    }
    statuses.tryTell();
    for (ProcessWatch watch : inTurn) {
      isAnythingTold |= watch.send(areLocksTested);
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

  private void take(ByteBuffer bytes) throws MalformedException {
    ByteBuffer record = bytes.order(ByteOrder.nativeOrder());
    Change change = Change.of(record.get());
    int first = record.getInt();
    try {
      take(change, first, record);
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw new MalformedException(change + ": " + e.getMessage());
    }
  }

  private void take(Change change, int first, ByteBuffer record) {
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
      case PHASE -> job.mirror(other(first), Phase.of(record.getInt()));
      case LOST -> letGo(other(first));
      case UNWANTED -> job.kill(own(first));
      case ABORT -> job.noteAbort(first);
      case FAILURE -> job.noteFailure(first);
      case DECISIONS, STREAM, PLACE, MARK, ECHO ->
          throw new IllegalStateException("ranks have no replicas here");
    }
  }

  private void takeVote(int process, ByteBuffer record) {
    int place = record.getInt();
    long key = record.getLong();
    long state = record.getLong();
    if (place < 0 || place >= VotePages.places() || !votes.isVote(record)) {
      throw new IllegalStateException(
          "a vote of %d bytes at place %d".formatted(record.remaining(), place));
    }
    votes.write(process, place, key, state, record);
  }

  /** A process, if it lives on the other host. */
  private int other(int process) {
    if (IntStream.of(others).noneMatch(other -> other == process)) {
      throw new IllegalStateException("process " + process + " does not live there");
    }
    return process;
  }

  /** A process, if it lives here. */
  private int own(int process) {
    if (!watches.containsKey(process)) {
      throw notHere(process);
    }
    return process;
  }

  private static IllegalStateException notHere(int process) {
    return new IllegalStateException("process " + process + " does not live here");
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
    ProcessWatch found = watches.get(process);
    if (found == null) {
      throw notHere(process);
    }
    return found;
  }

  // ------------------------------------------------------------------ its loss

  @Override
  public void letAllGo() {
    for (int other : others) {
      letGo(other);
    }
  }

  private void letGo(int process) {
    try {
      standIns.letGo(process);
    } catch (IOException e) {
      throw new UncheckedIOException("the lock of process " + process + " cannot be let go", e);
    }
  }
}
