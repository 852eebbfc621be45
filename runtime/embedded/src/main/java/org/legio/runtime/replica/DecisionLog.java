package org.legio.runtime.replica;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Step;

/**
 * What MPI leaves open, decided once for all replicas of a rank: the order in which messages of
 * different senders come, deaths, and what a test finds. The first replica that comes to a decision
 * writes it, by compare-and-set; the others follow.
 *
 * <p>A ring of words in the job's memory. A word has the number of the round in its upper 16 bits,
 * so that the words of earlier rounds need not be cleared; then 4 bits for the kind, and 44 for the
 * value.
 */
public final class DecisionLog {
  /** No decision has been taken yet. */
  public static final long NONE = 0;

  private static final int VALUE_BITS = 44;
  private static final int ROUND_SHIFT = 48;
  private static final long VALUE_MASK = (1L << VALUE_BITS) - 1;
  private static final int KIND_MASK = 0xF;
  private static final long ROUND_MASK = 0xFFFF;

  /** Who does not lead looks so often whether it does. */
  private static final long LOOK_NS = 200_000;

  /** Kinds of decisions. */
  public enum Kind {
    /** No decision. */
    NOTHING,
    /** The next message of a rank comes; the value is the rank. */
    MESSAGE,
    /** A test finds no more than has come; the value is what a look at the memory has found. */
    END_OF_TEST,
    /** A rank has failed, and all of its messages have come; the value is the rank. */
    DEATH,
    /** An agreement is decided; the value counts the rank's agreements. */
    AGREEMENT,
    /** It is a time in microseconds. */
    TIME,
    /** A wait is open: the rank is told what happens in it. The value counts the rank's waits. */
    WAIT,
    /** What that wait is for stands. */
    END_OF_WAIT,
    /**
     * Another host takes the decisions from the next one on; the value is its place. Only the
     * daemon of the host that leads decides it, and replicas are not told.
     */
    LEADER
  }

  private static final Kind[] KINDS = Kind.values();

  private final JobMemory job;
  private final ByteBuffer memory;
  private final ReplicaShape shape;
  private final int rank;
  private final Followers followers;
  private final Pin pin;
  private final Supplier<String> taken = this::taken;
  private final Leadership leadership;
  private final int process;
  private final int heldUp;

  /** The place that leads, by all decisions that this replica has followed. */
  private long named;

  private boolean isLeading;
  private long lookedNs;
  private long index;
  private long heldUpAt = -1;

  public DecisionLog(JobMemory job, int process) {
    this.job = job;
    this.memory = job.bytes();
    this.shape = job.shape().ofReplicaGroups();
    this.rank = job.shape().replicaGroups().rankOf(process);
    this.pin = new Pin(job, shape.pinOfLog(rank), shape.decisions());
    this.process = process;
    this.heldUp = shape.heldUp(rank, job.shape().replicaGroups().replicaOf(process));
    this.leadership = new Leadership(job, rank, process);
    name(leadership.first());
    this.followers =
        Followers.ofReplicas(
            job, process, replica -> shape.follower(rank, replica), shape.remoteOfLog(rank));
    followers.reached(index);
  }

  @SuppressWarnings("EnumOrdinal") // all processes of a job run the same code
  public static long word(Kind kind, long value) {
    return ((long) kind.ordinal() << VALUE_BITS) | (value & VALUE_MASK);
  }

  static Kind kind(long word) {
    return KINDS[(int) (word >>> VALUE_BITS) & KIND_MASK];
  }

  public static long value(long word) {
    return word & VALUE_MASK;
  }

  /** The decision that this replica has to follow next; {@link #NONE} if it is the first here. */
  public long next() {
    long word = word();
    while (kind(word) == Kind.LEADER) {
      name(value(word));
      followed();
      word = word();
    }
    return word;
  }

  private long word() {
    long word = Words.getVolatile(memory, shape.decision(rank, pin.index(index)));
    return roundIn(word) == roundOf(pin.round(index)) ? word : NONE;
  }

  /** From now on the log names a place that leads. */
  private void name(long place) {
    named = place;
    isLeading = leadership.isAt(process, place);
    lookedNs = job.nanoTime() - LOOK_NS;
  }

  /** The round that a word is of; 0 if nobody has written it. */
  static long roundIn(long word) {
    return word >>> ROUND_SHIFT;
  }

  /** A round as words have it; from 1 on, so that memory that nobody has written is of none. */
  static long roundOf(long round) {
    return round & ROUND_MASK;
  }

  /**
   * Whether the processes of this host take the decisions. Those of another host, as long as it
   * leads, follow what comes from there. Once it is so, it remains so until the log names another
   * host.
   */
  boolean isLeading() {
    if (!isLeading && job.nanoTime() - lookedNs >= LOOK_NS) {
      lookedNs = job.nanoTime();
      isLeading = leadership.isLeading(named);
    }
    return isLeading;
  }

  /** Whether this replica has something to propose as the next decision, and another host leads. */
  boolean isHeldUp() {
    return heldUpAt == index && !isLeading();
  }

  private void noteHeldUp() {
    if (heldUpAt != index) {
      heldUpAt = index;
      Words.setRelease(memory, heldUp, index + 1);
    }
  }

  /**
   * Proposes the next decision.
   *
   * @return what has been decided, by this replica or another; {@link #NONE} if the slowest replica
   *     is so far behind that there is no room, or another host leads
   */
  public long propose(long word) {
    if (!isLeading()) {
      noteHeldUp();
      return NONE;
    }
    if (!followers.tryMakeRoom(pin, index, 1, taken)) {
      return NONE;
    }
    long decided = decide(job, rank, pin, index, word);
    return kind(decided) == Kind.LEADER ? next() : decided;
  }

  /**
   * Takes a decision if nobody has.
   *
   * @param index of the decision; there is room for it
   * @return what has been decided
   */
  static long decide(JobMemory job, int rank, Pin pin, long index, long word) {
    ByteBuffer memory = job.bytes();
    ReplicaShape shape = job.shape().ofReplicaGroups();
    int at = shape.decision(rank, pin.index(index));
    long round = roundOf(pin.round(index));
    long before = Words.getVolatile(memory, at);
    if (roundIn(before) == round) {
      return before;
    }
    if (job.hosts().areSeveral()) {
      long number = job.nextDecision();
      before = Words.getVolatile(memory, at);
      if (roundIn(before) == round) {
        return before;
      }
      raise(memory, shape.stamp(rank, pin.index(index)), number);
    }
    job.step(Step.PROPOSE);
    long proposed = (round << ROUND_SHIFT) | word;
    boolean isOwn = Words.compareAndSet(memory, at, before, proposed);
    job.step(Step.PROPOSED);
    return isOwn ? proposed : Words.getVolatile(memory, at);
  }

  /**
   * Numbers a decision that was not taken when the number was drawn, so that the next one has a
   * higher number. Of several processes that do so, the last number stays.
   */
  private static void raise(ByteBuffer memory, int stamp, long number) {
    long other = Words.getVolatile(memory, stamp);
    while (other < number && !Words.compareAndSet(memory, stamp, other, number)) {
      other = Words.getVolatile(memory, stamp);
    }
  }

  private String taken() {
    return "rank " + rank + " has taken " + index + " decisions";
  }

  /** How many decisions this process has followed. */
  long index() {
    return index;
  }

  /** Its begin, which may be pinned. */
  Pin pin() {
    return pin;
  }

  /** The place that leads, by all decisions that have been followed. */
  long named() {
    return named;
  }

  /**
   * Continues at a decision, as if all before it had been followed.
   *
   * @param leader the place that they have named
   */
  void continueAt(long newIndex, long leader) {
    index = newIndex;
    name(leader);
    followers.reached(index);
  }

  /** Notes that this process would not follow again what is before its next decision. */
  void forget() {
    followers.needs(index);
  }

  /** This replica has followed the decision. */
  public void followed() {
    index++;
    followers.reached(index);
    job.step(Step.FOLLOWED);
  }
}
