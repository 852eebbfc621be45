package org.legio.launcher.embedded;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.legio.runtime.hosts.FinalPages;
import org.legio.runtime.shm.CheckpointName;

/** What the daemons of a job have been told that one of a host that joins has to know, too. */
final class JobHistory {
  private record Flushed(int round, FinalPages pages) {}

  private final List<Flushed> flushed = new ArrayList<>();

  /** The last checkpoint of each process whose output has come. */
  private final Map<Integer, CheckpointName> established = new LinkedHashMap<>();

  /** A round has flushed what lost hosts have left. */
  void add(int round, FinalPages pages) {
    flushed.add(new Flushed(round, pages.withoutTails()));
  }

  /** All output that precedes a checkpoint has come. */
  void add(CheckpointName checkpoint) {
    established.put(checkpoint.process(), checkpoint);
  }

  /** Tells a daemon which hosts have been lost, as it was told the others. */
  void tellLosses(HostProcess host) {
    for (Flushed each : flushed) {
      host.gather(each.round, each.pages.hosts());
      host.install(each.round, each.pages.toBytes());
      host.tell(DaemonCommands.Kind.RELEASE);
    }
  }

  void tellCheckpoints(HostProcess host) {
    established.values().forEach(host::establish);
  }
}
