package org.legio.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trees over members that live on any hosts. */
class PlacementTest {
  private static final int SEEDS = 300;
  private static final int MOST = 40;

  private static List<Tree> trees(Placement placement, int size, int root) {
    return IntStream.range(0, size).mapToObj(member -> placement.tree(member, root)).toList();
  }

  /** The members in the order in which data from the root reaches them. */
  private static List<Integer> reached(List<Tree> trees, int root) {
    List<Integer> reached = new ArrayList<>();
    ArrayDeque<Integer> next = new ArrayDeque<>(List.of(root));
    while (!next.isEmpty() && reached.size() <= trees.size()) {
      int member = next.remove();
      reached.add(member);
      next.addAll(trees.get(member).children());
    }
    return reached;
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, SEEDS);
  }

  @Test
  void onePerHostIsSeveralHostsWithOneEach() {
    assertThat(Placement.of(3, member -> 2 - member).isOnePerHost()).isTrue();
    assertThat(Placement.of(3, member -> member / 2).isOnePerHost()).isFalse();
    assertThat(Placement.of(1, member -> 0).isOnePerHost()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allAreReachedOnceAndEachHostToo(long seed) {
    Random random = new Random(seed);
    int size = 1 + random.nextInt(MOST);
    int[] hostOf = random.ints(size, 0, 1 + random.nextInt(size)).toArray();
    Placement placement = Placement.of(size, member -> hostOf[member]);
    int root = random.nextInt(size);

    List<Tree> trees = trees(placement, size, root);

    assertThat(reached(trees, root))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, size).boxed().toList());
    assertThat(trees.get(root).isRoot()).isTrue();
    int crossings = 0;
    for (int member = 0; member < size; member++) {
      for (int child : trees.get(member).children()) {
        assertThat(trees.get(child).parent()).isEqualTo(member);
        crossings += hostOf[child] == hostOf[member] ? 0 : 1;
      }
    }
    assertThat(crossings).isEqualTo(IntStream.of(hostOf).distinct().count() - 1);
    assertThat(placement.isOnSeveralHosts()).isEqualTo(crossings > 0);
  }

  @Test
  void onOneHostItIsBinomial() {
    List<Tree> trees = trees(Placement.of(6, member -> 0), 6, 2);
    assertThat(trees)
        .containsExactly(
            new Tree(2, List.of(1)),
            new Tree(0, List.of()),
            new Tree(Tree.NONE, List.of(0, 4, 3)),
            new Tree(2, List.of()),
            new Tree(2, List.of(5)),
            new Tree(4, List.of()));
  }

  @Test
  void dataForOtherHostsGoesFirst() {
    Placement placement = Placement.of(8, member -> member / 2);
    assertThat(placement.tree(3, 3)).isEqualTo(new Tree(Tree.NONE, List.of(6, 4, 2)));
  }
}
