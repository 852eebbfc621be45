package org.legio.runtime.shm;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import org.legio.runtime.lanes.IdleStrategy;

/**
 * A host of plain memory, as a daemon or launcher sees it, all processes of which live. Simulated
 * hosts replace what they simulate.
 */
public class PlainHost implements Host {
  private final ByteBuffer memory;

  /** A host with so many bytes. */
  public PlainHost(int bytes) {
    this(ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()));
  }

  /** A host with this memory. */
  public PlainHost(ByteBuffer memory) {
    this.memory = memory;
  }

  @Override
  public ByteBuffer memory() {
    return memory;
  }

  @Override
  public void join(int member) {}

  @Override
  public Closeable standInFor(int member) {
    return () -> {};
  }

  @Override
  public boolean isGone(int member) {
    return false;
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
    throw new IllegalStateException("a daemon or launcher waits for nobody");
  }

  @Override
  public void nap() {
    spin();
  }

  @Override
  public void spin() {
    throw new IllegalStateException("a daemon or launcher waits for nobody");
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void step(Step step) {}

  @Override
  public void kill(long pid) {
    throw new IllegalStateException("nobody is killed");
  }

  @Override
  public void warn(String message) {
    throw new IllegalStateException(message);
  }

  @Override
  public CheckpointFiles checkpoints() {
    throw new IllegalStateException("nothing is kept");
  }

  @Override
  public void addTo(Map<String, String> environment) {}

  @Override
  public void unlink() {}

  @Override
  public void close() {}
}
