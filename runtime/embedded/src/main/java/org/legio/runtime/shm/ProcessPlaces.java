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
    return host(place(process));
  }

  public boolean isHere(int process) {
    return hostOf(process) == map.me();
  }

  /** The processes of a host, in ascending order. */
  public int[] processesOf(int host) {
    return IntStream.range(0, map.processes()).filter(p -> hostOf(p) == host).toArray();
  }

  /**
   * Where a process is, and after which loss of hosts it came there: as {@link #host} and {@link
   * #since} read it. A place that a process has left never comes again.
   */
  public long place(int process) {
    long word = word(process);
    return word == HOME ? map.hostOf(process) : word;
  }

  /** Where a process was first. */
  public long home(int process) {
    return map.hostOf(process);
  }

  /** The host of a place. */
  public static int host(long place) {
    return (int) place & HOST_MASK;
  }

  /** The loss of hosts after which a process came to a place; 0 if it has always been there. */
  public static long since(long place) {
    return place >>> HOST_BITS;
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
