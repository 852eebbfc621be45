package org.legio.simulator;

import java.util.function.BooleanSupplier;
import org.legio.runtime.engine.RankState;
import org.legio.ulfm.ports.Notes;

/** The {@link Notes} of one rank. Each note arrives some steps later, in order. */
final class SimulatedNotes implements Notes {
  private static final long DELAY = 16;

  private final SimulatedUniverse universe;
  private final RankState state;

  SimulatedNotes(SimulatedUniverse universe, RankState state) {
    this.universe = universe;
    this.state = state;
  }

  @Override
  public void hear(Reader reader) {
    state.noteReader = reader;
  }

  @Override
  public void tellAll(Kind kind) {
    for (int rank = 0; rank < universe.size(); rank++) {
      if (rank != state.rank) {
        tell(rank, kind, "");
      }
    }
  }

  @Override
  public void tell(int rank, Kind kind, String words) {
    RankState reader = universe.rank(rank);
    universe.scheduler().after(DELAY, () -> reader.read(kind, state.rank, words));
  }

  @Override
  public void repeat(long periodNs, BooleanSupplier work) {
    universe
        .scheduler()
        .after(
            periodNs / SimulatedJobPort.NS_PER_STEP,
            () -> {
              state.scheduler().disturb();
              if (!universe.isDead(state.rank) && work.getAsBoolean()) {
                repeat(periodNs, work);
              }
            });
  }
}
