package org.legio.runtime.hosts;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.legio.runtime.net.Link;
import org.legio.runtime.replica.StreamCopy;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;

/**
 * Keeps what replicas share in step between two hosts.
 *
 * <ol>
 *   <li>The decisions of the {@link Journal} that the other host has not told.
 *   <li>When all of them have been sent, the frames up to the last look of the streams that the
 *       other host reads.
 *   <li>When all of these have been sent, that a process has left MPI, or is lost.
 * </ol>
 */
final class ReplicaLink extends PeerLink {
  private static final int DECISION_BYTES = Integer.BYTES + 2 * Long.BYTES;

  private final ReplicaHost here;
  private final int host;

  /** By the numbers of streams and logs: how far this host has told the other one that it is. */
  private final long[] ownEnds;

  private final long[] ownNeeds;

  /** How far the other host is, and from where on it needs what there is. */
  private final long[] ends;

  private final long[] needs;

  /** How far frames have been sent. */
  private final long[] sent;

  private final Map<Integer, Phase> sentPhases = new HashMap<>();
  private final Set<Integer> sentLosses = new HashSet<>();
  private long journalPlace;
  private long sentMark;
  private long echoed;
  private long dueEcho;
  private long sentEcho;
  private long receivedBytes;
  private boolean isStopTold;
  private int firstRing;

  /**
   * Joins this host with another one.
   *
   * @param receiving what stands before the receiver of the link's bytes
   */
  ReplicaLink(
      JobMemory job,
      ReplicaHost here,
      int host,
      StandIns standIns,
      UnaryOperator<Link.Receiver> receiving) {
    super(job, host, standIns, receiving);
    this.here = here;
    this.host = host;
    this.ownEnds = new long[here.numbers()];
    this.ownNeeds = new long[here.numbers()];
    this.ends = new long[here.numbers()];
    this.needs = new long[here.numbers()];
    this.sent = new long[here.numbers()];
    here.add(this);
  }

  @Override
  long receivedBytes() {
    return receivedBytes;
  }

  /** The number of the other host. */
  int host() {
    return host;
  }

  /** Up to where the journal has been sent. */
  long journalPlace() {
    return journalPlace;
  }

  /** How far the other host is, by its own account. */
  long toldEnd(int number) {
    return ends[number];
  }

  /** From where on the other host needs a stream or log, by its own account. */
  long needed(int number) {
    return needs[number];
  }

  /** The last mark up to which the other host has all. */
  long reached() {
    return echoed;
  }

  // ------------------------------------------------------------------ what happens here

  @Override
  boolean tell(boolean areLocksTested) {
    tellEnds();
    boolean isAnythingTold = tellThatNoMoreIsKept();
    isAnythingTold |= tellPlaces();
    isAnythingTold |= tellEcho();
    long before = journalPlace;
    boolean isWhole = tellDecisions();
    isAnythingTold |= journalPlace != before;
    if (isWhole) {
      isAnythingTold |= tellMark();
      isAnythingTold |= tellFrames();
      isAnythingTold |= tellPhases();
    }
    if (isAnythingTold) {
      noteCarried();
    }
    return isAnythingTold;
  }

  private boolean tellThatNoMoreIsKept() {
    if (isStopTold || !job.hasStoppedKeeping() || !writer.hasRoom()) {
      return false;
    }
    writer.begin(Change.KEPT_NO_MORE).putInt(0);
    writer.end();
    isStopTold = true;
    return true;
  }

  private boolean tellPlaces() {
    boolean isAnyTold = false;
    for (SharedRing ring : here.rings()) {
      boolean isWanted = ring.isReadOn(host) || ring.isWrittenOn(host);
      if (isWanted && ring.isReadOn(job.hosts().me())) {
        isAnyTold |= tellPlace(ring.number(), ring.end(), ring.needed());
      }
    }
    for (int rank = 0; rank < here.ranks(); rank++) {
      isAnyTold |= tellPlace(here.numberOfLog(rank), here.log(rank).end(), here.neededOfLog(rank));
    }
    return isAnyTold;
  }

  /** A process that begins again needs less than before only where no more is kept: it ends. */
  private boolean tellPlace(int number, long end, long wanted) {
    long need = Math.max(wanted, ownNeeds[number]);
    if ((end == ownEnds[number] && need == ownNeeds[number]) || !writer.hasRoom()) {
      return false;
    }
    writer.begin(Change.PLACE).putInt(number).putLong(end).putLong(need);
    writer.end();
    ownEnds[number] = end;
    ownNeeds[number] = need;
    return true;
  }

  private boolean tellEcho() {
    if (sentEcho == dueEcho || !writer.hasRoom()) {
      return false;
    }
    writer.begin(Change.ECHO).putInt(0).putLong(dueEcho);
    writer.end();
    sentEcho = dueEcho;
    return true;
  }

  private boolean tellMark() {
    if (sentMark == here.wanted() || !writer.hasRoom()) {
      return false;
    }
    sentMark = here.wanted();
    writer.begin(Change.MARK).putInt(0).putLong(sentMark);
    writer.end();
    return true;
  }

  /** Sends what the other host has not told; false if there is no room for all of it. */
  private boolean tellDecisions() {
    Journal journal = here.journal();
    while (journalPlace < journal.end()) {
      if (!writer.hasRoom()) {
        return false;
      }
      ByteBuffer record = writer.begin(Change.DECISIONS).putInt(host);
      int empty = record.position();
      while (journalPlace < journal.end() && record.remaining() >= DECISION_BYTES) {
        Journal.Entry entry = journal.at(journalPlace++);
        if (entry.origin() != host && entry.index() >= ends[here.numberOfLog(entry.rank())]) {
          record.putInt(entry.rank()).putLong(entry.index()).putLong(entry.word());
        }
      }
      if (record.position() > empty) {
        writer.end();
      }
    }
    return true;
  }

  /** Begins where there was no room the last time, so that no stream fills all of it. */
  private boolean tellFrames() {
    boolean isAnyTold = false;
    int rings = here.rings().size();
    for (int i = 0; i < rings; i++) {
      int next = (firstRing + i) % rings;
      SharedRing ring = here.rings().get(next);
      if (isToBeSent(ring)) {
        long place = sentTo(ring);
        while (place < ring.end()) {
          if (!writer.hasRoom()) {
            firstRing = next;
            return isAnyTold;
          }
          ByteBuffer record = writer.begin(Change.STREAM).putInt(ring.number()).putLong(place);
          place = ring.copy().copy(place, ring.end(), record);
          writer.end();
          sent[ring.number()] = place;
          isAnyTold = true;
        }
      }
    }
    return isAnyTold;
  }

  private boolean isToBeSent(SharedRing ring) {
    return here.isDue(ring.from())
        && ring.isWrittenOn(job.hosts().me())
        && ring.isReadOn(host)
        && needs[ring.number()] != StreamCopy.NOTHING;
  }

  private long sentTo(SharedRing ring) {
    return Math.max(sent[ring.number()], ends[ring.number()]);
  }

  private boolean tellPhases() {
    boolean isAnyTold = false;
    for (int process : own) {
      Phase phase = here.phase(process);
      boolean isEnd = phase == Phase.FINALIZED || phase == Phase.FAILED;
      boolean isPhaseNew = phase != sentPhases.getOrDefault(process, Phase.STARTING);
      boolean isLossNew = here.isLost(process) && !sentLosses.contains(process);
      if ((!isPhaseNew && !isLossNew) || ((isEnd || isLossNew) && !isAllSent(process))) {
        continue;
      }
      if (isPhaseNew && writer.hasRoom()) {
        writer.begin(Change.PHASE).putInt(process).putInt(phase.number());
        writer.end();
        sentPhases.put(process, phase);
        isAnyTold = true;
      }
      // Who aborts the job says so before it ends, and must not be taken for lost.
      if (isLossNew && statuses.tryTell() && writer.hasRoom()) {
        writer.begin(Change.LOST).putInt(process);
        writer.end();
        sentLosses.add(process);
        isAnyTold = true;
      }
    }
    return isAnyTold;
  }

  /** Whether all has been sent that the rank of a process had written at the last look. */
  private boolean isAllSent(int process) {
    int rank = job.shape().replicaGroups().rankOf(process);
    for (SharedRing ring : here.rings()) {
      if (ring.from() == rank && isToBeSent(ring) && sentTo(ring) < ring.end()) {
        return false;
      }
    }
    return true;
  }

  // ------------------------------------------------------------------ what the other host tells

  @Override
  void takeData(Change change, int first, ByteBuffer record) {
    switch (change) {
      case DECISIONS -> {
        while (record.hasRemaining()) {
          here.decide(record.getInt(), record.getLong(), record.getLong(), host);
        }
      }
      case STREAM -> {
        receivedBytes += record.remaining();
        here.write(first, record.getLong(), record);
      }
      case PLACE -> takePlace(first, record.getLong(), record.getLong());
      case MARK -> dueEcho = record.getLong();
      case ECHO -> echoed = record.getLong();
      case KEPT_NO_MORE -> job.noteKeptNoMore();
      default -> throw new IllegalStateException("ranks have replicas here");
    }
  }

  private void takePlace(int number, long end, long need) {
    if (number < 0 || number >= ends.length || end < ends[number] || need < needs[number]) {
      throw new IllegalStateException(
          "the stream %d is complete up to %d and needed from %d".formatted(number, end, need));
    }
    ends[number] = end;
    needs[number] = need;
  }
}
