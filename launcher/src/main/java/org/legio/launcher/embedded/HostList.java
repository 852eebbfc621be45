package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
    return used(hostOf);
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

  /** The map of those hosts that have a process, in the order in which they got their first. */
  private HostMap used(int[] hostOf) {
    List<String> names = List.copyOf(slots.keySet());
    List<Integer> used = Arrays.stream(hostOf).distinct().boxed().toList();
    return new HostMap(
        used.stream().map(names::get).toList(),
        Arrays.stream(hostOf).map(used::indexOf).toArray(),
        0);
  }
}
