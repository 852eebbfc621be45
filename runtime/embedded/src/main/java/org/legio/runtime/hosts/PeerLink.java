package org.legio.runtime.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.legio.runtime.net.ByteOutbox;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.MalformedException;
import org.legio.runtime.net.Records;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;

/**
 * Keeps the memory of this host in step with that of another one: tells it what happens here, and
 * does here what it tells. What processes send each other is a subclass's; how they end is here.
 */
abstract class PeerLink {
  private static final int OUTBOX_BYTES = 1 << 20;

  final JobMemory job;
  final ChangeWriter writer;
  final Statuses statuses;

  /** The processes of the other host. */
  int[] others;

  /** Those of this host. */
  int[] own;

  private final int host;
  private final StandIns standIns;
  private final Records records;
  private final Link link;
  private long carried;

  /**
   * Joins this host with another one.
   *
   * @param host the number of the other one
   * @param receiving what stands before the receiver of the link's bytes
   */
  PeerLink(JobMemory job, int host, StandIns standIns, UnaryOperator<Link.Receiver> receiving) {
    this.job = job;
    this.host = host;
    this.standIns = standIns;
    ByteOutbox outbox = new ByteOutbox(OUTBOX_BYTES);
    this.writer = new ChangeWriter(job, outbox);
    this.statuses = new Statuses(job, writer);
    this.records = new Records(ChangeWriter.maxBytes(job), this::take);
    this.link = new Link(outbox, receiving.apply(records), OUTBOX_BYTES / 8);
    this.others = job.places().processesOf(host);
    this.own = job.places().processesOf(job.hosts().me());
  }

  /** Processes of a lost host run on the other one from now on. */
  final void findOthers() {
    others = job.places().processesOf(host);
  }

  /** Processes of a lost host run here from now on. */
  final void findOwn() {
    own = job.places().processesOf(job.hosts().me());
  }

  /** What carries it. */
  final Link link() {
    return link;
  }

  /**
   * Fails if the other host has told what means nothing here: another connection would not bring it
   * again, and without it this host is behind for good.
   */
  final void requireUnderstood() throws IOException {
    if (records.isBroken()) {
      throw new IOException(
          "what host %s tells means nothing here (%s); report this with both hosts' versions of Legio"
              .formatted(job.hosts().name(host), link.end()));
    }
  }

  /** What the link has done so far, to the host of a number. */
  final LinkFigures figures(int host) {
    return new LinkFigures(host, receivedBytes(), link.broken(), link.roundTripNs());
  }

  /** How many bytes of messages have come. */
  abstract long receivedBytes();

  /** The shortest time from a frame to its acknowledgment; 0 if none is known. */
  final long roundTripNs() {
    return link.roundTripNs();
  }

  /** A number that grows with what ranks may wait for: not with acknowledgments, for instance. */
  final long carried() {
    return carried;
  }

  final void noteCarried() {
    carried++;
  }

  // ------------------------------------------------------------------ what happens here

  /**
   * Tells what has changed here, as far as there is room.
   *
   * @param isTimeToLook whether the kernel is asked which processes live, and the other host is
   *     told also what nobody there waits for
   * @return whether there was anything that somebody may wait for
   */
  abstract boolean tell(boolean isTimeToLook);

  /** Tells which processes of the other host are to be ended, and how the job ends. */
  final void tellEnds() {
    for (int other : others) {
      if (writer.hasRoom() && job.takeUnwanted(other)) {
        writer.begin(Change.UNWANTED).putInt(other);
        writer.end();
      }
    }
    statuses.tryTell();
  }

  // ------------------------------------------------------------------ what the other host tells

  private void take(ByteBuffer bytes) throws MalformedException {
    ByteBuffer record = bytes.order(ByteOrder.nativeOrder());
    Change change = Change.of(record.get());
    int first = record.getInt();
    if (change != Change.HEAD && change != Change.VOTE) {
      noteCarried();
    }
    try {
      take(change, first, record);
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw new MalformedException(change + ": " + e.getMessage());
    }
  }

  private void take(Change change, int first, ByteBuffer record) {
    switch (change) {
      case PHASE -> job.mirror(other(first), Phase.of(record.getInt()));
      case LOST -> lose(other(first));
      case UNWANTED -> job.kill(own(first));
      case ABORT -> job.noteAbort(first);
      case FAILURE -> job.noteFailure(first);
      case VOTE,
          FRAMES,
          HEAD,
          PORT,
          DECISIONS,
          STREAM,
          PLACE,
          SKIP,
          ASK,
          CHECKPOINT,
          CHECKPOINT_SETTLED,
          MARK,
          ECHO,
          KEPT_NO_MORE ->
          takeData(change, first, record);
    }
  }

  /**
   * Does what a record says that tells of no end.
   *
   * @param first the record's first number
   * @param record the rest of it
   * @throws IllegalStateException if it cannot be
   */
  abstract void takeData(Change change, int first, ByteBuffer record);

  /** A process, if it lives on the other host. */
  final int other(int process) {
    return requireIn(others, process, "there");
  }

  /** A process, if it lives here. */
  final int own(int process) {
    return requireIn(own, process, "here");
  }

  private static int requireIn(int[] processes, int process, String where) {
    if (IntStream.of(processes).noneMatch(each -> each == process)) {
      throw new IllegalStateException("process " + process + " does not live " + where);
    }
    return process;
  }

  private void lose(int process) {
    try {
      standIns.lose(process);
    } catch (IOException e) {
      throw new UncheckedIOException("the lock of process " + process + " cannot be let go", e);
    }
  }
}
