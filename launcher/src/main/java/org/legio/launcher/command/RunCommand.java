package org.legio.launcher.command;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.legio.agent.Kill;
import org.legio.launcher.embedded.EmbeddedJob;
import org.legio.launcher.embedded.StartOption;
import org.legio.launcher.job.AgentArguments;
import org.legio.launcher.job.ForwardedInput;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.job.JobEnd;
import org.legio.launcher.job.JobProcess;
import org.legio.launcher.job.LostHost;
import org.legio.launcher.job.MpirunJob;
import org.legio.launcher.job.PlainArguments;
import org.legio.launcher.job.ProgramCheck;
import org.legio.launcher.job.RankOutput;
import org.legio.launcher.job.ReadyJob;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.OwnName;
import org.legio.launcher.machine.ShellQuoting;
import org.legio.launcher.machine.Terminal;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.LaunchedJob;
import org.legio.launcher.mpi.MpiFinder;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.launcher.mpi.PreparedMpi;
import org.legio.launcher.report.RunReport;
import org.legio.launcher.watch.WatchServer;
import org.legio.launcher.watch.WatchedJob;
import org.legio.observability.watch.WatchedRank;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a program: builds the mpirun line and waits for the job's end. */
@Command(
    name = "run",
    description = "Run a Java MPI program under mpirun with the agent.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example: bin/legio run -n 8 --kill 3@reduce:4 -- -cp app.jar App",
      "The exit status is the job's: mpirun's, but 137 instead of 0 when all ranks were lost,",
      "and 3 instead of 0 when a --kill has not happened."
    })
final class RunCommand implements Callable<Integer> {
  private final LauncherContext context;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private JobOptions options = new JobOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Mixin private HostOptions hostOptions = new HostOptions();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = {
        "Write a page about the run (HTML): deaths, repairs, skipped operations.",
        "Beside it, with the ending .json, comes the report it is made from."
      })
  private @Nullable Path report;

  @Option(
      names = "--watch",
      description = {
        "Show on the terminal what each rank is doing, beneath what the job prints.",
        "No effect where standard error is no terminal."
      })
  private boolean watch;

  private Optional<WatchServer> server = Optional.empty();

  @Option(names = "--plain", description = "Run without the agent, for comparison.")
  private boolean plain;

  @Option(names = "--dry-run", description = "Print the command line, run nothing.")
  private boolean dryRun;

  RunCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    hosts().slots().ifPresent(options::ranksIfMissing);
    if (watch && !dryRun && !plain && Terminal.isAt(Terminal.STANDARD_ERROR)) {
      server =
          Optional.of(WatchServer.start(options.ranks(), hosts().elsewhere(context.machine())));
    }
    LaunchedJob described = job();
    MpiFinder finder = context.mpiFinder();
    Optional<String> named = options.mpi();
    MpiInstallation installation = dryRun ? finder.findUnprepared(named) : finder.find(named);
    LaunchedJob job = described.withMpirunArguments(rankArguments(installation));
    hostOptions.requireReachable(installation, job, context.machine());
    ReadyJob ready = ready(job, installation);
    if (dryRun) {
      noteUnprepared(installation);
      options.tellDefaults(context);
      context.out().println(ShellQuoting.line(job.command(installation, context.machine())));
      if (ready instanceof EmbeddedJob embedded) {
        embedded.placement().forEach(line -> options.messages(context).println("legio: " + line));
      }
      return 0;
    }
    if (installation instanceof EmbeddedMpi) {
      requireProgram(job);
    }
    return run(ready, facts(job, installation));
  }

  private ReadyJob ready(LaunchedJob job, MpiInstallation installation) {
    Machine machine = context.machine();
    try {
      return job.on(
          installation,
          machine,
          ForwardedInput.ofThisProcess(context.in(), job.readsHere(installation, machine)),
          server
              .map(watched -> Map.of(WatchedRank.VARIABLE, watched.address()))
              .orElseGet(Map::of));
    } catch (IllegalArgumentException e) {
      throw options.refused(String.valueOf(e.getMessage()));
    }
  }

  private JobFacts facts(LaunchedJob job, MpiInstallation installation) {
    return new JobFacts(
        job,
        installation,
        LegioCommand.arguments(spec),
        plain ? Map.of() : options.policies(context.defaults()),
        options.kills(context, hosts()),
        rankOptions);
  }

  /** Each rank would say it; mpirun of Open MPI ends them when the first one has. */
  private void requireProgram(LaunchedJob job) {
    Path directory = context.machine().directory().resolve(rankOptions.directory().orElse(""));
    new ProgramCheck(context.machine(), directory)
        .objection(job.javaArguments())
        .ifPresent(
            what -> {
              throw new CannotRunException(what);
            });
  }

  private List<String> rankArguments(MpiInstallation installation) {
    List<String> arguments = rankOptions.of(installation);
    arguments.addAll(hostOptions.launchArguments(installation));
    if (rankOptions.areDeathsSurvived()) {
      page()
          .ifPresent(
              page -> arguments.addAll(StartOption.SURVIVAL.arguments(page.survival().toString())));
    }
    return arguments;
  }

  private int run(ReadyJob ready, JobFacts facts) {
    Optional<RunReport> page = page();
    page.ifPresent(RunReport::removeOld);
    Instant began = Instant.now();
    long beginNs = System.nanoTime();
    JobEnd end = runToTheEnd(ready, facts.job());
    Duration took = Duration.ofNanos(System.nanoTime() - beginNs);
    int status =
        end.verdict(facts.job().ranks(), facts.planned(), options.messages(context)::println);
    page.map(RunReport::json)
        .or(() -> facts.report(context.machine()))
        .ifPresent(file -> end.marks().writeReport(file));
    page.ifPresent(written -> written.write(facts.at(context, began, took, end, status)));
    return status;
  }

  private JobEnd runToTheEnd(ReadyJob ready, LaunchedJob job) {
    if (server.isPresent()) {
      return new WatchedJob(
              context.out(), context.err(), server.get(), job.ranks(), options.colors(context))
          .run(ready);
    }
    return ready instanceof MpirunJob mpirun && job.hosts().areElsewhere(context.machine())
        ? runOverHosts(mpirun)
        : ready.run();
  }

  private JobEnd runOverHosts(MpirunJob job) {
    JobProcess process = JobProcess.startHeard(job.command(), job.input());
    LostHost lost = new LostHost();
    lost.passOn(process.errors(), context.err());
    return lost.end(process.waitFor(), options.messages(context));
  }

  private Optional<RunReport> page() {
    try {
      return absolute(report).map(RunReport::at);
    } catch (IllegalArgumentException e) {
      throw options.refused(String.valueOf(e.getMessage()));
    }
  }

  private void noteUnprepared(MpiInstallation installation) {
    PreparedMpi own = context.preparedMpi();
    if (installation.equals(own.installation()) && !own.isReady()) {
      options
          .messages(context)
          .println(OwnName.in("legio: this MPI is not there yet; 'bin/legio run' prepares it"));
    }
  }

  private LaunchedJob job() {
    int count = options.ranks();
    List<String> javaArguments = options.javaArguments();
    return new LaunchedJob(
        count,
        hosts(),
        plain ? withoutAgent() : Optional.of(agentArgument()),
        mpirunArguments(),
        plain
            ? new PlainArguments(context.jar(), context.machine()).of(javaArguments)
            : javaArguments);
  }

  /**
   * mpirun's arguments, with the name of the variable that ranks need on all hosts. Its value is a
   * secret and must not be on the command line.
   */
  private List<String> mpirunArguments() {
    List<String> arguments = new ArrayList<>(options.mpirunArguments());
    if (server.isPresent()) {
      arguments.addAll(List.of("-x", WatchedRank.VARIABLE));
    }
    return arguments;
  }

  private Optional<String> withoutAgent() {
    options.requireNothingOfTheAgent();
    refuseIf(watch, "--watch");
    refuseIf(report != null, "--report");
    return Optional.empty();
  }

  private void refuseIf(boolean isGiven, String option) {
    if (isGiven) {
      throw options.refused(option + " has no effect with --plain; drop one of the two");
    }
  }

  private String agentArgument() {
    List<Kill> deaths = options.kills(context, hosts());
    Map<String, String> settings = options.policies(context);
    addOutputs(settings);
    return new AgentArguments(settings, deaths)
        .javaArgument(context.jar().toString(), options.javaArguments());
  }

  private void addOutputs(Map<String, String> settings) {
    try {
      page().ifPresent(page -> RankOutput.REPORT.addTo(settings, page.json()));
    } catch (IllegalArgumentException e) {
      throw options.refused(String.valueOf(e.getMessage()));
    }
  }

  private Optional<Path> absolute(@Nullable Path file) {
    return Optional.ofNullable(file)
        .map(named -> context.machine().directory().resolve(named).normalize());
  }

  private Hosts hosts() {
    return hostOptions.hosts(context.machine());
  }
}
