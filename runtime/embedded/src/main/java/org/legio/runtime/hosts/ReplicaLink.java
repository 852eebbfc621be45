package org.legio.runtime.hosts;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
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
  private final RingState[] told;

  /** How far the other host is, by its own account. */
  private final RingState[] states;

  /** How far frames have been sent. */
  private final long[] sent;

  /** What the other host has told by the launcher. */
  private record Heard(long place, long sinceNs) {}

  /** So long that counts: a process that had come so far may have been lost since. */
  private static final long HEARD_NS = TimeUnit.SECONDS.toNanos(2);

  private final Map<Integer, Heard> heard = new HashMap<>();
  private final Map<Integer, Phase> sentPhases = new HashMap<>();
  private final Set<Integer> sentLosses = new HashSet<>();
  private final CheckpointSender checkpoints;
  private long journalPlace;
  private long sentMark;
  private long echoed;
  private long dueEcho;
  private long sentEcho;
  private long receivedBytes;
  private boolean isStopTold;
  private int firstRing;

  /** What the other host is sent first, since it joins the running job; null if it has it. */
  private @Nullable Snapshot snapshot;

  private boolean isMuted;

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
    this.told = new RingState[here.numbers()];
    this.states = new RingState[here.numbers()];
    Arrays.fill(told, RingState.BEGIN);
    Arrays.fill(states, RingState.BEGIN);
    this.checkpoints = new CheckpointSender(job, writer);
    this.sent = new long[here.numbers()];
    here.add(this);
  }

  /** The other host joins the running job, in which nothing may have been sent to it. */
  void beginJoin() {
    snapshot = here.beginSnapshot();
    checkpoints.beginJoin(own);
    journalPlace = here.journal().end();
  }

  /** The other host is not to join: it is sent nothing, and is going to be lost. */
  void refuseJoin() {
    isMuted = true;
    here.lose(this);
  }

  /** Whether the other host, and all others, have all that was here when it was admitted. */
  boolean hasJoined() {
    return snapshot == null;
  }

  private void endJoinIfAllIsThere() {
    Snapshot left = snapshot;
    if (left != null && checkpoints.hasJoined() && here.isEverywhere(left)) {
      here.end(left);
      snapshot = null;
    }
  }

  boolean isReached(Snapshot all) {
    return all.isReached(states);
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

  /** How far the other host is with a stream or log, by its own account. */
  RingState state(int number) {
    return states[number];
  }

  /** The other host has told by the launcher how far its processes are with a stream or log. */
  void hear(int number, long place) {
    heard.put(number, new Heard(place, job.nanoTime()));
  }

  /** How far its processes are with a stream or log, by what it has told in any way. */
  long farthest(int number) {
    long reached = states[number].reached();
    Heard last = heard.get(number);
    if (last == null || reached == StreamCopy.NOTHING || job.nanoTime() - last.sinceNs > HEARD_NS) {
      return reached;
    }
    return Math.max(reached, last.place);
  }

  /** The last mark up to which the other host has all. */
  long reached() {
    return echoed;
  }

  // ------------------------------------------------------------------ what happens here

  @Override
  boolean tell(boolean isTimeToLook) {
    if (isMuted) {
      return false;
    }
    endJoinIfAllIsThere();
    tellEnds();
    boolean isAnythingTold = tellThatNoMoreIsKept();
    isAnythingTold |= tellPlaces(isTimeToLook);
    isAnythingTold |= tellEcho();
    isAnythingTold |= tellAsks();
    long before = journalPlace;
    boolean isWhole = tellDecisions();
    isAnythingTold |= journalPlace != before;
    if (isWhole) {
      isAnythingTold |= tellMark();
      isAnythingTold |= tellFrames();
      isAnythingTold |= tellPhases();
    }
    isAnythingTold |= tellCheckpoints();
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

  /**
   * Tells how far this host is.
   *
   * @param isAllTold whether also what others need only when they have no room
   */
  private boolean tellPlaces(boolean isAllTold) {
    boolean isAnyTold = false;
    for (SharedRing ring : here.rings()) {
      boolean isWanted = ring.isReadOn(host) || ring.isWrittenOn(host);
      if (isWanted && ring.isReadOn(job.hosts().me())) {
        isAnyTold |= tellPlace(ring.number(), ring.state(), isAllTold);
      }
    }
    for (int rank = 0; rank < here.ranks(); rank++) {
      isAnyTold |= tellPlace(here.numberOfLog(rank), here.stateOfLog(rank), isAllTold);
    }
    return isAnyTold;
  }

  private boolean tellPlace(int number, RingState now, boolean isAllTold) {
    RingState next = here.withSnapshots(number, now).after(told[number]);
    boolean isNew = isAllTold ? !next.equals(told[number]) : next.isBeyond(told[number]);
    if (!isNew || !writer.hasRoom()) {
      return false;
    }
    writer
        .begin(Change.PLACE)
        .putInt(number)
        .putLong(next.end())
        .putLong(next.needed())
        .putLong(next.neededLater())
        .putLong(next.reached());
    writer.end();
    told[number] = next;
    return true;
  }

  private boolean tellCheckpoints() {
    boolean isAnyTold = false;
    for (int process : own) {
      isAnyTold |= checkpoints.tell(process);
    }
    for (int process = nextSettled(); process >= 0; process = nextSettled()) {
      writer.begin(Change.CHECKPOINT_SETTLED).putInt(process);
      writer.end();
      isAnyTold = true;
    }
    return isAnyTold;
  }

  /** The other host is lost. */
  void sendNoMore() {
    Snapshot left = snapshot;
    if (left != null) {
      here.end(left);
    }
    checkpoints.close();
  }

  private int nextSettled() {
    return writer.hasRoom() ? here.copies().nextSettled(host) : -1;
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

  /** Asks to lead the ranks that the other host leads and holds up. */
  private boolean tellAsks() {
    boolean isAnyTold = false;
    for (int rank = 0; rank < here.ranks(); rank++) {
      if (writer.hasRoom() && here.beginAsking(rank, host)) {
        writer.begin(Change.ASK).putInt(rank).putLong(here.decisions(rank));
        writer.end();
        isAnyTold = true;
      }
    }
    return isAnyTold;
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
    if (here.isJoining()) {
      return true; // others may lack what these depend on, until this host has joined
    }
    if (snapshot != null && !snapshot.tell(writer, host, states)) {
      return false;
    }
    while (journalPlace < journal.end()) {
      if (!writer.hasRoom()) {
        return false;
      }
      ByteBuffer record = writer.begin(Change.DECISIONS).putInt(host);
      int empty = record.position();
      while (journalPlace < journal.end() && record.remaining() >= DECISION_BYTES) {
        Journal.Entry entry = journal.at(journalPlace++);
        if (entry.origin() != host
            && entry.index() >= states[here.numberOfLog(entry.rank())].end()) {
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
          place = send(ring, place);
          sent[ring.number()] = place;
          isAnyTold = true;
        }
      }
    }
    return isAnyTold;
  }

  /** Sends what follows a place, as much as goes into a record. Returns what comes next. */
  private long send(SharedRing ring, long place) {
    Snapshot left = snapshot;
    int number = ring.number();
    long end = ring.end();
    if (left != null && left.needed(number) > ring.copy().pinned() && place < left.needed(number)) {
      end = ring.copy().pinned();
    }
    ByteBuffer record = writer.begin(Change.STREAM).putInt(number).putLong(place);
    long next = ring.copy().copy(place, end, record);
    if (next == place && left != null && end < ring.end()) {
      next = left.needed(number);
      writer.begin(Change.SKIP).putInt(number).putLong(next).putLong(0);
    }
    writer.end();
    return next;
  }

  private boolean isToBeSent(SharedRing ring) {
    boolean isLeftByAll = !here.isJoining() && job.keepsAll() && here.isOrphaned(ring.from());
    boolean isSentFromHere = here.isDue(ring.from()) && ring.isWrittenOn(job.hosts().me());
    return (isSentFromHere || isLeftByAll)
        && ring.isReadOn(host)
        && states[ring.number()].needed() != StreamCopy.NOTHING;
  }

  private long sentTo(SharedRing ring) {
    return Math.max(sent[ring.number()], states[ring.number()].end());
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
      case PLACE ->
          takePlace(
              first,
              new RingState(
                  record.getLong(), record.getLong(), record.getLong(), record.getLong()));
      case SKIP -> here.skip(first, record.getLong(), record.getLong());
      case ASK -> here.takeAsk(first, host, record.getLong());
      case CHECKPOINT ->
          here.copies().take(host, other(first), record.getLong(), record.getLong(), record);
      case CHECKPOINT_SETTLED -> checkpoints.recordSettled(own(first));
      case MARK -> dueEcho = record.getLong();
      case ECHO -> echoed = record.getLong();
      case KEPT_NO_MORE -> job.noteKeptNoMore();
      default -> throw new IllegalStateException("ranks have replicas here");
    }
  }

  private void takePlace(int number, RingState next) {
    if (number < 0
        || number >= states.length
        || next.end() < states[number].end()
        || next.needed() < states[number].needed()) {
      throw new IllegalStateException("of the stream %d comes %s".formatted(number, next));
    }
    states[number] = next;
  }
}
