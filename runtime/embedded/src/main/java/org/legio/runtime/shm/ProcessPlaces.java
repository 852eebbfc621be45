package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.legio.runtime.lanes.Words;

/**
 * On which host each process of a job runs: at first where the {@link HostMap} says, until that
 * host is lost, and the process is restarted on another one.
 */
public final class ProcessPlaces {
  private static final int HOST_BITS = 16;
  private static final int HOST_MASK = (1 << HOST_BITS) - 1;

  /** Where the map says. */
  private static final long HOME = 0;

  private final JobShape shape;
  private final HostMap map;
  private final ByteBuffer memory;

  ProcessPlaces(JobShape shape, HostMap map, ByteBuffer memory) {
    this.shape = shape;
    this.map = map;
    this.memory = memory;
  }

  private long word(int process) {
    return Words.getAcquire(memory, shape.place(process));
  }

  /** The number of a process's host. */
  public int hostOf(int process) {
    long word = word(process);
    return word == HOME ? map.hostOf(process) : (int) word & HOST_MASK;
  }

  public boolean isHere(int process) {
    return hostOf(process) == map.me();
  }

  /** The processes of a host, in ascending order. */
  public int[] processesOf(int host) {
    return IntStream.range(0, map.processes()).filter(p -> hostOf(p) == host).toArray();
  }

  /** After which loss of hosts a process came to where it is; 0 if it has always been there. */
  long since(int process) {
    return word(process) >>> HOST_BITS;
  }

  /**
   * A process runs on another host from now on.
   *
   * @param since from 1 on; grows from loss to loss
   */
  void move(int process, int host, long since) {
    Words.setRelease(memory, shape.place(process), since << HOST_BITS | host);
  }
}
