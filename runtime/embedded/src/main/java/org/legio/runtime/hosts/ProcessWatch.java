package org.legio.runtime.hosts;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.RingTap;
import org.legio.runtime.shm.Streams;
import org.legio.runtime.shm.VotePages;

/**
 * Tells another host what a process of this host does.
 *
 * <ol>
 *   <li>Look whether it is lost, in which phase it is, and at its votes, in this order.
 *   <li>Send all frames that are in its pipes to processes of the other host.
 *   <li>Send the votes, then the phase, and last that it is lost.
 * </ol>
 *
 * <p>So what a process has sent is there before its later votes, and all that it has left is there
 * before its end. If there is no room, it is tried again; nothing is skipped.
 */
final class ProcessWatch {
  private final JobMemory job;
  private final ChangeWriter writer;
  private final int process;
  private final BooleanSupplier statuses;
  private final List<RingTap> taps = new ArrayList<>();

  /** The lines of the readers. */
  private final int[] readers;

  private final VotePages votes;
  private final long[] sentKeys = new long[VotePages.places()];
  private final long[] sentStates = new long[VotePages.places()];

  /** The numbers of the last votes at places that were free. */
  private final long[] sentFreed = new long[VotePages.places()];

  private final ByteBuffer seen;
  private final int[] seenEnds = new int[VotePages.places()];
  private final int[] seenPlaces = new int[VotePages.places()];
  private final long[] seenKeys = new long[VotePages.places()];
  private final long[] seenStates = new long[VotePages.places()];
  private final long[] seenFreed = new long[VotePages.places()];
  private int seenVotes;
  private int firstReader;
  private Phase sentPhase = Phase.STARTING;
  private int sentPort;
  private boolean isLossSent;

  /**
   * Watches a process.
   *
   * @param host the number of the other host
   * @param statuses tells how the job ends, if it does; false if there is no room
   */
  ProcessWatch(
      JobMemory job, ChangeWriter writer, int process, int host, BooleanSupplier statuses) {
    this.statuses = statuses;
    this.job = job;
    this.writer = writer;
    this.process = process;
    this.votes = new VotePages(job);
    this.seen =
        ByteBuffer.allocate(VotePages.places() * VotePages.CONTENT_BYTES)
            .order(ByteOrder.nativeOrder());
    Streams streams = job.shape().streams();
    this.readers = streams.linesOf(host);
    for (int reader : readers) {
      taps.add(new RingTap(job, process, streams.process(reader), streams.stream(reader)));
    }
  }

  /**
   * Sends what there is room for.
   *
   * @param isTimeToLook whether the kernel is asked if the process lives, and votes are sent that
   *     it has told by itself
   * @return whether anything has been sent for which a rank may wait
   */
  boolean send(boolean isTimeToLook) {
    boolean isLost = isTimeToLook && !isLossSent && job.isLost(process);
    Phase phase = job.phase(process);
    boolean areVotesAwaited = look(isTimeToLook || phase != sentPhase);
    if (isLost || phase == Phase.FINALIZED || phase == Phase.FAILED) {
      taps.forEach(RingTap::outlive);
    }
    long before = placesOfTaps();
    boolean isAllSent = sendPort() && sendFrames() && sendVotes() && sendPhase(phase);
    // Who aborts the job says so before it ends, and must not be taken for lost.
    if (isAllSent && isLost && statuses.getAsBoolean() && writer.hasRoom()) {
      writer.begin(Change.LOST).putInt(process);
      writer.end();
      isLossSent = true;
    }
    return areVotesAwaited || placesOfTaps() != before || isLost;
  }

  private long placesOfTaps() {
    long sum = 0;
    for (RingTap tap : taps) {
      sum += tap.place();
    }
    return sum;
  }

  /**
   * Copies the votes that have changed. One that changes meanwhile is copied at the next look.
   *
   * @param areAllSent whether also those that the process has told by itself
   * @return whether others may wait for any of them
   */
  private boolean look(boolean areAllSent) {
    seen.clear();
    seenVotes = 0;
    boolean areVotesAwaited = false;
    for (int place = 0; place < sentKeys.length; place++) {
      long key = votes.key(process, place);
      long state = votes.state(process, place);
      if (!areAllSent && VotePages.isTold(state)) {
        continue;
      }
      boolean isFree = key == VotePages.FREE;
      long freed = isFree ? votes.freed(process, place) : sentFreed[place];
      if (key == sentKeys[place] && state == sentStates[place] && freed == sentFreed[place]) {
        continue;
      }
      int at = seen.position();
      if (isFree) {
        seen.putLong(freed);
      } else {
        votes.copy(process, place, seen);
      }
      if (votes.key(process, place) == key) {
        seenEnds[seenVotes] = seen.position();
        seenPlaces[seenVotes] = place;
        seenKeys[seenVotes] = key;
        seenFreed[seenVotes] = freed;
        seenStates[seenVotes++] = state;
        areVotesAwaited |= !VotePages.isTold(state);
      } else {
        seen.position(at);
      }
    }
    return areVotesAwaited;
  }

  private boolean sendPort() {
    int port = job.port(process);
    if (port != sentPort && writer.hasRoom()) {
      writer.begin(Change.PORT).putInt(process).putInt(port);
      writer.end();
      sentPort = port;
    }
    return port == sentPort;
  }

  /** Begins where there was no room the last time, so that no reader's frames fill all of it. */
  private boolean sendFrames() {
    for (int i = 0; i < readers.length; i++) {
      int reader = (firstReader + i) % readers.length;
      boolean isAnySent;
      do {
        if (!writer.hasRoom()) {
          firstReader = (reader + 1) % readers.length;
          return false;
        }
        isAnySent = sendFrames(taps.get(reader), readers[reader]);
      } while (isAnySent);
    }
    return true;
  }

  private boolean sendFrames(RingTap tap, int reader) {
    tap.followWriter();
    ByteBuffer record =
        writer.begin(Change.FRAMES).putInt(process).putInt(reader).putLong(tap.place());
    int length = record.position();
    record.putInt(0);
    boolean isGapDue = tap.isGapDue();
    int bytes = isGapDue ? 0 : tap.copy(record);
    if (bytes > 0 || isGapDue) {
      record.putInt(length, bytes);
      writer.end();
      tap.moveOn(bytes);
      tap.noteGapTold();
    }
    return bytes > 0 || isGapDue;
  }

  private boolean sendVotes() {
    int begin = 0;
    for (int i = 0; i < seenVotes; i++) {
      if (!writer.hasRoom()) {
        return false;
      }
      int place = seenPlaces[i];
      ByteBuffer record = writer.begin(Change.VOTE).putInt(process).putInt(place);
      record.putLong(seenKeys[i]).putLong(seenStates[i]);
      record.put(seen.duplicate().position(begin).limit(seenEnds[i]));
      begin = seenEnds[i];
      sentKeys[place] = seenKeys[i];
      sentStates[place] = seenStates[i];
      sentFreed[place] = seenFreed[i];
      writer.end();
    }
    return true;
  }

  private boolean sendPhase(Phase phase) {
    if (phase == sentPhase) {
      return true;
    }
    if (!writer.hasRoom()) {
      return false;
    }
    writer.begin(Change.PHASE).putInt(process).putInt(phase.number());
    writer.end();
    sentPhase = phase;
    return true;
  }

  /**
   * The reader on the other host has said how far it is.
   *
   * @param reader the line of a process of the other host
   */
  void acknowledge(int reader, long head, long taken) {
    for (int i = 0; i < readers.length; i++) {
      if (readers[i] == reader) {
        taps.get(i).acknowledge(head, taken);
      }
    }
  }
}
