package org.legio.launcher.command;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.legio.agent.Kill;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.JobAbort;
import org.legio.core.settings.Setting;
import org.legio.launcher.job.JobEnd;
import org.legio.launcher.job.RankMarks;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.OwnJar;
import org.legio.launcher.machine.OwnName;
import org.legio.launcher.machine.ShellQuoting;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.LaunchedJob;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.launcher.mpi.Versions;
import org.legio.launcher.report.JobRecord;

/**
 * What the launcher knows of a job before it runs, for the page about it.
 *
 * @param job the job
 * @param mpi what runs it
 * @param arguments of {@code bin/legio}
 * @param settings of the agent, as far as they are on the command line
 * @param planned the planned faults
 * @param rankOptions those of replicas and restarts
 */
record JobFacts(
    LaunchedJob job,
    MpiInstallation mpi,
    List<String> arguments,
    Map<String, String> settings,
    List<Kill> planned,
    RankOptions rankOptions) {
  /**
   * Describes the job after its end.
   *
   * @param end what the ranks have left
   * @param status the job's exit status
   */
  JobRecord at(LauncherContext context, Instant began, Duration took, JobEnd end, int status) {
    Machine machine = context.machine();
    Configuration chosen = Configuration.parse(settings, machine.environment());
    RankMarks marks = end.marks();
    return new JobRecord(
        job.ranks(),
        new JobRecord.Command(
            line(machine), machine.directory().toString(), ShellQuoting.line(job.javaArguments())),
        new JobRecord.Run(
            began.toString(),
            took.toNanos() / 1e9,
            status,
            chosen.count(Setting.EXIT_STATUS_ON_LOSS)),
        new JobRecord.Setup(
            versions(context.jar()),
            hosts(machine),
            mpi instanceof EmbeddedMpi || !job.hosts().areElsewhere(machine),
            different(chosen),
            chosen.get(Setting.LAYOUT),
            rankOptions.replicas().orElse(""),
            rankOptions.restarts().orElse("")),
        new JobRecord.Ends(
            List.copyOf(marks.begun()),
            List.copyOf(marks.calls().keySet()),
            marks.exits(),
            reasons(marks.aborts()),
            marks.places().hosts(),
            marks.places().losses(),
            marks.places().traffic()),
        happened(marks),
        marks.missed(planned).stream().map(Kill::toString).toList());
  }

  /** The file of the report that the settings ask for; empty if they ask for none. */
  Optional<Path> report(Machine machine) {
    String file = Configuration.parse(settings, machine.environment()).get(Setting.REPORT);
    return file.equals("off") ? Optional.empty() : Optional.of(machine.directory().resolve(file));
  }

  /** The line to run it again, with the variables that have a say. */
  private String line(Machine machine) {
    List<String> variables = new ArrayList<>();
    new TreeMap<>(machine.environment())
        .forEach(
            (name, value) -> {
              if (name.startsWith(Setting.VARIABLE_PREFIX)) {
                variables.add(name + "=" + value);
              }
            });
    return String.join(
            " ", ShellQuoting.line(variables), OwnName.NAME, ShellQuoting.line(arguments))
        .strip();
  }

  private Map<String, String> versions(Path jar) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("Legio", OwnJar.version(jar));
    versions.put("JDK", Versions.ofJava(mpi).lines().findFirst().orElse(""));
    versions.put("MPI", Versions.ofMpi(mpi));
    return versions;
  }

  private List<String> hosts(Machine machine) {
    return job.hosts().areNamed() ? job.hosts().names() : List.of(machine.hostName());
  }

  private static Map<Integer, String> reasons(Map<Integer, JobAbort> aborts) {
    Map<Integer, String> reasons = new TreeMap<>();
    aborts.forEach((rank, abort) -> reasons.put(rank, abort.reason()));
    return reasons;
  }

  private static Map<String, String> different(Configuration chosen) {
    Configuration defaults = Configuration.parse(Map.of(), Map.of());
    Map<String, String> different = new TreeMap<>();
    for (Setting setting : Setting.values()) {
      boolean isOfTheLauncher = setting == Setting.REPORT;
      if (!isOfTheLauncher && !chosen.get(setting).equals(defaults.get(setting))) {
        different.put(setting.key(), chosen.get(setting));
      }
    }
    return different;
  }

  private List<JobRecord.Fault> happened(RankMarks marks) {
    return planned.stream()
        .filter(kill -> marks.faults().contains(kill.toString()))
        .map(
            kill ->
                new JobRecord.Fault(
                    kill.rank(),
                    kill.replica(),
                    kill.call(),
                    kill.nth(),
                    kill.when().toString(),
                    kill.fault().toString()))
        .toList();
  }
}
