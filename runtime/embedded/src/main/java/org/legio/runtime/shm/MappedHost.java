package org.legio.runtime.shm;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.lanes.BackoffIdleStrategy;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.runtime.lanes.ProcessLocks;
import org.legio.runtime.lanes.SegmentName;
import org.legio.runtime.lanes.SharedMemory;
import org.legio.ulfm.messages.Messages;

/** The {@link Host} of real processes: they map a file, and lock a byte of it while they live. */
final class MappedHost implements Host {
  private static final long NAP_NS = 400_000;

  private final SegmentName name;
  private final SharedMemory file;
  private final int cores;
  private final CheckpointFiles checkpoints;
  private volatile @Nullable ProcessLocks locks;

  /**
   * A host.
   *
   * @param cores how many cores the processes share
   * @param checkpoints the files of the processes' checkpoints
   */
  MappedHost(SegmentName name, SharedMemory file, int cores, CheckpointFiles checkpoints) {
    this.name = name;
    this.file = file;
    this.cores = cores;
    this.checkpoints = checkpoints;
  }

  @Override
  public ByteBuffer memory() {
    return file.memory();
  }

  @Override
  public void join(int member) throws IOException {
    locks = file.join(member);
  }

  @Override
  public Closeable standInFor(int member) throws IOException {
    return file.join(member)::close;
  }

  @Override
  public boolean isGone(int member) {
    ProcessLocks joined = locks;
    return joined != null && joined.isGone(member);
  }

  @Override
  public boolean hasEnded(int member) {
    try {
      return file.hasEnded(member);
    } catch (IOException e) {
      throw new UncheckedIOException("the lock of member " + member + " cannot be tested", e);
    }
  }

  @Override
  public boolean areCoresShared(int processes) {
    return processes > cores;
  }

  @Override
  public IdleStrategy waiting(int processes, Runnable meanwhile) {
    return BackoffIdleStrategy.forRanks(processes, cores, meanwhile);
  }

  @Override
  public void spin() {
    Thread.onSpinWait();
  }

  @Override
  public void nap() {
    LockSupport.parkNanos(this, NAP_NS);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void step(Step step) {}

  @Override
  public void kill(long pid) {
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Override
  public void warn(String message) {
    Messages.say("legio: " + message);
  }

  @Override
  public CheckpointFiles checkpoints() {
    return checkpoints;
  }

  @Override
  public void addTo(Map<String, String> environment) {
    environment.put(JobMemory.FILE, name.path().toString());
    environment.put(JobMemory.PLACE, file.place().toString());
    environment.put(JobMemory.CORES, Integer.toString(cores));
    environment.put(JobMemory.CHECKPOINTS, checkpoints.base().toString());
  }

  @Override
  public void unlink() throws IOException {
    file.unlink();
  }

  @Override
  public void close() throws IOException {
    ProcessLocks joined = locks;
    if (joined != null) {
      joined.close();
    }
    file.close();
  }
}
