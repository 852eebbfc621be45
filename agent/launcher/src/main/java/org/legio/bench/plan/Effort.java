package org.legio.bench.plan;

import java.util.List;

/**
 * How much is measured.
 *
 * @param rounds how often each part is repeated, configurations in turn
 * @param blockUs how long a block of calls takes, in microseconds
 * @param blocks how many blocks a job measures of a call
 * @param sizes of messages, in bytes, ascending
 * @param sizeRanks numbers of ranks at which sizes are varied
 * @param ranks the numbers of ranks
 * @param repairRanks the numbers of ranks of which some die; each at least 4
 * @param applicationRanks the number of ranks of applications; at least 4
 * @param applicationRounds how many rounds an application has
 */
public record Effort(
    Rounds rounds,
    int blockUs,
    int blocks,
    List<Integer> sizes,
    List<Integer> sizeRanks,
    List<Integer> ranks,
    List<Integer> repairRanks,
    int applicationRanks,
    int applicationRounds) {

  /**
   * How often each part is repeated.
   *
   * @param sizes of messages
   * @param ranks numbers of them
   * @param repair an even number: the roles of the dead alternate
   * @param applications those
   * @param startup of JVMs
   */
  public record Rounds(int sizes, int ranks, int repair, int applications, int startup) {}

  /** Under 45 minutes on two cores. */
  public static final Effort FULL =
      new Effort(
          new Rounds(3, 3, 6, 5, 10),
          10_000,
          5,
          List.of(4, 16, 64, 256, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22),
          List.of(2, 4),
          List.of(2, 4, 8, 16),
          List.of(4, 8, 16),
          4,
          40);

  /** Under 4 minutes on two cores. */
  public static final Effort QUICK =
      new Effort(
          new Rounds(2, 1, 2, 1, 2),
          3000,
          4,
          List.of(4, 1 << 10, 1 << 15, 1 << 20),
          List.of(2),
          List.of(2, 4),
          List.of(4),
          4,
          16);

  /** As little as shows that all of it works. */
  public static final Effort TINY =
      new Effort(
          new Rounds(1, 1, 1, 1, 1),
          200,
          2,
          List.of(4, 1 << 12),
          List.of(2),
          List.of(2),
          List.of(4),
          4,
          4);
}
