package org.legio.launcher.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.legio.launcher.embedded.CheckedHost;
import org.legio.launcher.embedded.HostFacts;
import org.legio.launcher.embedded.HostsCheck;
import org.legio.launcher.machine.OwnJar;
import org.legio.launcher.machine.Programs;
import org.legio.runtime.lanes.SharedFolder;

/** Says whether a job of the embedded runtime could run over some hosts, and what to do if not. */
final class HostsDoctor {
  private static final long MAX_CLOCK_MS = 1000;
  private static final long ENOUGH_SHARED_MB = 256;

  private final LauncherContext context;

  HostsDoctor(LauncherContext context) {
    this.context = context;
  }

  /**
   * Checks hosts, all at once.
   *
   * @throws IllegalArgumentException if the launch agent is not there; the message says what to do
   */
  List<Finding> examine(List<String> names, Optional<String> launchAgent) {
    List<String> distinct = names.stream().distinct().toList();
    try {
      String java = context.mpiFinder().embedded().java();
      return HostsCheck.of(distinct, launchAgent, java).stream()
          .flatMap(host -> findings(host).stream())
          .toList();
    } catch (InterruptedException e) {
      throw Programs.interrupted(List.of("the check of hosts"), e);
    }
  }

  private static List<Finding> findings(CheckedHost host) {
    if (host.failure().isPresent()) {
      return List.of(Finding.wrong(host.name(), host.failure().get()));
    }
    List<Finding> findings = new ArrayList<>();
    HostFacts facts = host.facts().orElseThrow();
    findings.add(equipment(host.name(), facts));
    findings.add(memory(host.name(), facts));
    findings.add(network(host));
    host.clock().ifPresent(clock -> findings.add(clock(host.name(), clock)));
    return findings;
  }

  private static Finding equipment(String name, HostFacts facts) {
    String found = "Java %s, Legio %s".formatted(facts.java(), facts.version());
    return facts.version().equals(OwnJar.version())
        ? Finding.ok(name, found)
        : Finding.wrong(
            name,
            "%s, but %s here; put the same legio.jar at the same place on all hosts"
                .formatted(found, OwnJar.version()));
  }

  private static Finding memory(String name, HostFacts facts) {
    HostFacts.Room room = facts.sharedMemory();
    String free = facts.freeMb().isPresent() ? facts.freeMb().getAsLong() + " MB free, " : "";
    String found =
        "%d cores, %s%d MB free in %s".formatted(facts.cores(), free, room.mb(), room.folder());
    return room.mb() >= ENOUGH_SHARED_MB
        ? Finding.ok(name, found)
        : Finding.note(
            name,
            "%s; if jobs fail to start, make room there, or name another folder in %s"
                .formatted(found, SharedFolder.VARIABLE));
  }

  private static Finding network(CheckedHost host) {
    if (host.obstacles().isEmpty()) {
      return Finding.ok(host.name(), "reached " + String.join(", ", host.ways()));
    }
    return Finding.wrong(
        host.name(),
        "reached "
            + String.join(", ", host.obstacles())
            + "; let hosts connect to each other's ports, whatever their numbers");
  }

  private static Finding clock(String name, CheckedHost.Clock clock) {
    String found =
        "clock %d ms %s this host's, give or take %d ms"
            .formatted(
                Math.abs(clock.aheadMs()),
                clock.aheadMs() < 0 ? "behind" : "ahead of",
                clock.uncertainMs());
    return Math.abs(clock.aheadMs()) <= MAX_CLOCK_MS + clock.uncertainMs()
        ? Finding.ok(name, found)
        : Finding.note(name, found + "; set it, for instance by NTP: times in logs differ");
  }
}
