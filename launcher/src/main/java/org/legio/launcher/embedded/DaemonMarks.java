package org.legio.launcher.embedded;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.legio.agent.PackedFiles;
import org.legio.agent.RankFiles;
import org.legio.runtime.lanes.NamelessFile;

/**
 * What the ranks of a daemon leave for the job's launcher: {@link PackedFiles}, which the daemon
 * reports, since the launcher need not see this host's files.
 */
final class DaemonMarks {
  private final boolean areWanted;
  private final Map<Integer, NamelessFile> files = new HashMap<>();

  /**
   * Prepares.
   *
   * @param variables of the ranks, as the launcher has them
   */
  DaemonMarks(Map<String, String> variables) {
    this.areWanted = variables.containsKey(RankFiles.VARIABLE);
  }

  /** What tells a rank where to write. */
  Map<String, String> variables(int rank) throws IOException {
    if (!areWanted) {
      return Map.of();
    }
    NamelessFile made = NamelessFile.make();
    files.put(rank, made);
    return Map.of(RankFiles.VARIABLE, made.place().toString());
  }

  /** What a rank has left, once it has ended. */
  byte[] take(int rank) throws IOException {
    try (NamelessFile file = files.remove(rank)) {
      return file == null ? new byte[0] : file.contents();
    }
  }
}
