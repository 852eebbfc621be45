package org.legio.launcher.report;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.legio.launcher.job.HostTraffic;
import org.legio.ulfm.messages.ExitStatus;

/**
 * What the launcher knows of a job that it has run.
 *
 * @param ranks the number of ranks that were started
 * @param command what was to be run
 * @param run when it ran, and how it has ended
 * @param setup by what and how it was run
 * @param ends how its ranks have ended
 * @param faults the planned faults that have happened
 * @param missed the planned faults that have not happened, as the option has them
 */
public record JobRecord(
    int ranks,
    @Unwrapped Command command,
    @Unwrapped Run run,
    @Unwrapped Setup setup,
    @Unwrapped Ends ends,
    List<Fault> faults,
    List<String> missed) {

  /**
   * The command by which a job was started.
   *
   * @param line the line that runs it again, quoted for a shell
   * @param folder the launcher's working directory
   * @param program java's arguments, quoted likewise
   */
  public record Command(String line, String folder, String program) {}

  /**
   * The run of a job.
   *
   * @param began when mpirun was started, UTC
   * @param seconds how long mpirun ran
   * @param status the job's exit status
   * @param statusOnLoss the exit status that was asked for if ranks are lost
   */
  public record Run(String began, double seconds, int status, int statusOnLoss) {}

  /**
   * By what and how a job was run.
   *
   * @param versions of what has run it, by name
   * @param hosts where it ran
   * @param areEndsKnown whether the launcher knows the ends of all ranks: not of those that Open
   *     MPI has run on other hosts
   * @param settings of the agent, by name, where they differ from the defaults
   * @param layout how ranks come together to repair
   * @param replicas as the option has it; empty without
   * @param restarts likewise
   */
  public record Setup(
      Map<String, String> versions,
      List<String> hosts,
      @SerializedName("isHere") boolean areEndsKnown,
      Map<String, String> settings,
      String layout,
      String replicas,
      String restarts) {}

  /**
   * How the ranks of a job have ended.
   *
   * @param begun the ranks that have initialized MPI
   * @param finished the ranks that have called {@code MPI_Finalize}
   * @param exits the statuses of ranks that have ended by themselves before, by rank
   * @param aborts the reasons of ranks that have ended the whole job, by rank
   * @param rankHosts where each rank ran, if the embedded runtime ran it over several hosts
   * @param lostHosts when hosts were lost, by name, in seconds since the job was started
   * @param hostTraffic what hosts have received from each other
   */
  public record Ends(
      List<Integer> begun,
      List<Integer> finished,
      Map<Integer, Integer> exits,
      Map<Integer, String> aborts,
      Map<Integer, String> rankHosts,
      Map<String, Double> lostHosts,
      List<HostTraffic> hostTraffic) {

    /** When the host of a rank was lost; empty if it was not. */
    Optional<Double> lossOfHost(int rank) {
      return Optional.ofNullable(lostHosts.get(rankHosts.getOrDefault(rank, "")));
    }
  }

  /**
   * Whether a rank has ended the whole job: it has said so, or none has come to the end, though
   * some have not ended by themselves, and neither the time nor a signal has ended mpirun.
   */
  boolean isAborted() {
    int status = run.status();
    if (!ends.aborts().isEmpty()) {
      return status != ExitStatus.SUCCESS.number();
    }
    boolean isOwnStatus = status > 0 && status < ExitStatus.TIMED_OUT.number();
    return isOwnStatus
        && !ends.begun().isEmpty()
        && ends.finished().isEmpty()
        && ends.exits().size() < ranks;
  }

  /** Whether all ranks were killed from outside, so that the launcher has chosen the status. */
  boolean areAllKilled() {
    return run.status() == ExitStatus.KILLED.number()
        && ends.begun().size() == ranks
        && ends.finished().isEmpty();
  }

  /**
   * A planned fault that has happened.
   *
   * @param rank whose it was
   * @param replica which of the rank's replicas; -1 for all
   * @param call the name of the call
   * @param nth which call of that name it was, from 1
   * @param when {@code before}, {@code inside} or {@code after} it
   * @param what {@code kill}, {@code host}, {@code stop} or {@code pause:SECONDS}
   */
  public record Fault(int rank, int replica, String call, int nth, String when, String what) {
    private static final List<String> ORDINALS =
        List.of(
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth");
    private static final Map<String, String> PLACES =
        Map.of("before", "at", "inside", "inside", "after", "after");

    /** Whether the process was killed, alone or with all of its host. */
    boolean isDeath() {
      return what.equals("kill") || what.equals("host");
    }

    /** Whether the process continues afterwards. */
    boolean isPause() {
      return what.startsWith("pause");
    }

    /** Says where in the program it happened. */
    String place() {
      String which =
          nth <= ORDINALS.size() ? ORDINALS.get(nth - 1) + " " + call : call + " number " + nth;
      return PLACES.getOrDefault(when, when) + " its " + which;
    }
  }
}
