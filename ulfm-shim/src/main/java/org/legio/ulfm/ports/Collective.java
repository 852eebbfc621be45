package org.legio.ulfm.ports;

import static org.legio.ulfm.ports.Shape.COUNTED;
import static org.legio.ulfm.ports.Shape.DEALT;
import static org.legio.ulfm.ports.Shape.EACH;
import static org.legio.ulfm.ports.Shape.NONE;
import static org.legio.ulfm.ports.Shape.TYPED;
import static org.legio.ulfm.ports.Shape.WHOLE;

import org.legio.ulfm.ports.Signature.Part;

/**
 * The collective operations: one row each. A row says what MPI's standard says of the operation,
 * the same for its blocking and its non-blocking form.
 *
 * <p>MPI standard 4.0, chapter 6 and sections 8.6 and 8.7.
 */
public enum Collective implements ValueOperation {
  /** {@code MPI_Barrier}. */
  BARRIER("barrier", Flow.ALL_TO_ALL, NONE, NONE),
  /** {@code MPI_Bcast}: the root sends what all others receive, in one buffer. */
  BCAST("bcast", Flow.ONE_TO_ALL, NONE, WHOLE),
  /** {@code MPI_Gather}. */
  GATHER("gather", Flow.ALL_TO_ONE, WHOLE, EACH),
  /** {@code MPI_Gatherv}. */
  GATHERV("gatherv", Flow.ALL_TO_ONE, WHOLE, COUNTED),
  /** {@code MPI_Scatter}. */
  SCATTER("scatter", Flow.ONE_TO_ALL, EACH, WHOLE),
  /** {@code MPI_Scatterv}. */
  SCATTERV("scatterv", Flow.ONE_TO_ALL, COUNTED, WHOLE),
  /** {@code MPI_Allgather}. */
  ALL_GATHER("allGather", Flow.ALL_TO_ALL, WHOLE, EACH),
  /** {@code MPI_Allgatherv}. */
  ALL_GATHERV("allGatherv", Flow.ALL_TO_ALL, WHOLE, COUNTED),
  /** {@code MPI_Alltoall}. */
  ALL_TO_ALL("allToAll", Flow.ALL_TO_ALL, EACH, EACH),
  /** {@code MPI_Alltoallv}. */
  ALL_TO_ALLV("allToAllv", Flow.ALL_TO_ALL, COUNTED, COUNTED),
  /** {@code MPI_Alltoallw}. */
  ALL_TO_ALLW("allToAllw", Flow.ALL_TO_ALL, TYPED, TYPED),
  /** {@code MPI_Reduce}. */
  REDUCE("reduce", Flow.REDUCE_TO_ONE, WHOLE, WHOLE),
  /** {@code MPI_Allreduce}. */
  ALL_REDUCE("allReduce", Flow.REDUCE_TO_ALL, WHOLE, WHOLE),
  /** {@code MPI_Reduce_scatter}. */
  REDUCE_SCATTER("reduceScatter", Flow.REDUCE_TO_ALL, DEALT, DEALT),
  /** {@code MPI_Reduce_scatter_block}. */
  REDUCE_SCATTER_BLOCK("reduceScatterBlock", Flow.REDUCE_TO_ALL, EACH, WHOLE),
  /** {@code MPI_Scan}. */
  SCAN("scan", Flow.REDUCE_TO_ALL, WHOLE, WHOLE),
  /** {@code MPI_Exscan}. */
  EX_SCAN("exScan", Flow.REDUCE_TO_ALL, WHOLE, WHOLE),
  /** {@code MPI_Neighbor_allgather}. */
  NEIGHBOR_ALL_GATHER("neighborAllGather", Flow.NEIGHBORS, WHOLE, EACH),
  /** {@code MPI_Neighbor_allgatherv}. */
  NEIGHBOR_ALL_GATHERV("neighborAllGatherv", Flow.NEIGHBORS, WHOLE, COUNTED),
  /** {@code MPI_Neighbor_alltoall}. */
  NEIGHBOR_ALL_TO_ALL("neighborAllToAll", Flow.NEIGHBORS, EACH, EACH),
  /** {@code MPI_Neighbor_alltoallv}. */
  NEIGHBOR_ALL_TO_ALLV("neighborAllToAllv", Flow.NEIGHBORS, COUNTED, COUNTED);

  /** The direction in which an operation moves data. */
  private enum Flow {
    ONE_TO_ALL,
    ALL_TO_ONE,
    ALL_TO_ALL,
    REDUCE_TO_ONE,
    REDUCE_TO_ALL,
    NEIGHBORS
  }

  private static final String COMM = "mpi.Comm";
  private static final String INTRACOMM = "mpi.Intracomm";

  private final String call;
  private final String nonBlockingCall;
  private final Flow flow;
  private final Shape sent;
  private final Shape received;

  Collective(String call, Flow flow, Shape sent, Shape received) {
    this.call = call;
    this.nonBlockingCall = ValueOperation.prefixed('i', call);
    this.flow = flow;
    this.sent = sent;
    this.received = received;
  }

  @Override
  public ValueOperations kind() {
    return ValueOperations.COLLECTIVES;
  }

  @Override
  public String call() {
    return call;
  }

  @Override
  public String nonBlockingCall() {
    return nonBlockingCall;
  }

  @Override
  public String owner() {
    return this == SCAN || this == EX_SCAN ? INTRACOMM : COMM;
  }

  @Override
  public Signature signature(boolean isBlocking) {
    Signature signature = new Signature();
    if (sent != NONE) {
      signature.with("sent", memory(sent, isBlocking));
      if (!isReduction()) {
        signature.with("sent", items(sent, isBlocking));
      }
    }
    if (received != NONE) {
      signature.with("received", memory(received, isBlocking));
      signature.with("received", items(received, isBlocking || isReduction()));
    }
    if (isReduction()) {
      signature.with(Part.REDUCTION);
    }
    return isRooted() ? signature.with(Part.ROOT) : signature;
  }

  private static Part memory(Shape shape, boolean isBlocking) {
    if (!isBlocking) {
      return Part.NATIVE_MEMORY;
    }
    return shape == TYPED ? Part.TYPED_MEMORY : Part.MEMORY;
  }

  private static Part items(Shape shape, boolean hasBaseType) {
    return switch (shape) {
      case COUNTED -> hasBaseType ? Part.COUNTED : Part.NATIVE_COUNTED;
      case TYPED -> hasBaseType ? Part.TYPED : Part.NATIVE_TYPED;
      case DEALT -> Part.DEALT;
      default -> hasBaseType ? Part.ITEMS : Part.NATIVE_ITEMS;
    };
  }

  /** The shape of the data that a rank sends. */
  public Shape sent() {
    return sent;
  }

  /** The shape of the data that a rank receives. */
  public Shape received() {
    return received;
  }

  /** Whether it has a root. */
  public boolean isRooted() {
    return flow == Flow.ONE_TO_ALL || isForRoot();
  }

  /** Whether its result is for the root alone. */
  public boolean isForRoot() {
    return flow == Flow.ALL_TO_ONE || flow == Flow.REDUCE_TO_ONE;
  }

  /** Whether it combines data by a reduction. */
  public boolean isReduction() {
    return flow == Flow.REDUCE_TO_ONE || flow == Flow.REDUCE_TO_ALL;
  }

  /** Whether data goes between the neighbors in a topology. */
  public boolean isBetweenNeighbors() {
    return flow == Flow.NEIGHBORS;
  }

  /**
   * The operation that moves the same blocks, but with a count and a displacement for each rank;
   * this operation itself if there is none. With displacements, the blocks of missing ranks can be
   * skipped.
   */
  public Collective counted() {
    return switch (this) {
      case GATHER -> GATHERV;
      case SCATTER -> SCATTERV;
      case ALL_GATHER -> ALL_GATHERV;
      case ALL_TO_ALL -> ALL_TO_ALLV;
      default -> this;
    };
  }
}
