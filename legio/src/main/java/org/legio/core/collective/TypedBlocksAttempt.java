package org.legio.core.collective;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.core.buffer.StagedBuffer;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Shape;

/**
 * The attempts of {@code MPI_Alltoallw}, whose blocks have a type each and places in bytes. Blocks
 * belong to original ranks; those of missing ranks are not sent, and stay as they were in the
 * receive buffer.
 */
final class TypedBlocksAttempt implements CollectiveAttempt.Startable {
  private final Pmpi pmpi;
  private final CollectiveCall call;
  private final StagedBuffer from;
  private final StagedBuffer into;
  private final CollectiveCall attempted = new CollectiveCall();

  TypedBlocksAttempt(Pmpi pmpi, CollectiveCall call, StagedBuffer.Lifetime lifetime)
      throws Exception {
    this.pmpi = pmpi;
    this.call = call;
    this.from = StagedBuffer.toSend(pmpi, call.sent(), Shape.TYPED, 0, lifetime);
    this.into = StagedBuffer.toReceive(pmpi, call.received(), Shape.TYPED, 0, lifetime);
    attempted.of(call.operation());
  }

  @Override
  public void on(long comm, RankTranslation ranks) throws Exception {
    pmpi.collective(comm, translated(ranks));
  }

  @Override
  public long start(long comm, RankTranslation ranks) throws Exception {
    return pmpi.startCollective(comm, translated(ranks));
  }

  @Override
  public void end(boolean done) {
    if (done) {
      into.store();
    }
  }

  private CollectiveCall translated(RankTranslation ranks) {
    into.load();
    translate(call.sent(), from, ranks, attempted.sent());
    translate(call.received(), into, ranks, attempted.received());
    return attempted;
  }

  /**
   * Places are told from where the foremost block is: of a single process Open MPI 5.0.7 ignores
   * where its block is. Empty blocks do not count, for they may be anywhere.
   */
  private static void translate(
      MessageData of, StagedBuffer staged, RankTranslation ranks, MessageData to) {
    int[] counts = ranks.compress(requireNonNull(of.counts()));
    int[] places = ranks.compress(StagedBuffer.placesOf(of));
    IntStream filled = IntStream.range(0, counts.length).filter(block -> counts[block] > 0);
    int base = filled.map(block -> places[block]).min().orElse(0);
    Arrays.setAll(places, block -> places[block] - base);
    to.at(staged.from(base))
        .items(
            new int[counts.length],
            counts,
            places,
            ranks.compress(requireNonNull(of.types())),
            ranks.compress(requireNonNull(of.baseTypes())));
  }
}
