package org.legio.core.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.legio.core.FakeMpi;
import org.legio.core.buffer.BasicTypes;
import org.legio.core.buffer.PackedItems;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Pmpi;

/** How large an operation is, must be the same for all members, whatever their arguments. */
class PublishedPartTest {
  private static final int RANKS = 4;
  private static final int ROOT = 2;

  /** Types of these handles have so many bytes. */
  private static final long FOUR_BYTES = 4;

  private static final long EIGHT_BYTES = 8;

  private static PublishedPart part(int rank) throws Exception {
    Pmpi pmpi = FakeMpi.ofSize(RANKS).pmpi();
    return new PublishedPart(new PackedItems(pmpi, 1, new BasicTypes(pmpi)), RANKS, rank);
  }

  private static CollectiveCall call(Collective operation) {
    return new CollectiveCall().of(operation).root(ROOT);
  }

  @Test
  void rootAndOthersOfAScatterKnowTheSameSize() throws Exception {
    CollectiveCall atRoot = call(Collective.SCATTER);
    atRoot.sent().at(new int[24], false).items(6, FOUR_BYTES, 5);
    CollectiveCall elsewhere = call(Collective.SCATTER);
    elsewhere.received().at(new long[3], false).items(3, EIGHT_BYTES, 6);
    assertThat(part(ROOT).largestEntry(atRoot)).isEqualTo(96);
    assertThat(part(1).largestEntry(elsewhere)).isEqualTo(96);
  }

  @Test
  void rootInPlaceAndOthersOfAGatherKnowTheSameSize() throws Exception {
    CollectiveCall atRoot = call(Collective.GATHER);
    atRoot.received().at(new int[24], false).items(6, FOUR_BYTES, 5);
    CollectiveCall elsewhere = call(Collective.GATHER);
    elsewhere.sent().at(new long[3], false).items(3, EIGHT_BYTES, 6);
    assertThat(part(ROOT).largestEntry(atRoot)).isEqualTo(24);
    assertThat(part(1).largestEntry(elsewhere)).isEqualTo(24);
  }

  /** In ints, four blocks of so many items would be no items at all. */
  @Test
  void manyItemsAreNotTakenForFew() throws Exception {
    CollectiveCall exchange = call(Collective.ALL_TO_ALL);
    exchange.sent().items(1 << 30, FOUR_BYTES, 5);
    exchange.received().items(1 << 30, FOUR_BYTES, 5);
    assertThat(part(1).largestEntry(exchange)).isEqualTo(1L << 34);
    CollectiveCall reduction = call(Collective.REDUCE_SCATTER_BLOCK);
    reduction.received().items(1 << 30, FOUR_BYTES, 5);
    assertThat(part(1).largestEntry(reduction)).isEqualTo(1L << 34);
  }

  @Test
  void negativeCountsAreLeftToMpi() throws Exception {
    CollectiveCall dealt = call(Collective.REDUCE_SCATTER);
    dealt.received().items(new int[] {5, -1, 2, 2}, FOUR_BYTES, 5);
    assertThat(part(1).largestEntry(dealt)).isNegative();
    CollectiveCall gathered = call(Collective.ALL_GATHERV);
    gathered.received().items(new int[] {5, -1, 2, 2}, new int[RANKS], FOUR_BYTES, 5);
    assertThat(part(1).largestEntry(gathered)).isNegative();
    CollectiveCall broadcast = call(Collective.BCAST);
    broadcast.received().items(-1, FOUR_BYTES, 5);
    assertThat(part(1).largestEntry(broadcast)).isNegative();
  }

  /** MPI reads as many counts as there are ranks; what is behind them may differ. */
  @Test
  void countsOfNoRankAreNotRead() throws Exception {
    CollectiveCall gathered = call(Collective.ALL_GATHERV);
    gathered.received().items(new int[] {5, 1, 2, 2, 9999, -1}, new int[6], FOUR_BYTES, 5);
    assertThat(part(1).largestEntry(gathered)).isEqualTo(20);
    CollectiveCall dealt = call(Collective.REDUCE_SCATTER);
    dealt.received().items(new int[] {5, 1, 2, 2, 9999, -1}, FOUR_BYTES, 5);
    assertThat(part(1).largestEntry(dealt)).isEqualTo(40);
  }
}
