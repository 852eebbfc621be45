package org.legio.ulfm.ports;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A call of a collective operation: which one, what is sent and received, the root, the reduction.
 *
 * <p>The object is reused: all blocking calls on a communicator share one, because collective
 * operations on one communicator come one after the other. So a call makes no garbage. Ranks in it
 * are those of the communicator that it is called on.
 */
public final class CollectiveCall implements CallValue {
  private Collective operation = Collective.BARRIER;
  private final MessageData sent = new MessageData();
  private final MessageData received = new MessageData();
  private int root;
  private @Nullable Object op;
  private long opHandle;

  /** Begins another call. */
  public CollectiveCall of(Collective operation) {
    this.operation = operation;
    return this;
  }

  /** Sets the root. */
  public CollectiveCall root(int root) {
    this.root = root;
    return this;
  }

  /**
   * Sets the reduction.
   *
   * @param op the binding's object
   * @param opHandle MPI's operation; 0 if it is one of the program's own
   */
  public CollectiveCall reduction(@Nullable Object op, long opHandle) {
    this.op = op;
    this.opHandle = opHandle;
    return this;
  }

  /** Copies all arguments of another call, without copying arrays. */
  public CollectiveCall as(CollectiveCall other) {
    sent.as(other.sent);
    received.as(other.received);
    return headOf(other);
  }

  /**
   * Makes an independent copy, for an operation that outlives this object. Later changes of the
   * arrays do not reach it.
   */
  public CollectiveCall copy() {
    CollectiveCall copy = new CollectiveCall();
    copy.sent.copyOf(sent);
    copy.received.copyOf(received);
    return copy.headOf(this);
  }

  private CollectiveCall headOf(CollectiveCall other) {
    operation = other.operation;
    root = other.root;
    op = other.op;
    opHandle = other.opHandle;
    return this;
  }

  /** Drops all references to the program's objects, so that they can be collected. */
  public void clear() {
    sent.clear();
    received.clear();
    op = null;
  }

  @Override
  public Collective operation() {
    return operation;
  }

  /**
   * The data to send; of a reduction, the place of the input, whose items are those of {@link
   * #received}.
   */
  public MessageData sent() {
    return sent;
  }

  /** The data to receive; of a broadcast, the single buffer, also at the root. */
  public MessageData received() {
    return received;
  }

  /**
   * Where a rank receives in a scatter: in place, but not at the root, the binding receives into
   * the buffer to send.
   */
  public MessageData scattered(int rank) {
    return received.isInPlace() && rank != root ? sent : received;
  }

  /**
   * The items of a reduction's input.
   *
   * @param ranks the number of ranks of the communicator
   * @return negative if a count is: MPI's own call refuses it
   * @throws ArrayIndexOutOfBoundsException if there are fewer counts than ranks
   * @throws NullPointerException if there are no counts
   */
  public long reducedItems(int ranks) {
    if (operation.sent() != Shape.DEALT) {
      return (operation.sent() == Shape.EACH ? (long) ranks : 1) * received.count();
    }
    int[] counts = requireNonNull(received.counts());
    long sum = 0;
    for (int block = 0; block < ranks; block++) {
      sum = counts[block] < 0 || sum < 0 ? -1 : sum + counts[block];
    }
    return sum;
  }

  /** The items of a reduction's result at a rank. Throws as {@link #reducedItems} does. */
  public int resultItems(int rank) {
    boolean isDealt = operation.received() == Shape.DEALT;
    return isDealt ? requireNonNull(received.counts())[rank] : received.count();
  }

  /** The root. */
  public int root() {
    return root;
  }

  /** The binding's object of the reduction. */
  public @Nullable Object op() {
    return op;
  }

  /** MPI's operation of the reduction; 0 if it is one of the program's own. */
  public long opHandle() {
    return opHandle;
  }
}
