package org.legio.runtime.replica;

import java.io.Closeable;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.PlainHost;

/** The host of a {@link SimulatedJob} as its launcher sees it, which makes no steps. */
class SimulatedHost extends PlainHost {
  final SimulatedJob simulation;

  SimulatedHost(SimulatedJob simulation) {
    super(simulation.memory());
    this.simulation = simulation;
  }

  @Override
  public Closeable standInFor(int member) {
    throw new IllegalStateException("all processes live on one host");
  }

  @Override
  public boolean isGone(int member) {
    return simulation.isGone(member);
  }

  @Override
  public long nanoTime() {
    return simulation.nanoTime();
  }

  @Override
  public void kill(long pid) {
    simulation.kill(pid);
  }

  @Override
  public void warn(String message) {
    simulation.warn(message);
  }

  @Override
  public CheckpointFiles checkpoints() {
    return simulation.checkpoints();
  }
}
