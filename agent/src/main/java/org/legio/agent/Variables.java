package org.legio.agent;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.legio.core.settings.Configuration;
import org.legio.observability.watch.WatchedRank;
import org.legio.runtime.lanes.SharedFolder;
import org.legio.runtime.shm.JobMemory;

/** The variables of the environment that are Legio's, beside those of its settings. */
public final class Variables {
  /** Names the MPI that the launcher uses. */
  public static final String MPI = "LEGIO_MPI";

  /** Names the archive that an MPI is prepared from. */
  public static final String DEBIAN_MIRROR = "LEGIO_DEBIAN_MIRROR";

  /** Says how many seconds a step of the preparation of an MPI may take. */
  public static final String STEP_LIMIT = "LEGIO_PREPARE_STEP_SECONDS";

  /** Asks the launcher for the stacks of its errors. */
  public static final String DEBUG = "LEGIO_DEBUG";

  /** Tells a command that checks a run of {@code chaos} which ranks were to be lost. */
  public static final String CHAOS_VICTIMS = "LEGIO_CHAOS_VICTIMS";

  /**
   * The process id of the launcher: tells the ranks that it has looked at the settings, and the
   * embedded runtime whose end is the end of the job.
   */
  public static final String LAUNCHER = "LEGIO_LAUNCHER";

  /** Names Legio's folder; set by modules and images, for those who use them. */
  private static final String HOME = "LEGIO_HOME";

  private static final Set<String> ALL = all();

  private Variables() {}

  private static Set<String> all() {
    Set<String> all =
        new HashSet<>(
            List.of(
                MPI,
                NativeHalf.VARIABLE,
                DEBIAN_MIRROR,
                STEP_LIMIT,
                DEBUG,
                CHAOS_VICTIMS,
                LAUNCHER,
                HOME));
    all.add(WatchedRank.VARIABLE);
    all.add(SharedFolder.VARIABLE);
    all.add(RankFiles.VARIABLE);
    all.addAll(JobMemory.VARIABLES);
    return all;
  }

  /** Objections to variables that look like Legio's and have no effect: a line for each. */
  public static List<String> objections(Map<String, String> environment) {
    return Configuration.unknown(environment.keySet(), ALL);
  }
}
