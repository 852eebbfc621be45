package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.runtime.shm.HostMap;

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
   * Gives each rank a host.
   *
   * @param isByNode whether one rank after the other goes to the next host, and not until a host is
   *     full
   * @throws IllegalArgumentException if there are more ranks than slots
   */
  HostMap map(int ranks, boolean isByNode) {
    if (ranks > sum()) {
      throw new IllegalArgumentException(
          "-n %d: %s has %d slots; name more, for instance %s:%d"
              .formatted(ranks, origin, sum(), slots.keySet().iterator().next(), ranks));
    }
    List<String> names = List.copyOf(slots.keySet());
    int[] left = slots.values().stream().mapToInt(Integer::intValue).toArray();
    List<String> used = new ArrayList<>();
    int[] hostOf = new int[ranks];
    int host = NO_HOST;
    for (int rank = 0; rank < ranks; rank++) {
      host = isByNode || host == NO_HOST ? (host + 1) % left.length : host;
      while (left[host] == 0) {
        host = (host + 1) % left.length;
      }
      left[host]--;
      if (!used.contains(names.get(host))) {
        used.add(names.get(host));
      }
      hostOf[rank] = used.indexOf(names.get(host));
    }
    return new HostMap(used, hostOf, 0);
  }
}
