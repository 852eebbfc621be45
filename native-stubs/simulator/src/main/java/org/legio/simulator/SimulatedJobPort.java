package org.legio.simulator;

import java.util.Optional;
import org.legio.runtime.engine.RankState;
import org.legio.ulfm.ports.BoardMemory;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Notes;

/** The {@link Job} of one rank. */
final class SimulatedJobPort implements Job {
  static final long NS_PER_STEP = 10_000;

  private final SimulatedUniverse universe;
  private final RankState state;

  SimulatedJobPort(SimulatedUniverse universe, RankState state) {
    this.universe = universe;
    this.state = state;
  }

  @Override
  public Error abort(int status, String message) {
    state.scheduler().step(state.rank, "abort");
    throw universe.abort(status, message);
  }

  @Override
  public void crash(int status) {
    state.scheduler().step(state.rank, "crash");
    universe.scheduler().kill(state.rank);
    throw new Death();
  }

  @Override
  public void announceFailure(int rankInWorld) {
    state.scheduler().step(state.rank, "announceFailure");
    universe.announceFailure(rankInWorld);
  }

  @Override
  public Notes notes() {
    return new SimulatedNotes(universe, state);
  }

  @Override
  public void exit(int status) {
    throw new Death(); // the rank has finalized MPI, so no other rank notices
  }

  @Override
  public boolean isOnOneNode() {
    return universe.isOnOneHost();
  }

  @Override
  public String host() {
    return "host-" + universe.hostOf(state.rank);
  }

  @Override
  public Optional<BoardMemory> boardMemory() {
    return Optional.of(new SimulatedBoards(universe, state));
  }

  @Override
  public long nanoTime() {
    return universe.scheduler().clock() * NS_PER_STEP;
  }

  @Override
  public void yieldFor(long nanos) {
    BatonScheduler scheduler = universe.scheduler();
    long steps = nanos / NS_PER_STEP;
    if (steps > 0) { // with 0, the test that has found nothing has already let others continue
      long end = scheduler.clock() + steps;
      scheduler.after(steps, state::wake);
      scheduler.await(state.rank, () -> scheduler.clock() >= end, () -> "the end of its nap");
    }
  }
}
