package org.legio.faults;

import static java.util.Map.entry;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Setting;

/**
 * The independent model of collective operations: the result of each if exactly the ranks of a set
 * take part. It has one row for each operation, written from the MPI standard and not from Legio's
 * code.
 */
final class Rules {

  /**
   * The rule of a call.
   *
   * @param policy what decides when the root is dead; null for a call that needs no root
   * @param synchronizes whether nobody may leave before all have entered
   * @param isFromRoot whether only the root contributes
   */
  record Rule(
      @Nullable Setting policy,
      boolean synchronizes,
      boolean isFromRoot,
      Expectation expectation) {}

  private static final Map<String, Rule> RULES =
      Map.ofEntries(
          entry("barrier", all(Rules::unchanged)),
          entry("bcast", fromRoot(Setting.BCAST_ROOT_FAILED, Rules::bcast)),
          entry("reduce", rooted(Setting.REDUCE_ROOT_FAILED, Rules::reduce)),
          entry("allReduce", all((c, took, me) -> folded(c, took))),
          entry("scan", ordered((c, took, me) -> folded(c, took & below(me + 1)))),
          entry("exScan", ordered(Rules::exScan)),
          entry("reduceScatter", all(Rules::reduceScatter)),
          entry("gather", rooted(Setting.GATHER_ROOT_FAILED, Rules::gather)),
          entry("scatter", fromRoot(Setting.SCATTER_ROOT_FAILED, Rules::scatter)),
          entry("allGather", all(Rules::gathered)),
          entry("allToAll", all(Rules::allToAll)),
          entry("dup", all((c, took, me) -> described(me, c.at(me).members))),
          entry("createCart", all((c, took, me) -> described(me, c.at(me).members))),
          entry("createGraph", all((c, took, me) -> described(me, c.at(me).members))),
          entry("createDistGraph", all((c, took, me) -> described(me, c.at(me).members))),
          entry("createDistGraphAdjacent", all((c, took, me) -> described(me, c.at(me).members))),
          entry("neighbors", ordered(Rules::neighbors)),
          entry("accumulate", ordered(Rules::accumulated)),
          entry("create", all(Rules::create)),
          entry("createGroup", ordered(Rules::create)),
          entry("split", all(Rules::split)),
          entry("createIntercomm", ordered(TwoGroupRules::create)),
          entry("dupOfTwo", all(Rules::asTold)),
          entry("createGrid", all(Rules::asTold)),
          entry("cartSub", all(Rules::asTold)),
          entry("merge", all(TwoGroupRules::merge)),
          entry("bcastToOther", fromRoot(Setting.BCAST_ROOT_FAILED, TwoGroupRules::bcast)),
          entry("gatherFromOther", rooted(Setting.GATHER_ROOT_FAILED, TwoGroupRules::gather)),
          entry("scatterToOther", fromRoot(Setting.SCATTER_ROOT_FAILED, TwoGroupRules::scatter)),
          entry("reduceOfOther", rooted(Setting.REDUCE_ROOT_FAILED, TwoGroupRules::reduce)),
          entry("allGatherFromOther", all(TwoGroupRules::allGather)),
          entry("allToAllOfOther", all(TwoGroupRules::allToAll)),
          entry("allReduceOfOther", all(TwoGroupRules::allReduce)),
          entry("reduceScatterOfOther", all(TwoGroupRules::reduceScatter)));

  private Rules() {}

  static Rule of(String call) {
    Rule rule = RULES.get(call);
    if (rule == null) {
      throw new IllegalArgumentException("no rule for " + call + "; add a row to Rules");
    }
    return rule;
  }

  private static Rule all(Expectation expectation) {
    return new Rule(null, true, false, expectation);
  }

  private static Rule ordered(Expectation expectation) {
    return new Rule(null, false, false, expectation);
  }

  private static Rule rooted(Setting policy, Expectation expectation) {
    return new Rule(policy, false, false, expectation);
  }

  private static Rule fromRoot(Setting policy, Expectation expectation) {
    return new Rule(policy, false, true, expectation);
  }

  /** What MPI demands of a new communicator follows from the caller's arguments alone. */
  private static long[] asTold(Collective c, int took, int me) {
    return c.at(me).input;
  }

  private static long[] unchanged(Collective c, int took, int me) {
    return c.at(me).before;
  }

  private static long[] bcast(Collective c, int took, int me) {
    return over(c.at(me).before, 0, c.at(c.root()).input);
  }

  private static long[] reduce(Collective c, int took, int me) {
    return me == c.root() ? folded(c, took) : c.at(me).before;
  }

  private static long[] exScan(Collective c, int took, int me) {
    int before = took & below(me);
    if (before != 0) {
      return folded(c, before);
    }
    long[] first = new long[c.at(me).before.length];
    Arrays.fill(first, me == 0 ? Expectation.ANYTHING : 0);
    return first;
  }

  private static long[] reduceScatter(Collective c, int took, int me) {
    int[] counts = c.at(me).recvCounts;
    int first = Arrays.stream(counts, 0, me).sum();
    long[] block = Arrays.copyOfRange(folded(c, took), first, first + counts[me]);
    return over(c.at(me).before, 0, block);
  }

  private static long[] gather(Collective c, int took, int me) {
    return me == c.root() ? gathered(c, took, me) : c.at(me).before;
  }

  private static long[] gathered(Collective c, int took, int me) {
    Observation mine = c.at(me);
    long[] buffer = mine.before.clone();
    for (int from : c.ranksOf(took)) {
      int place = place(c, took, from, mine.shifts);
      long[] block = Arrays.copyOf(c.at(from).input, mine.recvCounts[from]);
      buffer = over(buffer, mine.recvDispls[place], block);
    }
    return buffer;
  }

  private static long[] scatter(Collective c, int took, int me) {
    Observation root = c.at(c.root());
    int place = place(c, took, me, root.shifts);
    return c.at(me).keepsOwnBlock
        ? c.at(me).before
        : over(c.at(me).before, 0, block(root, place, root.sendCounts[me]));
  }

  private static long[] allToAll(Collective c, int took, int me) {
    Observation mine = c.at(me);
    long[] buffer = mine.before.clone();
    for (int from : c.ranksOf(took)) {
      Observation sender = c.at(from);
      buffer = over(buffer, mine.recvDispls[from], block(sender, me, sender.sendCounts[me]));
    }
    return buffer;
  }

  private static long[] neighbors(Collective c, int took, int me) {
    Observation mine = c.at(me);
    long[] buffer = mine.before.clone();
    for (int i = 0; i < mine.sources.length; i++) {
      int from = mine.sources[i];
      if (from >= 0 && (took >> from & 1) == 1) {
        long[] sent = block(c.at(from), mine.sourceBlocks[i], mine.recvCounts[i]);
        buffer = over(buffer, mine.recvDispls[i], sent);
      }
    }
    return buffer;
  }

  /** Onto zeros. */
  private static long[] accumulated(Collective c, int took, int me) {
    return me == c.root() ? folded(c, took) : c.at(me).before;
  }

  private static long[] create(Collective c, int took, int me) {
    int[] group = LongStream.of(c.at(me).input).mapToInt(Math::toIntExact).toArray();
    int rank = indexOf(group, c.at(me).members[me]);
    return rank < 0 ? new long[0] : described(rank, group);
  }

  private static long[] split(Collective c, int took, int me) {
    long color = c.at(me).input[0];
    int[] ranks =
        Arrays.stream(c.ranksOf(took))
            .filter(r -> c.at(r).input[0] == color)
            .boxed()
            .sorted(Comparator.comparingLong((Integer r) -> c.at(r).input[1]).thenComparing(r -> r))
            .mapToInt(r -> r)
            .toArray();
    int[] members = Arrays.stream(ranks).map(r -> c.at(me).members[r]).toArray();
    return color < 0 ? new long[0] : described(indexOf(ranks, me), members);
  }

  /** A communicator, as a rank sees it: its rank, then the members. */
  static long[] described(int rank, int[] members) {
    return LongStream.concat(LongStream.of(rank), Arrays.stream(members).asLongStream()).toArray();
  }

  private static int place(Collective c, int took, int rank, boolean shifts) {
    return shifts ? indexOf(c.ranksOf(took), rank) : rank;
  }

  static long[] block(Observation from, int place, int count) {
    int first = from.sendDispls[place];
    return Arrays.copyOfRange(from.input, first, first + count);
  }

  static long[] over(long[] buffer, int first, long[] block) {
    long[] result = buffer.clone();
    System.arraycopy(block, 0, result, first, block.length);
    return result;
  }

  /** The inputs of some ranks, reduced in the order of their ranks. */
  static long[] folded(Collective c, int took) {
    return Arrays.stream(c.ranksOf(took))
        .mapToObj(rank -> c.at(rank).input)
        .reduce((left, right) -> elementwise(c.reduction(), left, right))
        .orElseThrow();
  }

  private static long[] elementwise(Reduction reduction, long[] left, long[] right) {
    return IntStream.range(0, left.length)
        .mapToLong(i -> reduction.apply(left[i], right[i]))
        .toArray();
  }

  private static int below(int rank) {
    return (1 << rank) - 1;
  }

  static int indexOf(int[] values, int value) {
    int index = values.length - 1;
    while (index >= 0 && values[index] != value) {
      index--;
    }
    return index;
  }
}
