package org.legio.embedded;

/**
 * Where what spheres share lies in the memory of a job: for each ordered pair of ranks the stream
 * of messages from one to the other, for each rank the stream of its votes, and its decision log.
 *
 * <p>All positions and sizes are in bytes, and each begins on a line of its own.
 */
final class SphereShape {
  static final int LINE = 64;

  /** Replicas' positions in a stream: those of the writers, then those of the readers. */
  private static final int WRITERS = LINE;

  private static final int READERS = WRITERS + Spheres.MOST_REPLICAS * LINE;
  private static final int STREAM_HEADER_BYTES = READERS + Spheres.MOST_REPLICAS * LINE;

  /** All streams of messages together have about so many bytes. */
  private static final int STREAMS_BYTES = 96 << 20;

  private static final int LEAST_STREAM_BYTES = 16 << 10;
  private static final int MOST_STREAM_BYTES = 1 << 20;

  /** So many votes of one rank may be waiting for others to read them. */
  private static final int BALLOT_BYTES = 64 << 10;

  /** So many decisions may lie between the first and the last replica of a rank. */
  static final int DECISIONS = 32 << 10;

  private final Spheres spheres;
  private final int begin;
  private final int ranks;

  SphereShape(Spheres spheres, int begin) {
    this.spheres = spheres;
    this.begin = (begin + LINE - 1) / LINE * LINE;
    this.ranks = spheres.ranks();
  }

  // ------------------------------------------------------------------ streams of messages

  /** The data of a stream of messages; a power of two. */
  int streamDataBytes() {
    int fair = Integer.highestOneBit(Math.max(1, STREAMS_BYTES / (ranks * ranks)));
    return Math.max(LEAST_STREAM_BYTES, Math.min(MOST_STREAM_BYTES, fair));
  }

  private int streamBytes() {
    int data = streamDataBytes();
    return STREAM_HEADER_BYTES + data + seals(data);
  }

  /** The seals of a stream take a word for each line. */
  private static int seals(int data) {
    return data / LINE * Long.BYTES;
  }

  /** Where the stream from a rank to another begins: with the place up to which it is complete. */
  int stream(int from, int to) {
    return begin + (from * ranks + to) * streamBytes();
  }

  /** How far a replica of the sender has come. */
  static int writer(int stream, int replica) {
    return stream + WRITERS + replica * LINE;
  }

  /** How far a replica of the receiver has come. */
  static int reader(int stream, int replica) {
    return stream + READERS + replica * LINE;
  }

  static int data(int stream) {
    return stream + STREAM_HEADER_BYTES;
  }

  // ------------------------------------------------------------------ ballots

  int ballotDataBytes() {
    return BALLOT_BYTES;
  }

  private int ballotBytes() {
    int readers = (spheres.processes() * Long.BYTES + LINE - 1) / LINE * LINE;
    return STREAM_HEADER_BYTES + BALLOT_BYTES + seals(BALLOT_BYTES) + readers;
  }

  /** Where the stream of a rank's votes begins. */
  int ballot(int rank) {
    return stream(ranks, 0) + rank * ballotBytes();
  }

  /** How far a process has read the votes of a rank. */
  int ballotReader(int rank, int process) {
    return data(ballot(rank)) + BALLOT_BYTES + seals(BALLOT_BYTES) + process * Long.BYTES;
  }

  // ------------------------------------------------------------------ decisions

  private int logBytes() {
    return Spheres.MOST_REPLICAS * LINE + DECISIONS * Long.BYTES;
  }

  /** How far a replica of a rank has come in the log of its decisions. */
  int follower(int rank, int replica) {
    return ballot(ranks) + rank * logBytes() + replica * LINE;
  }

  /** The word of a decision. */
  int decision(int rank, long index) {
    return follower(rank, Spheres.MOST_REPLICAS) + (int) (index % DECISIONS) * Long.BYTES;
  }

  int end() {
    return follower(ranks, 0);
  }
}
