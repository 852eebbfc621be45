package org.legio.core;

import java.util.function.LongSupplier;
import org.legio.ulfm.Ulfm;

/**
 * The last steps together before MPI is finalised, after which no rank waits for another: see
 * {@code docs/finalize.md}.
 */
final class Drain {
  private static final long PATIENCE_NS = 5_000_000_000L;

  private final Context context;
  private final Substitute world;

  /**
   * Makes that of a job.
   *
   * @param world what carries {@code MPI_COMM_WORLD}
   */
  Drain(Context context, Substitute world) {
    this.context = context;
    this.world = world;
  }

  /** Waits until all living ranks have come so far; afterwards all know alike who has died. */
  void gather() throws Exception {
    world.collective("Finalize", (comm, ranks) -> {});
  }

  /**
   * Leaves when all others that live have come out of {@link #gather}, where they may need this
   * rank's answers. That others have left already cannot be told from their silence, so it is not
   * waited for longer than the patience.
   */
  void leave() throws Exception {
    LongSupplier clock = context.nanoTime();
    long began = clock.getAsLong();
    Ulfm.PendingAgreement pending = context.ulfm().startAgreement(world.handle(), true);
    context
        .progress()
        .pollUntil(() -> pending.poll() != null || clock.getAsLong() - began >= PATIENCE_NS);
    context.ulfm().end().ifPresent(context.report()::endsNotAlone);
  }
}
