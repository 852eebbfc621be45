package org.legio.runtime.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.replica.LogCopy;
import org.legio.runtime.replica.StreamCopy;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;

/**
 * What the daemon of a host knows of the replicas on it, and shows to all other hosts.
 *
 * <p>At each look, in this order:
 *
 * <ol>
 *   <li>which processes are lost, and in which phase each is;
 *   <li>how far all streams are;
 *   <li>how many decisions processes of this host have taken, and then which: these go behind all
 *       others into the {@link Journal}, in the order in which they were numbered.
 * </ol>
 *
 * <p>A process numbers a decision before it takes it, and what it depends on was there then. So the
 * journal has all that its own decisions, and the frames of the look, depend on.
 */
final class ReplicaHost {
  private final JobMemory job;
  private final HostMap hosts;
  private final ReplicaGroups groups;
  private final Journal journal = new Journal();
  private final CheckpointCopies copies;
  private final List<SharedRing> rings = new ArrayList<>();
  private final @Nullable SharedRing[] byNumber;
  private final LogCopy[] logs;
  private final LivingProcesses living;
  private final Delays delays;
  private final HandOvers handOvers;
  private final List<Integer> handedOver = new ArrayList<>();
  private final Laggards laggards;

  /** Which ranks this host is to ask for. */
  private final boolean[] asks;

  private final boolean[] lost;
  private final Phase[] phases;

  /** Whose streams other hosts are sent: this host leads, or a process here has ended. */
  private final boolean[] due;

  /** Whose hosts are all lost, with all that they ran. */
  private final boolean[] orphaned;

  private final List<ReplicaLink> links = new ArrayList<>();

  /** What hosts are sent that join now. */
  private final List<Snapshot> snapshots = new ArrayList<>();

  private int[] own = {};
  private long wanted;
  private boolean isJoining;

  /** Hosts are lost, and not all others know yet what is restarted where. */
  private boolean isFlushing;

  /** Whether there are links. */
  private boolean isBegun;

  ReplicaHost(JobMemory job) {
    this.job = job;
    this.hosts = job.hosts();
    this.groups = job.shape().replicaGroups();
    int ranks = groups.ranks();
    this.byNumber = new SharedRing[ranks * ranks + ranks];
    this.logs = new LogCopy[ranks];
    for (int from = 0; from < ranks; from++) {
      for (int to = 0; to < ranks; to++) {
        if (from != to) {
          add(SharedRing.ofMessages(job, from * ranks + to, from, to));
        }
      }
      add(SharedRing.ofVotes(job, ranks * ranks + from, from));
      logs[from] = new LogCopy(job, from);
    }
    this.copies = new CheckpointCopies(job);
    this.living = new LivingProcesses(groups.processes());
    this.delays = new Delays(ranks, job.nanoTime());
    this.handOvers = new HandOvers(ranks, job.nanoTime());
    this.laggards = new Laggards(job);
    this.asks = new boolean[ranks];
    this.lost = new boolean[groups.processes()];
    this.phases = new Phase[groups.processes()];
    this.due = new boolean[ranks];
    this.orphaned = new boolean[ranks];
    Arrays.fill(phases, Phase.STARTING);
    findOwn();
  }

  /** Processes of a lost host run here from now on. */
  void findOwn() {
    own = job.places().processesOf(hosts.me());
    for (int process : own) {
      living.here()[process] = true;
      living.lastingHere()[process] = true;
    }
    rings.forEach(SharedRing::findWriters);
    for (int rank = 0; rank < orphaned.length; rank++) {
      orphaned[rank] = isBegun && isOnNoHost(rank);
    }
    isBegun = true;
    isFlushing = false;
    keepWhatIsNeeded();
  }

  private void add(SharedRing ring) {
    if (ring.isOfThisHost()) {
      rings.add(ring);
      byNumber[ring.number()] = ring;
    }
  }

  /** Joins it with another host. */
  void add(ReplicaLink link) {
    links.add(link);
  }

  // ------------------------------------------------------------------ hosts that join

  /** Why no host can join any more; empty if one can. */
  Optional<String> objectionToJoin() {
    return job.keepsAll()
        ? Optional.empty()
        : Optional.of("what a restarted process would need is not kept any more; see --keep");
  }

  /** Keeps all that is here, for a host that joins and has a link. */
  Snapshot beginSnapshot() {
    keepWhatIsNeeded();
    look(true); // who has failed needs nothing
    Snapshot made = new Snapshot(this);
    snapshots.add(made);
    return made;
  }

  /** A host that joins has all, or is lost. */
  void end(Snapshot snapshot) {
    snapshots.remove(snapshot);
  }

  /** What others are told of a stream or log: what hosts that join are sent is needed here. */
  RingState withSnapshots(int number, RingState now) {
    RingState all = now;
    for (Snapshot each : snapshots) {
      all = all.neededFrom(each.needed(number));
    }
    return all;
  }

  /** Goes on with a stream or log behind what no process needs that is restarted here. */
  void skip(int number, long place, long leader) {
    if (number < 0 || number >= numbers() || (!isJoining && place > end(number))) {
      throw new IllegalStateException("the stream %d goes on at %d".formatted(number, place));
    }
    SharedRing ring = ring(number);
    if (ring != null) {
      ring.copy().skipTo(place);
    } else if (number >= byNumber.length) {
      logs[number - byNumber.length].skipTo(place, leader);
    }
  }

  private @Nullable SharedRing ring(int number) {
    return number < byNumber.length ? byNumber[number] : null;
  }

  /** From where on a process needs a stream or log that is restarted here. */
  long needed(int number) {
    SharedRing ring = ring(number);
    return number >= byNumber.length
        ? logs[number - byNumber.length].needed(living.lasting())
        : ring == null ? 0 : ring.copy().needed(living.lasting());
  }

  /** How far a stream was at the last look, or a log is. */
  long end(int number) {
    SharedRing ring = ring(number);
    return number >= byNumber.length
        ? logs[number - byNumber.length].end()
        : ring == null ? 0 : ring.end();
  }

  /** Whether all hosts have what a host that joins is sent first. */
  boolean isEverywhere(Snapshot all) {
    return links.stream().allMatch(link -> link.isReached(all));
  }

  /** This host joins a running job: until it has all, it passes on nothing. */
  void beginJoining() {
    isJoining = true;
  }

  void endJoining() {
    isJoining = false;
  }

  boolean isJoining() {
    return isJoining;
  }

  /** Whether all hosts on which a rank had processes are lost: its streams are sent by any. */
  boolean isOrphaned(int rank) {
    return orphaned[rank];
  }

  private boolean isOnNoHost(int rank) {
    for (int process : groups.processesOf(rank)) {
      int host = job.places().hostOf(process);
      if (host == hosts.me() || links.stream().anyMatch(link -> link.host() == host)) {
        return false;
      }
    }
    return true;
  }

  // ------------------------------------------------------------------ looks

  /**
   * Looks how all is here, before other hosts are told.
   *
   * @param isTimeToLook whether the kernel is asked which processes live
   */
  void look(boolean isTimeToLook) {
    for (int process : own) {
      if (isTimeToLook) {
        lost[process] |= job.isLost(process);
        living.here()[process] = job.isLiving(process);
      }
      phases[process] = job.phase(process);
      due[groups.rankOf(process)] |= lost[process] || hasEnded(process);
    }
    if (isTimeToLook) {
      long roundTripNs = slowestRoundTripNs();
      IntStream.of(own)
          .map(groups::rankOf)
          .distinct()
          .forEach(rank -> lookWhoLeads(rank, roundTripNs));
      laggards.look(this, own, links);
    }
    for (int process = 0; isTimeToLook && process < groups.processes(); process++) {
      living.lasting()[process] &= !job.hasFailed(process);
      living.lastingHere()[process] &= living.lasting()[process];
    }
    rings.forEach(ring -> ring.look(living));
    long decisions = job.decisionsHere();
    readLogs(decisions);
    copies.look(this);
    keepWhatIsNeeded();
    links.stream()
        .mapToLong(ReplicaLink::journalPlace)
        .min()
        .ifPresentOrElse(journal::forget, () -> journal.forget(journal.end()));
  }

  /** Which hosts are to be told by the launcher how far processes of this one are. */
  List<Lag> takeLags() {
    return laggards.takeLags();
  }

  /** Takes the processes of this host that hold up others. */
  List<Integer> takeLate() {
    return laggards.takeLate();
  }

  /** Another host has told by the launcher how far its processes are. */
  void hear(Lag lag) {
    if (lag.number() < 0 || lag.number() >= numbers()) {
      throw new IllegalStateException("there is no stream " + lag.number());
    }
    links.stream()
        .filter(link -> link.host() == lag.host())
        .forEach(link -> link.hear(lag.number(), lag.reached()));
  }

  private void lookWhoLeads(int rank, long roundTripNs) {
    boolean isLed = isLedHere(rank);
    due[rank] |= isLed;
    handOvers.look(rank, isLed, job.nanoTime());
    handOvers.lookAtEnd(rank, logs[rank].end(), roundTripNs, job.nanoTime());
    asks[rank] |= delays.look(rank, logs[rank].heldUp(living.here()), job.nanoTime());
    asks[rank] &= !isLed;
  }

  private long slowestRoundTripNs() {
    return links.stream().mapToLong(ReplicaLink::roundTripNs).max().orElse(0);
  }

  private boolean isLedHere(int rank) {
    return logs[rank].leadingHost() == hosts.me();
  }

  private boolean hasEnded(int process) {
    return phases[process] == Phase.FINALIZED || phases[process] == Phase.FAILED;
  }

  private void readLogs(long decisions) {
    record Stamped(long stamp, Journal.Entry entry) {}

    List<Stamped> found = new ArrayList<>();
    for (int rank = 0; rank < logs.length; rank++) {
      LogCopy log = logs[rank];
      while (log.hasNext(decisions)) {
        long stamp = log.stamp();
        long index = log.end();
        found.add(new Stamped(stamp, new Journal.Entry(rank, index, log.next(), Journal.HERE)));
      }
    }
    found.sort(Comparator.comparingLong(Stamped::stamp));
    found.forEach(each -> journal.add(each.entry));
  }

  /** Nothing is used again here that another host still needs. */
  private void keepWhatIsNeeded() {
    for (SharedRing ring : rings) {
      if (ring.isWrittenOn(hosts.me())) {
        RingState elsewhere = RingState.upTo(ring.end());
        for (ReplicaLink link : links) {
          if (ring.isReadOn(link.host())) {
            elsewhere = elsewhere.and(link.state(ring.number()));
          }
        }
        ring.copy().keepFrom(elsewhere.needed(), elsewhere.neededLater(), elsewhere.reached());
      }
    }
    for (int rank = 0; rank < logs.length; rank++) {
      RingState elsewhere = RingState.upTo(logs[rank].end());
      for (ReplicaLink link : links) {
        elsewhere = elsewhere.and(link.state(numberOfLog(rank)));
      }
      logs[rank].keepFrom(elsewhere.needed(), elsewhere.neededLater(), elsewhere.reached());
    }
  }

  // ------------------------------------------------------------------ what links ask

  Journal journal() {
    return journal;
  }

  List<SharedRing> rings() {
    return rings;
  }

  /** Those of them that processes of a rank write or read. */
  List<SharedRing> ringsOf(int rank) {
    int ranks = logs.length;
    return IntStream.range(0, ranks)
        .flatMap(
            other ->
                IntStream.of(rank * ranks + other, other * ranks + rank, ranks * ranks + other))
        .boxed()
        .flatMap(number -> Stream.ofNullable(ring(number)))
        .toList();
  }

  int ranks() {
    return logs.length;
  }

  /** How many streams and logs there are, of which each has a number. */
  int numbers() {
    return byNumber.length + logs.length;
  }

  int numberOfLog(int rank) {
    return byNumber.length + rank;
  }

  /** How many decisions of a rank are known here. */
  long decisions(int rank) {
    return logs[rank].end();
  }

  LogCopy log(int rank) {
    return logs[rank];
  }

  /** How many decisions of a process's rank are known here. */
  long decisionsOf(int process) {
    return decisions(groups.rankOf(process));
  }

  /** How far this host is with the decisions of a rank. */
  RingState stateOfLog(int rank) {
    LogCopy log = logs[rank];
    long end = log.end();
    long reached = log.reached(living.here());
    return job.keepsAll()
        ? new RingState(
            end,
            Math.min(end, log.needed(living.lasting())),
            log.needed(living.lastingHere()),
            reached)
        : new RingState(end, Math.min(end, reached), reached, reached);
  }

  CheckpointCopies copies() {
    return copies;
  }

  Phase phase(int process) {
    return phases[process];
  }

  boolean isLost(int process) {
    return lost[process];
  }

  /** Whether other hosts are sent the streams of a rank from here. */
  boolean isDue(int rank) {
    return due[rank];
  }

  /** All that is decided before the next look is to be told. */
  void want(long number) {
    wanted = number;
  }

  long wanted() {
    return wanted;
  }

  /** The last number for which all other hosts have what they were to be told. */
  long reached() {
    return links.stream()
        .filter(ReplicaLink::hasJoined)
        .mapToLong(ReplicaLink::reached)
        .min()
        .orElse(wanted);
  }

  // ------------------------------------------------------------------ what other hosts tell

  /** Takes a decision. */
  void decide(int rank, long index, long word, int origin) {
    try {
      if (rank < 0 || rank >= logs.length) {
        throw new IllegalStateException("there is no rank " + rank);
      }
      if (logs[rank].write(index, word)) {
        journal.add(new Journal.Entry(rank, index, word, origin));
      }
    } catch (Divergence e) {
      end(e);
    }
  }

  /** Takes frames. */
  void write(int number, long place, ByteBuffer frames) {
    SharedRing ring = number < 0 || number >= byNumber.length ? null : byNumber[number];
    if (ring == null) {
      throw new IllegalStateException("nobody here has the stream " + number);
    }
    try {
      ring.copy().write(place, frames);
    } catch (Divergence e) {
      frames.position(frames.limit());
      end(e);
    }
  }

  private void end(Divergence why) {
    if (job.abortStatus().isEmpty()) {
      job.warn(
          "replicas on several hosts differ: "
              + why.getMessage()
              + "; either a bit has changed in one of them, or the program does not do the same"
              + " twice: look for Random without a seed, clocks, identity hash codes and threads");
      job.noteAbort(1);
    }
  }

  // ------------------------------------------------------------------ who leads

  /** Whether a rank is to be asked for now that another host leads; it is done then. */
  boolean beginAsking(int rank, int host) {
    boolean isToAsk = asks[rank] && logs[rank].leadingHost() == host;
    asks[rank] &= !isToAsk;
    return isToAsk;
  }

  /**
   * Another host asks to lead a rank. One that does not know what was decided some time ago waits
   * for the network, and not for this host.
   *
   * @param known how many decisions of the rank it knew then
   */
  void takeAsk(int rank, int host, long known) {
    if (rank < 0 || rank >= logs.length) {
      throw new IllegalStateException("there is no rank " + rank);
    }
    if (handOvers.isKnownForLong(rank, known)
        || !hasBegun(rank)
        || !handOvers.isAllowed(rank, job.nanoTime())
        || !tryHandOver(rank, host)) {
      return;
    }
    handedOver.add(rank);
    if (handOvers.isNews(rank)) {
      job.warn(
          "host %s leads rank %d from now on: it has waited for host %s"
              .formatted(hosts.name(host), rank, hosts.name(hosts.me())));
    }
  }

  /** The ranks that another host has come to lead since the last call, one for each time. */
  List<Integer> takeHandedOver() {
    List<Integer> taken = List.copyOf(handedOver);
    handedOver.clear();
    return taken;
  }

  private boolean hasBegun(int rank) {
    for (int process : own) {
      if (groups.rankOf(process) == rank && phases[process] == Phase.RUNNING) {
        return true;
      }
    }
    return false;
  }

  /**
   * Lets another host lead a rank, if this one does. Not while hosts are lost: all are to know
   * where the processes are that lead.
   */
  boolean tryHandOver(int rank, int host) {
    return !isFlushing
        && host != hosts.me()
        && isLedHere(rank)
        && links.stream().anyMatch(link -> link.host() == host)
        && logs[rank].handOver(host);
  }

  // ------------------------------------------------------------------ the loss of hosts

  /** Takes nothing more from a host, and waits no more for it. */
  void lose(ReplicaLink link) {
    isFlushing = true;
    links.remove(link);
    link.sendNoMore();
  }

  /** What processes of lost hosts have taken counts now or never: they begin anew elsewhere. */
  void dropCheckpoints(List<Integer> lostHosts) throws IOException {
    copies.look(this);
    copies.drop(lostHosts);
  }

  /** What other living hosts may not have of what ranks with a process on lost hosts have done. */
  void addTails(FinalPages pages) {
    for (SharedRing ring : rings) {
      if (isOfAny(ring.from(), pages.hosts()) && ring.isReadOn(hosts.me())) {
        long begin = leastEnd(ring.number(), ring);
        long end = ring.copy().place();
        if (begin < end) {
          pages.add(ring.number(), new FinalPages.Tail(begin, end, frames(ring, begin, end)));
        }
      }
    }
    for (int rank = 0; rank < logs.length; rank++) {
      long begin = leastEnd(numberOfLog(rank), null);
      long end = logs[rank].end();
      if (begin < end) {
        ByteBuffer words = ByteBuffer.allocate((int) (end - begin) * Long.BYTES);
        for (long index = begin; index < end; index++) {
          words.putLong(logs[rank].word(index));
        }
        pages.add(numberOfLog(rank), new FinalPages.Tail(begin, end, words.array()));
      }
    }
  }

  private boolean isOfAny(int rank, List<Integer> lostHosts) {
    for (int process : groups.processesOf(rank)) {
      if (lostHosts.contains(job.places().hostOf(process))) {
        return true;
      }
    }
    return false;
  }

  /** Where the other living host is that has come least far; {@link StreamCopy#NOTHING} if none. */
  private long leastEnd(int number, @Nullable SharedRing ring) {
    long least = StreamCopy.NOTHING;
    for (ReplicaLink link : links) {
      boolean isSent = link.state(number).needed() != StreamCopy.NOTHING;
      if (ring == null || (ring.isReadOn(link.host()) && isSent)) {
        least = Math.min(least, link.state(number).end());
      }
    }
    return least;
  }

  private static byte[] frames(SharedRing ring, long begin, long end) {
    ByteBuffer frames = ByteBuffer.allocate((int) (end - begin));
    ring.copy().copy(begin, end, frames);
    byte[] bytes = new byte[frames.flip().remaining()];
    frames.get(bytes);
    return bytes;
  }

  /** Whether a stream is read here, and ends before a tail does, but not before it begins. */
  private boolean isBehind(@Nullable SharedRing ring, FinalPages.Tail tail) {
    return ring != null && ring.isReadOn(hosts.me()) && ring.copy().place() >= tail.begin();
  }

  /** Writes what any living host has. */
  void install(FinalPages pages) {
    for (Map.Entry<Integer, FinalPages.Tail> each : pages.tails().entrySet()) {
      int number = each.getKey();
      FinalPages.Tail tail = each.getValue();
      if (number >= byNumber.length) {
        ByteBuffer words = ByteBuffer.wrap(tail.bytes());
        for (long index = tail.begin(); index < tail.end(); index++) {
          decide(number - byNumber.length, index, words.getLong(), Journal.HERE);
        }
      } else if (isBehind(byNumber[number], tail)) {
        write(number, tail.begin(), ByteBuffer.wrap(tail.bytes()).order(ByteOrder.nativeOrder()));
      }
    }
  }
}
