package org.legio.runtime.replica;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.Map;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.Host;
import org.legio.runtime.shm.Step;

/** The {@link Host} of the launcher of a {@link SimulatedJob}, which makes no steps. */
class SimulatedHost implements Host {
  final SimulatedJob simulation;

  SimulatedHost(SimulatedJob simulation) {
    this.simulation = simulation;
  }

  @Override
  public ByteBuffer memory() {
    return simulation.memory();
  }

  @Override
  public void join(int member) {}

  @Override
  public Closeable standInFor(int member) {
    throw new IllegalStateException("all processes live on one host");
  }

  @Override
  public boolean isGone(int member) {
    return simulation.isGone(member);
  }

  @Override
  public boolean hasEnded(int member) {
    return false;
  }

  @Override
  public boolean areCoresShared(int processes) {
    return true;
  }

  @Override
  public IdleStrategy waiting(int processes, Runnable meanwhile) {
    throw new IllegalStateException("the launcher waits for nobody");
  }

  @Override
  public void spin() {
    throw new IllegalStateException("the launcher waits for nobody");
  }

  @Override
  public long nanoTime() {
    return simulation.nanoTime();
  }

  @Override
  public void step(Step step) {}

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

  @Override
  public void addTo(Map<String, String> environment) {}

  @Override
  public void unlink() {}

  @Override
  public void close() {}
}
