package org.legio.bench.plan;

import java.util.List;
import org.legio.bench.programs.NasClass;

/**
 * Says how much a suite measures.
 *
 * @param rounds how often each part is repeated
 * @param blockUs the length of a block of calls, in microseconds
 * @param blocks the number of blocks of each call in a job
 * @param sizes the sizes of messages, in bytes, ascending
 * @param ranks the numbers of ranks of jobs
 * @param applicationRounds the number of rounds of an application
 * @param classes of the NAS benchmarks
 */
public record Effort(
    Rounds rounds,
    int blockUs,
    int blocks,
    List<Integer> sizes,
    Ranks ranks,
    int applicationRounds,
    List<NasClass> classes) {

  /**
   * The numbers of ranks of the suite's jobs.
   *
   * @param sizes for measurements over message sizes
   * @param ranks for measurements over numbers of ranks
   * @param repairs for measurements of repairs; each at least 4
   * @param applications for applications
   * @param pairs for accesses and kernels
   * @param deaths for applications in which ranks die; at least 4
   */
  public record Ranks(
      List<Integer> sizes,
      List<Integer> ranks,
      List<Integer> repairs,
      List<Integer> applications,
      List<Integer> pairs,
      int deaths) {

    /** The same numbers for all measurements, but where too few ranks would be left. */
    static Ranks all(List<Integer> asked) {
      List<Integer> enough = asked.stream().filter(count -> count >= MIN_OF_DEATHS).toList();
      int most = enough.isEmpty() ? MIN_OF_DEATHS : enough.get(enough.size() - 1);
      return new Ranks(asked, asked, enough, asked, asked, most);
    }
  }

  /** So many ranks are left with a second one after two deaths. */
  private static final int MIN_OF_DEATHS = 4;

  /**
   * The number of rounds of each part of the suite.
   *
   * @param sizes for measurements over message sizes
   * @param ranks for measurements over numbers of ranks
   * @param accesses for messages, tests, windows, files and blocks
   * @param repair for repairs; even, because the roles of the dead alternate
   * @param applications for applications
   * @param startup for the start of JVMs, and for kernels
   * @param replicas for replicas and restarts, also of NAS kernels, and beside the machine's limit
   */
  public record Rounds(
      int sizes,
      int ranks,
      int accesses,
      int repair,
      int applications,
      int startup,
      int replicas) {}

  /** Under an hour on two cores. */
  public static final Effort FULL =
      new Effort(
          new Rounds(3, 3, 1, 6, 2, 9, 3),
          10_000,
          5,
          List.of(4, 64, 256, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22),
          new Ranks(
              List.of(2, 4),
              List.of(2, 4, 8, 16),
              List.of(4, 8, 16),
              List.of(2, 4, 16),
              List.of(2),
              4),
          20,
          List.of(NasClass.A));

  /** 5 minutes on two cores, or 9 on the embedded runtime. */
  public static final Effort QUICK =
      new Effort(
          new Rounds(2, 1, 1, 2, 1, 2, 1),
          3000,
          4,
          List.of(4, 1 << 10, 1 << 15, 1 << 20),
          new Ranks(List.of(2), List.of(2, 4), List.of(4), List.of(4), List.of(2), 4),
          9,
          List.of(NasClass.W));

  /** The least effort that runs every part once, for tests. */
  public static final Effort TINY =
      new Effort(
          new Rounds(1, 1, 1, 1, 1, 1, 1),
          200,
          2,
          List.of(4, 1 << 12),
          new Ranks(List.of(2), List.of(2), List.of(4), List.of(4), List.of(2), 4),
          4,
          List.of(NasClass.S));

  /** The same at other numbers of ranks, ascending. */
  public Effort withRanks(List<Integer> asked) {
    return new Effort(rounds, blockUs, blocks, sizes, Ranks.all(asked), applicationRounds, classes);
  }

  /** The same at other sizes, ascending. */
  public Effort withSizes(List<Integer> asked) {
    return new Effort(rounds, blockUs, blocks, asked, ranks, applicationRounds, classes);
  }

  /** The same in so many rounds; for repairs twice as many, because the roles alternate. */
  public Effort withRounds(int asked) {
    Rounds all = new Rounds(asked, asked, asked, 2 * asked, asked, asked, asked);
    return new Effort(all, blockUs, blocks, sizes, ranks, applicationRounds, classes);
  }

  /** The same with other classes of the NAS benchmarks. */
  public Effort withClasses(List<NasClass> asked) {
    return new Effort(rounds, blockUs, blocks, sizes, ranks, applicationRounds, asked);
  }
}
