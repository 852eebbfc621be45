package org.legio.runtime.engine;

import java.io.Serializable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One member's own view of a communicator. */
public final class Comm {
  public final CommContext context;
  final int rank;
  final Map<Integer, byte[]> attributes = new TreeMap<>();

  /** What describes the job (MPI 4.1, section 9.1.2): on the world, and on its duplicates. */
  Map<Integer, Integer> predefinedAttributes = Map.of();

  /** The members whose failure has been acknowledged, by rank in the world. */
  public final BitSet acknowledged = new BitSet();

  public long handle;
  long errorHandler;
  String name = "";
  boolean isRevoked;
  @Nullable CommTopology topology;

  /** The number of collectives that this member has called on it. */
  private int collectives;

  private static final int[] NONE = {};

  /** How many messages this member has sent to each partner. */
  private int[] sent = NONE;

  /** How many messages of collectives it has sent to each. */
  private int[] sentInCollectives = NONE;

  private int creations;

  /** How many communicators have been made by some members alone, by words that name these. */
  private Map<String, Integer> creationsBySome = Map.of();

  private int consensuses;

  /** What it has counted. */
  static final class Counts implements Serializable {
    private static final long serialVersionUID = 1L;

    final long context;
    private final int collectives;
    private final int[] sent;
    private final int[] sentInCollectives;
    private final int creations;
    private final HashMap<String, Integer> creationsBySome;
    private final int consensuses;

    private Counts(Comm comm) {
      this.context = comm.context.id;
      this.collectives = comm.collectives;
      this.sent = comm.sent.clone();
      this.sentInCollectives = comm.sentInCollectives.clone();
      this.creations = comm.creations;
      this.creationsBySome = new HashMap<>(comm.creationsBySome);
      this.consensuses = comm.consensuses;
    }
  }

  Counts counts() {
    return new Counts(this);
  }

  /** Counts on from what it had counted in the life before. */
  void countOnFrom(Counts counts) {
    collectives = counts.collectives;
    sent = counts.sent.clone();
    sentInCollectives = counts.sentInCollectives.clone();
    creations = counts.creations;
    creationsBySome = new HashMap<>(counts.creationsBySome);
    consensuses = counts.consensuses;
  }

  public Comm(CommContext context, int rank, long errorHandler) {
    this.context = context;
    this.rank = rank;
    this.errorHandler = errorHandler;
  }

  int size() {
    return context.group.length;
  }

  /** The size of the group to which the ranks in messages belong. */
  int partners() {
    return context.remote.length;
  }

  int nextCollective() {
    return collectives++;
  }

  /** Which of this member's messages in a context to a partner the next one is, from 0. */
  int nextMessageTo(int partner, long messageContext) {
    return sentIn(messageContext)[partner]++;
  }

  /** The message that was to be sent has not been sent. */
  void takeBackMessageTo(int partner, long messageContext) {
    sentIn(messageContext)[partner]--;
  }

  private int[] sentIn(long messageContext) {
    if (CommContext.isHidden(messageContext)) {
      if (sentInCollectives == NONE) {
        sentInCollectives = new int[partners()];
      }
      return sentInCollectives;
    }
    if (sent == NONE) {
      sent = new int[partners()];
    }
    return sent;
  }

  /** The number of the next communicator, window or file that all members make of it. */
  int nextCreation() {
    return creations++;
  }

  /**
   * The number of the next communicator that some members make without the others.
   *
   * @param words name these members and the call, the same at each of them
   */
  int nextCreationBySome(String words) {
    if (creationsBySome.isEmpty()) {
      creationsBySome = new HashMap<>();
    }
    return creationsBySome.merge(words, 1, Integer::sum);
  }

  /** The number of the next agreement on it. */
  public int nextConsensus() {
    return consensuses++;
  }

  @Override
  public String toString() {
    return (name.isEmpty() ? "communicator" : name)
        + " (context "
        + context.id
        + ", rank "
        + rank
        + " of "
        + size()
        + ")";
  }
}
