package org.legio.core;

import java.util.function.LongSupplier;
import org.legio.ulfm.Ulfm;

/**
 * The last steps together before MPI is finalised, after which no rank waits for another: see
 * {@code docs/design/finalize.md}.
 */
public final class FinalizeBarrier {
  private static final long PATIENCE_NS = 5_000_000_000L;

  private final Context context;
  private final Substitute world;
  private final Departures departures;
  private final long all;

  /**
   * Makes that of a job.
   *
   * @param world what carries {@code MPI_COMM_WORLD}
   * @param all a communicator of all processes that is never revoked or shrunk
   */
  public FinalizeBarrier(Context context, Substitute world, Departures departures, long all) {
    this.context = context;
    this.world = world;
    this.departures = departures;
    this.all = all;
  }

  /**
   * Completes what is under way and waits until all living ranks have called {@code MPI_Finalize}.
   *
   * @return false if others wait for this rank in something else; it has departed then
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

  /** Mends what carries the world; afterwards all know alike who has died. */
  public void gather() throws Exception {
    world.collective("Finalize", (comm, ranks) -> {});
  }

  /**
   * Leaves when all others that live have come out of {@link #gather}, where they may need this
   * rank's answers. That others have left already cannot be told from their silence, so it is not
   * waited for longer than the patience.
   */
  public void leave() throws Exception {
    LongSupplier clock = context.nanoTime();
    long began = clock.getAsLong();
    Ulfm.PendingAgreement pending = context.ulfm().startAgreement(world.handle(), true);
    context
        .progress()
        .pollUntil(() -> pending.poll() != null || clock.getAsLong() - began >= PATIENCE_NS);
    context.ulfm().end().ifPresent(context.report()::endsNotAlone);
  }
}
