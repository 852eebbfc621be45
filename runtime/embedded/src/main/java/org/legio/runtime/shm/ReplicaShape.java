package org.legio.runtime.shm;

/**
 * Layout of what replica groups share in a job's memory: a stream of messages for each ordered pair
 * of ranks (from a rank to itself, the outcomes of its effects on files), a stream of votes and a
 * decision log for each rank, and boards with a lane of each rank.
 *
 * <p>All positions and sizes are in bytes, and each begins on a line of its own.
 */
public final class ReplicaShape {
  public static final int LINE = 64;

  /** Replicas' positions in a stream: those of the writers, then those of the readers. */
  private static final int WRITERS = LINE;

  private static final int READERS = WRITERS + ReplicaGroups.MAX_REPLICAS * LINE;
  private static final int STREAM_HEADER_BYTES = READERS + ReplicaGroups.MAX_REPLICAS * LINE;

  /** All streams of messages together have about so many bytes. */
  private static final int STREAMS_BYTES = 96 << 20;

  private static final int MIN_STREAM_BYTES = 16 << 10;
  private static final int MAX_STREAM_BYTES = 1 << 20;

  /** The least streams of all pairs have at most so many bytes: a job of the most ranks fits. */
  private static final int SMALLEST_STREAMS_BYTES = 1 << 30;

  /** Of what is kept for restarts, streams of messages have a half, decisions a quarter. */
  private static final int STREAMS_SHARE = 2;

  private static final int DECISIONS_SHARE = 4;
  private static final int BALLOTS_SHARE = 8;
  private static final int BOARDS_SHARE = 8;

  /** Where all is kept, few boards have long lanes. */
  private static final int KEPT_BOARDS = 1;

  /** So many votes of one rank may be waiting for others to read them. */
  private static final int BALLOT_BYTES = 64 << 10;

  /** So many decisions may lie between the first and the last replica of a rank. */
  private static final int DECISIONS = 32 << 10;

  /** All boards have about so many bytes, and there are at most so many. */
  private static final int BOARDS_BYTES = 8 << 20;

  private static final int MAX_BOARDS = 16;
  private static final int MIN_LANE_BYTES = 4 << 10;
  private static final int MAX_LANE_BYTES = 64 << 10;

  /** Room for so many boards of all ranks, if there are not too many. */
  private static final int BOARDS_WITH_LONG_LANES = 4;

  /**
   * How much room there is.
   *
   * @param streamBytes for the data of a stream of messages; a power of two
   * @param ballotBytes for the data of a stream of votes; a power of two
   * @param decisions in a log
   * @param laneBytes for the data of a lane of a board; a power of two, or 0 for no boards
   */
  public record Room(int streamBytes, int ballotBytes, int decisions, int laneBytes) {
    /** Room without boards. */
    public Room(int streamBytes, int ballotBytes, int decisions) {
      this(streamBytes, ballotBytes, decisions, 0);
    }

    /** The room of a job with so many ranks that keeps so many bytes for restarts. */
    static Room of(int ranks, int keptBytes) {
      int some = Math.min(Math.max(ranks, 1), JobShape.maxRanks()); // others are refused
      int pairs = some * some;
      int least = Math.min(MIN_STREAM_BYTES, power(SMALLEST_STREAMS_BYTES / pairs));
      return new Room(
          Math.max(
              Math.max(least, Math.min(MAX_STREAM_BYTES, power(STREAMS_BYTES / pairs))),
              power(keptBytes / STREAMS_SHARE / pairs)),
          Math.max(BALLOT_BYTES, power(keptBytes / BALLOTS_SHARE / some)),
          Math.max(DECISIONS, power(keptBytes / DECISIONS_SHARE / some) / Long.BYTES),
          laneBytes(some, keptBytes));
    }

    private static int laneBytes(int ranks, int keptBytes) {
      int fair = power(BOARDS_BYTES / BOARDS_WITH_LONG_LANES / ranks);
      return Math.max(
          Math.max(MIN_LANE_BYTES, Math.min(MAX_LANE_BYTES, fair)),
          power(keptBytes / BOARDS_SHARE / KEPT_BOARDS / ranks));
    }
  }

  /** How far a reader of votes has come, and from where on it needs them. */
  private static final int READER_BYTES = 2 * Long.BYTES;

  private final ReplicaGroups replicaGroups;
  private final int begin;
  private final int ranks;
  private final int streamDataBytes;
  private final int ballotDataBytes;
  private final int decisions;
  private final int laneDataBytes;
  private final int boards;
  private final boolean areHostsSeveral;

  /**
   * A shape.
   *
   * @param begin where it begins
   * @param areHostsSeveral whether other hosts have to be told of decisions
   */
  ReplicaShape(ReplicaGroups replicaGroups, int begin, Room room, boolean areHostsSeveral) {
    this.areHostsSeveral = areHostsSeveral;
    this.replicaGroups = replicaGroups;
    this.begin = (begin + LINE - 1) / LINE * LINE;
    this.ranks = replicaGroups.ranks();
    this.streamDataBytes = room.streamBytes();
    this.ballotDataBytes = room.ballotBytes();
    this.decisions = room.decisions();
    this.laneDataBytes = room.laneBytes();
    this.boards = laneDataBytes == 0 || areHostsSeveral ? 0 : boardsThatFit();
  }

  private int boardsThatFit() {
    long bytes = Math.max(BOARDS_BYTES, KEPT_BOARDS * (long) ranks * laneBytes());
    return (int) Math.max(1, Math.min(MAX_BOARDS, bytes / ((long) ranks * laneBytes())));
  }

  /** The largest power of two up to a number. */
  private static int power(int number) {
    return Integer.highestOneBit(Math.max(1, number));
  }

  // ------------------------------------------------------------------ streams of messages

  /** The data of a stream of messages; a power of two. */
  public int streamDataBytes() {
    return streamDataBytes;
  }

  private int streamBytes() {
    return STREAM_HEADER_BYTES + streamDataBytes + seals(streamDataBytes);
  }

  /** The seals of a stream take a word for each line. */
  private static int seals(int data) {
    return data / LINE * Long.BYTES;
  }

  /** Where the stream from a rank to another begins: with the place up to which it is complete. */
  public int stream(int from, int to) {
    return begin + (from * ranks + to) * streamBytes();
  }

  /** How much of the begin of a stream is pinned, see {@code Pin}. */
  public static int pin(int stream) {
    return stream + Long.BYTES;
  }

  /** From where on other hosts need a stream. */
  public static int remote(int stream) {
    return pin(stream) + Long.BYTES;
  }

  /** How far the processes of other hosts have come in a stream that is written on this one. */
  public static int reachedElsewhere(int remote) {
    return remote + Long.BYTES;
  }

  /**
   * From where on other hosts need a stream once what has been told to them, and what they have
   * told, has arrived.
   */
  public static int neededLater(int remote) {
    return reachedElsewhere(remote) + Long.BYTES;
  }

  /** From where on a process that says here how far it has come still needs all. */
  public static int needed(int position) {
    return position + Long.BYTES;
  }

  /** Which checksum a writer that says here how far it has come has for the next frame. */
  public static int vote(int position) {
    return needed(position) + Long.BYTES;
  }

  /** How far a replica of the sender has come. */
  public static int writer(int stream, int replica) {
    return stream + WRITERS + replica * LINE;
  }

  /** How far a replica of the receiver has come. */
  public static int reader(int stream, int replica) {
    return stream + READERS + replica * LINE;
  }

  public static int data(int stream) {
    return stream + STREAM_HEADER_BYTES;
  }

  /**
   * The word that says who does a rank's next effect on files. Their outcomes are the stream from
   * the rank to itself; it needs no positions of writers.
   */
  public int claim(int rank) {
    return writer(stream(rank, rank), 0);
  }

  // ------------------------------------------------------------------ ballots

  public int ballotDataBytes() {
    return ballotDataBytes;
  }

  private int ballotBytes() {
    int readers = (replicaGroups.processes() * READER_BYTES + LINE - 1) / LINE * LINE;
    return STREAM_HEADER_BYTES + ballotDataBytes + seals(ballotDataBytes) + readers;
  }

  /** Where the stream of a rank's votes begins. */
  public int ballot(int rank) {
    return stream(ranks, 0) + rank * ballotBytes();
  }

  /** How far a process has read the votes of a rank. */
  public int ballotReader(int rank, int process) {
    return data(ballot(rank)) + ballotDataBytes + seals(ballotDataBytes) + process * READER_BYTES;
  }

  // ------------------------------------------------------------------ decisions

  private int logBytes() {
    return ReplicaGroups.MAX_REPLICAS * LINE + decisions * Long.BYTES;
  }

  /** How many decisions the log of a rank holds. */
  public int decisions() {
    return decisions;
  }

  /** How far a replica of a rank has come in the log of its decisions. */
  public int follower(int rank, int replica) {
    return ballot(ranks) + rank * logBytes() + replica * LINE;
  }

  /** How much of the begin of a log is pinned. */
  public int pinOfLog(int rank) {
    return follower(rank, 0) + 2 * Long.BYTES;
  }

  /** From where on other hosts need a log. */
  public int remoteOfLog(int rank) {
    return pinOfLog(rank) + Long.BYTES;
  }

  /** At which place of its program a replica of a rank waits, or waited last. */
  public int waitsAt(int rank, int replica) {
    return neededLater(remoteOfLog(rank)) + Long.BYTES + replica * LINE;
  }

  /**
   * Which decision a replica of a rank could take, and waits for, since another host leads: one
   * more than its index.
   */
  public int heldUp(int rank, int replica) {
    return waitsAt(rank, replica) + Long.BYTES;
  }

  /** How many decisions processes of this host have taken; only over several hosts. */
  int stamps() {
    return follower(ranks, 0);
  }

  /**
   * The number of a decision among those of this host, of whatever ranks.
   *
   * @param index below the number of decisions
   */
  public int stamp(int rank, long index) {
    return stamps() + LINE + (rank * decisions + (int) index) * Long.BYTES;
  }

  /**
   * The word of a decision.
   *
   * @param index below the number of decisions
   */
  public int decision(int rank, long index) {
    return follower(rank, ReplicaGroups.MAX_REPLICAS) + (int) index * Long.BYTES;
  }

  // ------------------------------------------------------------------ boards

  /** How many boards there can be; only on one host. */
  public int boards() {
    return boards;
  }

  /** The data of a lane; a power of two. */
  public int laneDataBytes() {
    return laneDataBytes;
  }

  private int laneBytes() {
    return STREAM_HEADER_BYTES
        + laneDataBytes
        + seals(laneDataBytes)
        + replicaGroups.processes() * LINE;
  }

  /** The word that says whose a board is. */
  public int owner(int board) {
    return follower(ranks, 0) + board * Long.BYTES;
  }

  /** Where the stream of the entries begins that a rank publishes on a board. */
  public int lane(int board, int rank) {
    return owner(MAX_BOARDS) + (board * ranks + rank) * laneBytes();
  }

  /** How far a process has come in a lane. */
  public int laneReader(int lane, int process) {
    return data(lane) + laneDataBytes + seals(laneDataBytes) + process * LINE;
  }

  int end() {
    long streams = (long) ranks * ranks * streamBytes();
    long stamps = areHostsSeveral ? LINE + (long) ranks * decisions * Long.BYTES : 0;
    long lanes = boards == 0 ? 0 : MAX_BOARDS * Long.BYTES + (long) boards * ranks * laneBytes();
    return Math.toIntExact(
        begin + streams + (long) ranks * (ballotBytes() + logBytes()) + stamps + lanes);
  }
}
