package org.legio.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where the ranks of a job of the embedded runtime have run, beside the ranks' own marks. Empty for
 * jobs on one host, and of other MPIs.
 *
 * @param hosts the name of each rank's host, or the names of those of its replicas
 * @param losses when hosts were lost, by name, in seconds since the job was started
 * @param traffic what hosts have received from each other
 */
public record HostMarks(
    Map<Integer, String> hosts, Map<String, Double> losses, List<HostTraffic> traffic) {
  public static final HostMarks NONE = new HostMarks(Map.of(), Map.of(), List.of());

  /** Stands between the names of the hosts of a rank's replicas. */
  public static final String BETWEEN = ",";

  private static final String HOSTS = "hosts";
  private static final String LOSSES = "lost-hosts";
  private static final String TRAFFIC = "host-traffic";

  /** Writes the names of the ranks' hosts, in the order of ranks, into the job's folder. */
  public static void write(Path folder, List<String> hosts) throws IOException {
    Files.write(folder.resolve(HOSTS), hosts);
  }

  /** Writes that a host is lost. */
  public static void addLoss(Path folder, String host, double seconds) throws IOException {
    add(folder.resolve(LOSSES), host + " " + seconds);
  }

  /** Writes what a host has received from another one. */
  public static void add(Path folder, HostTraffic traffic) throws IOException {
    add(folder.resolve(TRAFFIC), traffic.line());
  }

  private static void add(Path file, String line) throws IOException {
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  static HostMarks read(Path folder) throws IOException {
    Map<Integer, String> hosts = new TreeMap<>();
    for (String host : lines(folder.resolve(HOSTS))) {
      hosts.put(hosts.size(), host);
    }
    Map<String, Double> losses = new TreeMap<>();
    for (String line : lines(folder.resolve(LOSSES))) {
      String[] words = line.split(" ");
      losses.put(words[0], Double.valueOf(words[1]));
    }
    return new HostMarks(
        hosts, losses, lines(folder.resolve(TRAFFIC)).stream().map(HostTraffic::parse).toList());
  }

  /** Whether a host on which a process of a rank has been started is lost. */
  boolean hasLostHostOf(int rank) {
    return Pattern.compile(BETWEEN, Pattern.LITERAL)
        .splitAsStream(hosts.getOrDefault(rank, ""))
        .anyMatch(losses::containsKey);
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
