package org.legio.core;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.Ulfm;

/**
 * The last steps together before MPI is finalised, after which no rank waits for another: see
 * {@code docs/finalize.md}.
 */
final class Drain {
  private static final long PATIENCE_NS = 5_000_000_000L;

  private final Context context;
  private final Substitute world;

  /** Kept, for MPI may write into its memory as long as there is MPI. */
  private Ulfm.@Nullable PendingAgreement pending;

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
  void leave() {
    LongSupplier clock = context.nanoTime();
    long began = clock.getAsLong();
    pending = context.ulfm().startAgreement(world.handle(), true);
    while (pending.poll() == null && clock.getAsLong() - began < PATIENCE_NS) {
      context.pause().accept(0);
    }
    context.ulfm().end().ifPresent(context.report()::endsNotAlone);
  }
}
