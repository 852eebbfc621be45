package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.legio.agent.PackedFiles;
import org.legio.agent.RankFiles;
import org.legio.launcher.job.HostMarks;
import org.legio.launcher.job.HostTraffic;
import org.legio.runtime.hosts.LinkFigures;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.messages.Messages;

/** Puts what is known of ranks and hosts into the job's folder, where the launcher reads it. */
final class ReceivedMarks {
  private static final double NS_PER_MS = 1e6;

  /** Writes into the folder. */
  @FunctionalInterface
  private interface Writer {
    void writeTo(Path folder) throws IOException;
  }

  private final Optional<Path> folder;
  private final long beganNs = System.nanoTime();

  /**
   * Prepares.
   *
   * @param variables of the ranks, as they would be on one host
   */
  ReceivedMarks(Map<String, String> variables) {
    this.folder = Optional.ofNullable(variables.get(RankFiles.VARIABLE)).map(Path::of);
  }

  /** The job's folder; empty if a user has started this process by hand. */
  Optional<Path> folder() {
    return folder;
  }

  /** Writes where the ranks run. */
  void begin(HostMap map, ReplicaGroups groups) {
    write(
        to ->
            HostMarks.write(
                to,
                IntStream.range(0, groups.ranks())
                    .mapToObj(rank -> names(map, groups, rank))
                    .toList()));
  }

  private static String names(HostMap map, ReplicaGroups groups, int rank) {
    return Arrays.stream(groups.processesOf(rank))
        .mapToObj(process -> map.name(map.hostOf(process)))
        .distinct()
        .collect(Collectors.joining(HostMarks.BETWEEN));
  }

  /** Takes what a rank has left. */
  void add(int rank, byte[] packed) {
    write(to -> PackedFiles.unpack(packed, rank, to));
  }

  /** Notes that a host is lost. */
  void addLoss(String host) {
    double seconds = (System.nanoTime() - beganNs) / 1e9;
    write(to -> HostMarks.addLoss(to, host, seconds));
  }

  /** Notes what a host has received from another one. */
  void add(String from, String host, LinkFigures figures) {
    HostTraffic traffic =
        new HostTraffic(
            from,
            host,
            figures.receivedBytes(),
            figures.broken(),
            figures.roundTripNs() / NS_PER_MS);
    write(to -> HostMarks.add(to, traffic));
  }

  private void write(Writer writer) {
    if (folder.isEmpty()) {
      return;
    }
    try {
      writer.writeTo(folder.get());
    } catch (IOException e) {
      Messages.say(
          "legio: %s cannot be written (%s); what is said of the job's end may be wrong"
              .formatted(folder.get(), e));
    }
  }
}
