package org.legio.bench.command;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.legio.bench.plan.MpiRuntime;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.Run;
import org.legio.bench.plan.Variant;
import org.legio.bench.programs.Results;
import org.legio.bench.run.Launcher;
import org.legio.launcher.command.HostOptions;
import org.legio.launcher.command.LauncherContext;
import org.legio.launcher.job.AgentArguments;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.job.JobProcess;
import org.legio.launcher.mpi.LaunchedJob;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.ulfm.openmpi.OpenMpiSettings;
import org.legio.ulfm.ports.TimedUlfm;

/** Starts the benchmark suite's jobs, as {@code RunCommand} starts a user's. */
final class BenchLauncher implements Launcher {
  private static final int LAST_LINES = 25;

  /** Open MPI's parameters that the agent sets by itself, and the launcher does not. */
  private static final List<String> AGENTS_OWN = List.of("coll", "async_mpi_finalize");

  /** The parts in which replicas of a rank run. */
  private static final Set<Part> ALIKE = Set.of(Part.REPLICAS, Part.NAS);

  private static final Set<Part> ON_ONE_HOST = Set.of(Part.REPLICAS, Part.LIMIT);

  private final LauncherContext context;
  private final Map<MpiRuntime, MpiInstallation> mpis;
  private final HostOptions hostOptions;
  private final Hosts hosts;
  private final String mapping;

  /**
   * Makes a launcher that runs jobs on these MPIs, over the hosts that are named.
   *
   * @param mapping how ranks are mapped to them, as for {@code --map-by}
   */
  BenchLauncher(
      LauncherContext context,
      Map<MpiRuntime, MpiInstallation> mpis,
      HostOptions hostOptions,
      String mapping) {
    this.context = context;
    this.mpis = mpis;
    this.hostOptions = hostOptions;
    this.hosts = hostOptions.hosts(context.machine());
    this.mapping = mapping;
  }

  /** The hosts of all jobs. */
  Hosts hosts() {
    return hosts;
  }

  /** Says which numbers of ranks the hosts have no slots for, and what to do; empty if none. */
  Optional<String> missingSlots(List<Run> plan) {
    int slots = hosts.slots().orElse(Integer.MAX_VALUE);
    String tooMany =
        plan.stream()
            .map(Run::ranks)
            .filter(ranks -> ranks > slots)
            .distinct()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return tooMany.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s: %d slots are too few for %s ranks, which are not measured; give more slots"
                .formatted(hosts.origin(), slots, tooMany));
  }

  /** Whether the hosts have room for a run. */
  boolean runs(Run run) {
    boolean hasRoom = run.ranks() <= hosts.slots().orElse(Integer.MAX_VALUE);
    return hasRoom
        && !(hosts.areNamed() && ON_ONE_HOST.contains(run.part()))
        && (hosts.areNamed() || !run.configuration().losesHost());
  }

  /** Refuses a run whose hosts its MPI does not reach. */
  void requireReachable(Run run) {
    hostOptions.requireReachable(installation(run), job(run), context.machine());
  }

  @Override
  public Optional<String> launch(Run run, Consumer<String> output) {
    JobProcess process =
        JobProcess.startPiped(job(run).command(installation(run), context.machine()));
    process.limit(run.deadline());
    LastLines said = new LastLines();
    process.listen(
        line -> {
          output.accept(line);
          said.add(line);
        },
        said::add);
    int status = process.waitFor().verdict(run.ranks(), List.of(), said::add);
    if (process.isLate()) {
      return Optional.of("not over after " + run.deadline().toSeconds() + " s\n" + said);
    }
    return status == 0
        ? Optional.empty()
        : Optional.of("ended with exit status " + status + "\n" + said);
  }

  private MpiInstallation installation(Run run) {
    MpiRuntime runtime = run.configuration().runtime();
    return runtime == MpiRuntime.EMBEDDED
        ? mpis.getOrDefault(runtime, context.mpiFinder().embedded()) // also for the machine's limit
        : Objects.requireNonNull(mpis.get(runtime));
  }

  /** The job of a run. */
  LaunchedJob job(Run run) {
    Variant beneath = run.configuration();
    return new LaunchedJob(
        run.ranks(),
        hosts,
        beneath.agent().map(settings -> agent(settings)),
        mpirun(run),
        java(run));
  }

  private String agent(Map<String, String> settings) {
    return new AgentArguments(settings, List.of())
        .javaArgument(context.jar().toString(), List.of());
  }

  private List<String> mpirun(Run run) {
    Variant beneath = run.configuration();
    List<String> arguments = new ArrayList<>(beneath.launcher());
    arguments.addAll(hostOptions.launchArguments(installation(run)));
    if (hosts.areNamed()) {
      arguments.addAll(List.of("--map-by", mapping));
    }
    boolean isOpenMpi = beneath.runtime() == MpiRuntime.OPEN_MPI;
    if (isOpenMpi && beneath.agent().isEmpty()) { // so that the agent is the only difference
      AGENTS_OWN.forEach(p -> arguments.addAll(List.of("--mca", p, OpenMpiSettings.of(p))));
    }
    beneath
        .preloaded()
        .ifPresent(library -> arguments.addAll(List.of("-x", "LD_PRELOAD=" + library)));
    return arguments;
  }

  private List<String> java(Run run) {
    List<String> arguments = new ArrayList<>();
    arguments.add("-XX:-UsePerfData"); // JVMs in other containers may use the same file
    arguments.add("-D" + Results.PROCESSORS + "=" + processors());
    arguments.add("-D" + Results.BEGAN + "=" + System.currentTimeMillis());
    arguments.add("-D" + Results.JOB + "=" + UUID.randomUUID());
    if (run.part() == Part.REPAIR) {
      arguments.add("-D" + TimedUlfm.PROPERTY + "=true");
    }
    if (ALIKE.contains(run.part())) {
      arguments.add("-D" + Results.ALIKE + "=true");
    }
    run.configuration()
        .preloaded()
        .ifPresent(library -> arguments.add("-Dlegio.bench.preloaded=" + library));
    String classPath =
        Stream.of(context.jar(), context.installation().bench(), context.installation().samples())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    arguments.addAll(List.of("-cp", classPath, run.program().main().getName()));
    arguments.addAll(run.program().arguments());
    return arguments;
  }

  /** Of all hosts, if they are alike. */
  private long processors() {
    long named = hosts.names().stream().distinct().count();
    return Math.max(1, named) * Runtime.getRuntime().availableProcessors();
  }

  /** The last lines of a job, of both outputs. */
  private static final class LastLines {
    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
      lines.add(line);
      if (lines.size() > LAST_LINES) {
        lines.removeFirst();
      }
    }

    @Override
    public synchronized String toString() {
      return String.join("\n", lines);
    }
  }
}
