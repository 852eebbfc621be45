package org.legio.faults;

import java.util.Arrays;

/** One collective call at one rank: its input and its result. */
final class Observation {
  private static final int[] NONE = {};

  final String call;
  final String comm;
  final int sequence;
  final int rank;

  /** The communicator's members by original rank, as ranks in the world. */
  final int[] members;

  int root = -1;
  Reduction reduction = Reduction.SUM;
  int[] sendCounts = NONE;
  int[] sendDispls = NONE;
  int[] recvCounts = NONE;
  int[] recvDispls = NONE;

  /** Of a communicator of two groups: the caller's group and the other one. */
  int[] local = NONE;

  int[] remote = NONE;

  /** Of an exchange between neighbors: whose each block is that is received; negative for none. */
  int[] sources = NONE;

  /** Which of its source's blocks each is. */
  int[] sourceBlocks = NONE;

  /** Whether blocks close up over the dead. */
  boolean shifts;

  /** Whether a scattering root's own block stays where it is. */
  boolean keepsOwnBlock;

  /** What this rank contributes. */
  long[] input = {};

  /** The buffer that receives, before the call and after it. */
  long[] before = {};

  long[] after = {};
  long enteredAt;
  long returnedAt = -1;

  Observation(String call, String comm, int sequence, int rank, int[] members) {
    this.call = call;
    this.comm = comm;
    this.sequence = sequence;
    this.rank = rank;
    this.members = members;
  }

  boolean hasReturned() {
    return returnedAt >= 0;
  }

  /** Which collective it is, the same at all its members. */
  String key() {
    return comm + "#" + sequence;
  }

  @Override
  public String toString() {
    return "rank %d: input %s, before %s, %s"
        .formatted(
            rank,
            Arrays.toString(input),
            Arrays.toString(before),
            hasReturned() ? "after " + Arrays.toString(after) : "has not returned");
  }
}
