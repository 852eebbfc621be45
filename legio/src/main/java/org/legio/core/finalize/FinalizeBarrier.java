package org.legio.core.finalize;

import java.util.function.LongSupplier;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.Ulfm;

/**
 * The last steps that all living ranks take together before MPI is finalized. Algorithm: {@link
 * #arrive} waits, by a non-blocking agreement, until all living ranks are in {@code MPI_Finalize}.
 * {@link #gather} repairs the world, so that all have the same view of the dead. {@link #leave}
 * waits until the others have left {@link #gather}. After that no rank needs another. The protocol
 * and why it ends: {@code docs/design/finalize.md}.
 */
public final class FinalizeBarrier {
  /** How long {@link #leave} waits for ranks that may have left already, in nanoseconds. */
  private static final long PATIENCE_NS = 5_000_000_000L;

  private final Context context;
  private final Substitute world;
  private final Departures departures;
  private final long all;

  /**
   * Makes the barrier of a job.
   *
   * @param world the substitute of {@code MPI_COMM_WORLD}
   * @param all a communicator of all processes that is never revoked or shrunk
   */
  public FinalizeBarrier(Context context, Substitute world, Departures departures, long all) {
    this.context = context;
    this.world = world;
    this.departures = departures;
    this.all = all;
  }

  /**
   * Completes the operations under way and waits until all living ranks have called {@code
   * MPI_Finalize}.
   *
   * @return false if another rank waits for this one in another call; this rank has departed then
   */
  public boolean arrive() throws Exception {
    if (!departures.await(context.progress()::isIdle)) {
      return false;
    }
    Ulfm.PendingAgreement arrival = context.ulfm().startAgreement(all, true);
    boolean together = departures.awaitAll(() -> arrival.poll() != null);
    departures.end();
    return together;
  }

  /** Repairs the world's substitute; afterwards all ranks have the same view of the dead. */
  public void gather() throws Exception {
    world.beginLast();
    world.collective("Finalize", (comm, ranks) -> {});
  }

  /**
   * Waits until the other living ranks have left {@link #gather}, because they may need this rank's
   * answers in it. A rank that has left already cannot be told from a silent one, so the wait has a
   * limit.
   */
  public void leave() throws Exception {
    LongSupplier clock = context.nanoTime();
    long began = clock.getAsLong();
    Ulfm.PendingAgreement pending = context.ulfm().startAgreement(world.handle(), true);
    context
        .progress()
        .pollUntil(() -> pending.poll() != null || clock.getAsLong() - began >= PATIENCE_NS);
  }
}
