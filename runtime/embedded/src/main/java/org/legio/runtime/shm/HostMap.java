package org.legio.runtime.shm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which processes of a job live on which host, on which of them this process is, and how many
 * streams join two processes of different hosts.
 */
public final class HostMap {
  private static final String BETWEEN = "/";
  private static final String RESERVED = "";

  private final List<String> names;
  private final int[] hostOf;
  private final int me;
  private final int streams;

  /**
   * A map; two processes of different hosts have one stream.
   *
   * @param names of the hosts
   * @param hostOf the number of each process's host
   * @param me the number of this process's host
   */
  public HostMap(List<String> names, int[] hostOf, int me) {
    this(names, hostOf, me, 1);
  }

  private HostMap(List<String> names, int[] hostOf, int me, int streams) {
    this.streams = streams;
    this.names = List.copyOf(names);
    this.hostOf = hostOf.clone();
    this.me = me;
    if (me < 0 || me >= names.size() || !areHosts(hostOf)) {
      throw new IllegalArgumentException(
          "host %d and processes on %s, of %d hosts"
              .formatted(me, Arrays.toString(hostOf), names.size()));
    }
  }

  /** Written without a stream, the first of which costs the start of a rank some milliseconds. */
  private boolean areHosts(int[] numbers) {
    for (int number : numbers) {
      if (number < 0 || number >= names.size()) {
        return false;
      }
    }
    return true;
  }

  /** All processes on one host. */
  public static HostMap single(int processes) {
    return new HostMap(List.of("localhost"), new int[processes], 0);
  }

  /** The map that {@link #toString} has written. */
  public static HostMap parse(String text) {
    List<String> parts = List.of(text.split(BETWEEN, -1));
    int[] hostOf = Arrays.stream(parts.get(1).split(",")).mapToInt(Integer::parseInt).toArray();
    int[] meAndStreams =
        Arrays.stream(parts.get(0).split(",")).mapToInt(Integer::parseInt).toArray();
    return new HostMap(parts.subList(2, parts.size()), hostOf, meAndStreams[0], meAndStreams[1]);
  }

  /** The same map, seen from another host. */
  public HostMap seenFrom(int host) {
    return new HostMap(names, hostOf, host, streams);
  }

  /** The same map, where two processes of different hosts have so many streams. */
  public HostMap withStreams(int count) {
    return new HostMap(names, hostOf, me, count);
  }

  /** The same map with so many more numbers, for hosts that may join the job while it runs. */
  public HostMap withReserve(int count) {
    List<String> all = new ArrayList<>(names);
    all.addAll(Collections.nCopies(count, RESERVED));
    return new HostMap(all, hostOf, me, streams);
  }

  /** Whether a number is reserved for a host that has not joined. */
  public boolean isReserved(int host) {
    return names.get(host).equals(RESERVED);
  }

  /** The same map, where a reserved number is that of a host. */
  public HostMap withJoined(int host, String name) {
    List<String> all = new ArrayList<>(names);
    all.set(host, name);
    return new HostMap(all, hostOf, me, streams);
  }

  /** How many streams join two processes of different hosts. */
  public int streams() {
    return streams;
  }

  public boolean areSeveral() {
    return names.size() > 1;
  }

  /** Whether any host has several processes. */
  public boolean areShared() {
    boolean[] isUsed = new boolean[hosts()];
    for (int host : hostOf) { // no stream: see areHosts
      if (isUsed[host]) {
        return true;
      }
      isUsed[host] = true;
    }
    return false;
  }

  /** How many hosts there are. */
  public int hosts() {
    return names.size();
  }

  public int processes() {
    return hostOf.length;
  }

  /** The number of this process's host. */
  public int me() {
    return me;
  }

  /** The name of a host; of one that has joined, only the launcher and later hosts know it. */
  public String name(int host) {
    return isReserved(host) ? "number " + host : names.get(host);
  }

  /** The number of a process's host. */
  public int hostOf(int process) {
    return hostOf[process];
  }

  public boolean isHere(int process) {
    return hostOf[process] == me;
  }

  /** The processes of a host, in ascending order. */
  public int[] processesOf(int host) {
    return IntStream.range(0, hostOf.length).filter(p -> hostOf[p] == host).toArray();
  }

  /** How many processes there are on the host of a process. */
  int countBeside(int process) {
    return processesOf(hostOf[process]).length;
  }

  /** How many processes of its host come before a process. */
  int placeOnHost(int process) {
    return (int) IntStream.range(0, process).filter(p -> hostOf[p] == hostOf[process]).count();
  }

  @Override
  public String toString() {
    return me
        + ","
        + streams
        + BETWEEN
        + IntStream.of(hostOf).mapToObj(Integer::toString).collect(Collectors.joining(","))
        + BETWEEN
        + String.join(BETWEEN, names);
  }
}
