package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.ReplicaGroups;

/** The hosts that a job may use, and how many ranks each has room for: its slots. */
final class HostList {
  /** {@code n0}, {@code n0:4} or {@code n0 slots=4}, with other words behind. */
  private static final Pattern ENTRY =
      Pattern.compile("([^\\s:/,]+)(?::(\\d{1,6}))?(?:\\s+slots\\s*=\\s*(\\d{1,6}))?(?:\\s.*)?");

  private static final int NO_HOST = -1;

  private final String origin;
  private final Map<String, Integer> slots = new LinkedHashMap<>();

  private HostList(String origin, Iterable<String> entries) {
    this.origin = origin;
    for (String entry : entries) {
      Matcher matcher = ENTRY.matcher(entry.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            origin + ": '" + entry + "' is no host; write for instance n0:4,n1:4");
      }
      String number = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
      slots.merge(matcher.group(1), number == null ? 1 : Integer.parseInt(number), Integer::sum);
    }
  }

  /**
   * The hosts of a list such as {@code n0:4,n1:4}.
   *
   * @throws IllegalArgumentException if it is none; the message says what to write
   */
  static HostList listed(String option, String list) {
    return new HostList(option + " " + list, List.of(list.split(",", -1)));
  }

  /**
   * The hosts of a file, one a line, such as {@code n0 slots=4}.
   *
   * @throws IllegalArgumentException if it cannot be read or names none
   */
  static HostList inFile(String option, String file) {
    try {
      List<String> lines =
          Files.readAllLines(Path.of(file)).stream()
              .map(line -> line.replaceFirst("#.*", ""))
              .filter(line -> !line.isBlank())
              .toList();
      if (lines.isEmpty()) {
        throw new IllegalArgumentException(option + " " + file + " names no host");
      }
      return new HostList(option + " " + file, lines);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          option + " " + file + " cannot be read; name a file with a host a line", e);
    }
  }

  /** The list as it was given. */
  @Override
  public String toString() {
    return String.join(",", slots.keySet());
  }

  /** No hosts. */
  static HostList none() {
    return new HostList("", List.of());
  }

  /**
   * Refuses hosts that another list has, too.
   *
   * @throws IllegalArgumentException if there is one; the message says what to write
   */
  void requireOthersThan(HostList other) {
    for (String name : slots.keySet()) {
      if (other.slots.containsKey(name)) {
        throw new IllegalArgumentException(
            "%s: %s is in %s; name another host".formatted(origin, name, other.origin));
      }
    }
  }

  /**
   * The name of the one host.
   *
   * @throws IllegalArgumentException if there are more
   */
  String only() {
    if (slots.size() != 1) {
      throw new IllegalArgumentException(origin + ": name one host, for instance n9:4");
    }
    return slots.keySet().iterator().next();
  }

  /** How many slots a host has; 0 if it is none of these. */
  int slots(String name) {
    return slots.getOrDefault(name, 0);
  }

  private int sum() {
    return slots.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * Gives each process a host: first the first replica of each rank, then the second of each, and
   * so on. Two replicas of a rank are on one host only if no other has a slot left.
   *
   * @param isByNode whether one process after the other goes to the next host, and not until a host
   *     is full
   * @throws IllegalArgumentException if there are more processes than slots
   */
  HostMap map(ReplicaGroups groups, boolean isByNode) {
    return map(groups, isByNode, null);
  }

  /**
   * The same; all hosts stay in the map, and behind them are spare ones.
   *
   * @param spares more hosts, which get no process; null for only those that get one
   */
  HostMap map(ReplicaGroups groups, boolean isByNode, @Nullable HostList spares) {
    int processes = groups.processes();
    if (processes > sum()) {
      throw new IllegalArgumentException(
          "-n %d%s: %s has %d slots; name more, for instance %s:%d"
              .formatted(
                  groups.ranks(),
                  groups.areReplicated() ? " with %d processes".formatted(processes) : "",
                  origin,
                  sum(),
                  slots.keySet().iterator().next(),
                  processes));
    }
    int[] left = slots.values().stream().mapToInt(Integer::intValue).toArray();
    int[] hostOf = new int[processes];
    Arrays.fill(hostOf, NO_HOST);
    int host = NO_HOST;
    for (int replica = 0; replica < ReplicaGroups.MAX_REPLICAS; replica++) {
      for (int rank = 0; rank < groups.ranks(); rank++) {
        if (replica < groups.size(rank)) {
          host = isByNode || host == NO_HOST ? (host + 1) % left.length : host;
          host = next(left, host, hostsOf(groups, rank, hostOf));
          left[host]--;
          hostOf[groups.first(rank) + replica] = host;
        }
      }
    }
    return used(hostOf, spares);
  }

  private static List<Integer> hostsOf(ReplicaGroups groups, int rank, int[] hostOf) {
    return Arrays.stream(groups.processesOf(rank)).mapToObj(process -> hostOf[process]).toList();
  }

  /** The first host from one on that has a slot left, and is not avoided if there is a choice. */
  private static int next(int[] left, int from, List<Integer> avoided) {
    List<Integer> free =
        IntStream.range(from, from + left.length)
            .map(host -> host % left.length)
            .filter(host -> left[host] > 0)
            .boxed()
            .toList();
    return free.stream().filter(host -> !avoided.contains(host)).findFirst().orElse(free.get(0));
  }

  /** The hosts that have a process, in the order in which they got their first, and all others. */
  private HostMap used(int[] hostOf, @Nullable HostList spares) {
    List<String> names = List.copyOf(slots.keySet());
    List<Integer> used = Arrays.stream(hostOf).distinct().boxed().toList();
    Set<String> mapped = new LinkedHashSet<>();
    used.forEach(each -> mapped.add(names.get(each)));
    if (spares != null) {
      names.stream().filter(name -> slots(name) > 0).forEach(mapped::add);
      mapped.addAll(spares.slots.keySet());
    }
    return new HostMap(List.copyOf(mapped), Arrays.stream(hostOf).map(used::indexOf).toArray(), 0);
  }
}
