package org.legio.runtime.engine;

import java.util.Arrays;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Makes the schedule of one collective operation between two groups (MPI 4.1, section 6.2.3). In
 * those with a root, the root names itself, the others of its group name nobody, and those of the
 * other group name the root.
 */
final class AcrossPlan {
  private static final Items[] NONE = {};

  /** What the plan wants to know of the call. */
  interface Sides {
    Items sent() throws MpiErrorException;

    Items received() throws MpiErrorException;

    /** What this rank brings to a reduction: so many items. */
    Items input(int count) throws MpiErrorException;

    Items received(int count) throws MpiErrorException;

    Items[] sentBlocks() throws MpiErrorException;

    Items[] receivedBlocks() throws MpiErrorException;

    ReduceOp op() throws MpiErrorException;

    /** How many items of the result each rank of this group gets. */
    int[] shares() throws MpiErrorException;

    int receivedCount();
  }

  private final AcrossSchedules across;
  private final Collective operation;
  private final String call;
  private final int rank;
  private final int root;
  private final Sides sides;

  AcrossPlan(RankState state, Comm comm, Collective operation, int root, Sides sides) {
    this.across = new AcrossSchedules(state, comm);
    this.operation = operation;
    this.call = operation.call();
    this.rank = comm.rank;
    this.root = root;
    this.sides = sides;
  }

  /** Whether the standard has the operation between two groups. */
  static boolean has(Collective operation) {
    return operation != Collective.SCAN
        && operation != Collective.EX_SCAN
        && !operation.isBetweenNeighbors();
  }

  /** Whether a root may be named so. */
  static boolean isRoot(Comm comm, int root) {
    return root == MpiConstants.ROOT
        || root == MpiConstants.PROC_NULL
        || (root >= 0 && root < comm.partners());
  }

  Schedule schedule() throws MpiErrorException {
    if (operation.isRooted()) {
      return root == MpiConstants.PROC_NULL
          ? across.exchange(call, NONE, NONE)
          : root == MpiConstants.ROOT ? atRoot() : besidesRoot();
    }
    return switch (operation) {
      case BARRIER -> across.barrier();
      case ALL_GATHER, ALL_GATHERV ->
          across.exchangeSame(call, sides.sent(), sides.receivedBlocks());
      case ALL_TO_ALL, ALL_TO_ALLV, ALL_TO_ALLW ->
          across.exchange(call, sides.sentBlocks(), sides.receivedBlocks());
      case ALL_REDUCE -> {
        Items mine = sides.input(sides.receivedCount());
        yield across.reduce(call, mine, mine, sides.received(), 0, sides.op());
      }
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> reduceScatter();
      default -> throw new IllegalStateException(operation + " is not between two groups");
    };
  }

  private Schedule atRoot() throws MpiErrorException {
    return switch (operation) {
      case BCAST -> across.tellAll(call, sides.received());
      case GATHER, GATHERV -> across.exchange(call, NONE, sides.receivedBlocks());
      case SCATTER, SCATTERV -> across.exchange(call, sides.sentBlocks(), NONE);
      case REDUCE -> {
        Items result = sides.received();
        yield across.reduce(call, null, result, result, 0, sides.op());
      }
      default -> throw hasNoRoot();
    };
  }

  private Schedule besidesRoot() throws MpiErrorException {
    return switch (operation) {
      case BCAST, SCATTER, SCATTERV -> across.hear(call, root, sides.received());
      case GATHER, GATHERV -> across.tell(call, root, sides.sent());
      case REDUCE -> across.tell(call, root, sides.input(sides.receivedCount()));
      default -> throw hasNoRoot();
    };
  }

  private IllegalStateException hasNoRoot() {
    return new IllegalStateException(operation + " has no root between two groups");
  }

  /** Each rank combines whole contributions, since it alone knows the shares of its group. */
  private Schedule reduceScatter() throws MpiErrorException {
    int[] shares = sides.shares();
    Items mine = sides.input(Arrays.stream(shares).sum());
    int before = Arrays.stream(shares, 0, rank).sum();
    Items result = sides.received(shares[rank]);
    return across.reduce(call, mine, mine, result, before * mine.type().size(), sides.op());
  }
}
