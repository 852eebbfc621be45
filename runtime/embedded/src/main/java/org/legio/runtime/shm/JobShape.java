package org.legio.runtime.shm;

/**
 * Layout of a job's memory; all positions and sizes are in bytes.
 *
 * <p>First the words of the job (0 abort, 8 failure, 16 and 24 the place of the boards) and the
 * shared pointers of files, then for each process a page with its phase (at 0), its process id (at
 * 8) and its votes, then the bells of this host's processes and {@linkplain RingPlaces the rings}.
 * Where ranks have replicas, what the replica groups share lies behind the pages instead, see
 * {@link ReplicaShape}.
 */
public final class JobShape {
  static final int LINE = 128;

  /**
   * So many files may be open at once; each has a word that says so, its shared pointer, and a word
   * that says who moves it.
   */
  public static final int POSITIONS = 504;

  private static final int POSITION_BYTES = 4 * Long.BYTES;
  private static final int JOB_BYTES = LINE + POSITIONS * POSITION_BYTES;

  /** All rings of a host have about so many bytes, so that jobs fit into small folders. */
  private static final int RINGS_BYTES = 32 << 20;

  /** Where rings would be too short for speed then, they have about so many. */
  private static final int MAX_RINGS_BYTES = 256 << 20;

  private static final int FAST_RING_BYTES = 4 << 10;
  private static final int MIN_RING_BYTES = 1 << 10;
  private static final int MAX_RING_BYTES = 256 << 10;

  /** All that one process keeps for receives that have not been called yet. */
  private static final long UNEXPECTED_BYTES = 256L << 20;

  private static final long MIN_UNEXPECTED_BYTES = 256L << 10;

  /** So many votes of one process may be under way at once. */
  static final int VOTES = 32;

  /** What a process's page takes: its words, and its votes. */
  private static final int PAGE_BYTES = LINE + lines(VOTES * Agreements.VOTE_BYTES);

  /** So many votes may have come to a process before its daemon has them. */
  static final int EARLY_VOTES = 2 * VOTES;

  private static final int MAX_MB = Integer.MAX_VALUE >> 20;

  private final ReplicaGroups replicaGroups;
  private final HostMap hosts;
  private final int processes;
  private final ReplicaShape replicaShape;

  private final int keptBytes;
  private final RingPlaces ringPlaces;
  private final Streams streams;
  private final int ringHeaderBytes;
  private final int ringDataBytes;

  /**
   * A shape.
   *
   * @param keptBytes how many bytes are to be kept for restarts; 0 to keep nothing
   * @param hosts where the processes live
   * @throws IllegalArgumentException if there are too many processes
   */
  public JobShape(ReplicaGroups replicaGroups, int keptBytes, HostMap hosts) {
    this(replicaGroups, keptBytes, hosts, ReplicaShape.Room.of(replicaGroups.ranks(), keptBytes));
  }

  /** All processes on one host, with so much room for what the replica groups share. */
  public JobShape(ReplicaGroups replicaGroups, int keptBytes, ReplicaShape.Room room) {
    this(replicaGroups, keptBytes, HostMap.single(replicaGroups.processes()), room);
  }

  /** A host of several, with so much room for what the replica groups share. */
  public JobShape(
      ReplicaGroups replicaGroups, int keptBytes, HostMap hosts, ReplicaShape.Room room) {
    this.hosts = hosts;
    this.streams = new Streams(hosts);
    this.replicaGroups = replicaGroups;
    this.keptBytes = keptBytes;
    this.ringPlaces = new RingPlaces(hosts);
    this.processes = replicaGroups.processes();
    if (processes < 1 || (!hosts.areSeveral() && processes > maxRanks())) {
      throw new IllegalArgumentException(
          "ranks=%d with %d processes: a job of the embedded runtime has 1 to %d processes"
              .formatted(replicaGroups.ranks(), processes, maxRanks()));
    }
    if (!hasRoomFor(hosts)) {
      throw new IllegalArgumentException(
          "ranks=%d: on a host of %d they need %d MB, and %d can be mapped; take fewer"
              .formatted(processes, hosts.hosts(), neededBytes(hosts) >> 20, MAX_MB));
    }
    this.ringHeaderBytes = ringHeaderBytes(hosts);
    this.ringDataBytes = ringDataBytes(ringPlaces);
    this.replicaShape = new ReplicaShape(replicaGroups, pagesEnd(), room, hosts.areSeveral());
  }

  private static int ringDataBytes(RingPlaces places) {
    int fair = share(RINGS_BYTES, places);
    int atLeast = Math.min(FAST_RING_BYTES, share(MAX_RINGS_BYTES, places));
    return Math.max(MIN_RING_BYTES, Math.min(MAX_RING_BYTES, Math.max(fair, atLeast)));
  }

  /** The power of two that each ring gets of so many bytes. */
  private static int share(int bytes, RingPlaces places) {
    return Integer.highestOneBit((int) Math.max(1, bytes / places.maxCount()));
  }

  /** The words of a ring's reader and, over several hosts, of the daemons at its two ends. */
  private static int ringHeaderBytes(HostMap hosts) {
    return hosts.areSeveral() ? 2 * LINE : LINE;
  }

  /** What the pages of all processes take on each host. */
  public static long pagesBytes(int processes) {
    return (long) processes * PAGE_BYTES;
  }

  /** What the memory takes of the host that needs most; more than can be mapped is refused. */
  public static long neededBytes(HostMap hosts) {
    RingPlaces places = new RingPlaces(hosts);
    return JOB_BYTES
        + pagesBytes(hosts.processes())
        + places.maxOnHost() * bellBytes(hosts.processes())
        + places.maxCount() * (ringHeaderBytes(hosts) + ringDataBytes(places))
        + earlyVotesBytes(hosts, places.maxOnHost());
  }

  private static long earlyVotesBytes(HostMap hosts, int own) {
    return hosts.areSeveral() ? (long) own * EARLY_VOTES * Agreements.VOTE_BYTES : 0;
  }

  /** Whether the memory of each host can be mapped, with as many streams as a map says. */
  public static boolean hasRoomFor(HostMap hosts) {
    return neededBytes(hosts) <= Integer.MAX_VALUE;
  }

  /** Where the processes live. */
  HostMap hosts() {
    return hosts;
  }

  public ReplicaGroups replicaGroups() {
    return replicaGroups;
  }

  /**
   * Whether what ranks are told is decided in their logs: where they have replicas, or may be
   * restarted.
   */
  public boolean usesDecisionLogs() {
    return replicaGroups.areReplicated() || keptBytes > 0;
  }

  public int keptBytes() {
    return keptBytes;
  }

  /** What the replica groups share; only where {@link #usesDecisionLogs}. */
  public ReplicaShape ofReplicaGroups() {
    return replicaShape;
  }

  /** The streams of pairs over hosts. */
  public Streams streams() {
    return streams;
  }

  /** How many ranks the program sees. */
  public int ranks() {
    return replicaGroups.ranks();
  }

  /** On one host: the least rings of all pairs leave so many below the most that can be mapped. */
  static int maxRanks() {
    return 512;
  }

  public int processes() {
    return processes;
  }

  /** The processes and the launcher. */
  int members() {
    return processes + 1;
  }

  int abort() {
    return 0;
  }

  int failure() {
    return Long.BYTES;
  }

  /** The process that has made the memory of the boards; 0 if that has a name. */
  int makerOfBoards() {
    return 2 * Long.BYTES;
  }

  /** The number of its open file there. */
  int fileOfBoards() {
    return 3 * Long.BYTES;
  }

  /** Not 0 if no more is kept. */
  int keepsNoMore() {
    return 4 * Long.BYTES;
  }

  /** Not 0 if processes that hold up others are ended. */
  int evictsLaggards() {
    return 5 * Long.BYTES;
  }

  /** When the lease of the host's processes is over; 0 if it is unlimited. */
  int lease() {
    return 6 * Long.BYTES;
  }

  public int position(int place) {
    return LINE + place * POSITION_BYTES;
  }

  int phase(int process) {
    return JOB_BYTES + process * PAGE_BYTES;
  }

  int pid(int process) {
    return phase(process) + Long.BYTES;
  }

  /** How often a process may still be restarted. */
  public int restarts(int process) {
    return phase(process) + 2 * Long.BYTES;
  }

  /** The process id of the replica of a rank that was ended last because it was behind. */
  int evicted(int rank) {
    return phase(replicaGroups().first(rank)) + 3 * Long.BYTES;
  }

  /** How often a process has been ended because it was behind. */
  int evictions(int process) {
    return phase(process) + 12 * Long.BYTES;
  }

  /** How often a process has been restarted. */
  int incarnations(int process) {
    return phase(process) + 5 * Long.BYTES;
  }

  /** The port at which processes of other hosts reach a process; 0 if there is none. */
  int port(int process) {
    return phase(process) + 7 * Long.BYTES;
  }

  /** The secret of a job over several hosts. */
  int secret() {
    return 8 * Long.BYTES;
  }

  /** Not 0 if a process of another host is to be ended there. */
  int unwanted(int process) {
    return phase(process) + 6 * Long.BYTES;
  }

  /** How many decisions a process that is restarted has to follow until it is where it was. */
  int catchUpTo(int process) {
    return phase(process) + 8 * Long.BYTES;
  }

  /** On which host a process runs, if not where it was started first. */
  int place(int process) {
    return phase(process) + 9 * Long.BYTES;
  }

  /** How many checkpoints a process has taken on this host. */
  int checkpoints(int process) {
    return phase(process) + 10 * Long.BYTES;
  }

  /** Whether a process begins at a checkpoint, and has not said yet what it needs. */
  int restoring(int process) {
    return phase(process) + 11 * Long.BYTES;
  }

  /** Not 0 once the daemon takes nothing more from a process's host, which is lost. */
  int cut(int process) {
    return phase(process) + 13 * Long.BYTES;
  }

  /** How long a process has taken to do again what it had done before it was lost, in ms. */
  int catchUp(int process) {
    return phase(process) + 4 * Long.BYTES;
  }

  /** A vote of a process, as {@link Agreements} write it. */
  int vote(int process, int place) {
    return phase(process) + LINE + place * Agreements.VOTE_BYTES;
  }

  private int pagesEnd() {
    return JOB_BYTES + processes * PAGE_BYTES;
  }

  /**
   * A bit for each process that has written a frame for a process of this host; on lines of their
   * own.
   */
  int bells(int process) {
    return Math.toIntExact(pagesEnd() + ringPlaces.placeHere(process) * bellBytes(processes));
  }

  /** How many words the bits of all processes take. */
  int words() {
    return words(processes);
  }

  private static int words(int processes) {
    return (processes + Long.SIZE - 1) / Long.SIZE;
  }

  private static long bellBytes(int processes) {
    return lines(words(processes) * Long.BYTES);
  }

  private static int lines(int bytes) {
    return (bytes + LINE - 1) / LINE * LINE;
  }

  /** What lies before the data of a ring. */
  int ringHeaderBytes() {
    return ringHeaderBytes;
  }

  /** The data of a ring; a power of two, and the same on all hosts. */
  public int ringDataBytes() {
    return ringDataBytes;
  }

  /** The most bytes of one stream's messages that a process keeps before they are asked for. */
  long maxUnexpectedBytes(int from, int to) {
    long ofPair = Math.max(MIN_UNEXPECTED_BYTES, UNEXPECTED_BYTES / processes);
    return ofPair / streams.between(from, to);
  }

  int ring(int from, int to, int stream) {
    return ringsEnd(ringPlaces.ring(from, to, stream));
  }

  /** Where so many rings end. */
  private int ringsEnd(long rings) {
    return Math.toIntExact(
        pagesEnd()
            + ringPlaces.onThisHost() * bellBytes(processes)
            + rings * (ringHeaderBytes + ringDataBytes));
  }

  /**
   * A vote of a process of another host, as it has come to one of this host; behind the rings.
   *
   * @param own how many processes of this host come before that
   */
  int earlyVote(int own, int slot) {
    return ringsEnd(ringPlaces.count()) + (own * EARLY_VOTES + slot) * Agreements.VOTE_BYTES;
  }

  public int bytes() {
    return usesDecisionLogs()
        ? replicaShape.end()
        : Math.toIntExact(
            ringsEnd(ringPlaces.count()) + earlyVotesBytes(hosts, ringPlaces.onThisHost()));
  }
}
