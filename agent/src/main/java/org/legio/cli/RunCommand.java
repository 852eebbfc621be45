package org.legio.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.core.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a program: builds the mpirun line and waits for the job's end. */
@Command(
    name = "run",
    description = "Run a Java MPI program under mpirun with the agent.",
    mixinStandardHelpOptions = true,
    versionProvider = LegioCommand.Version.class,
    footer = {
      "",
      "Example: bin/legio run -n 8 --kill 3@reduce:4 -- -cp app.jar App",
      "The exit status is mpirun's."
    })
final class RunCommand implements Callable<Integer> {
  private final Context context;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "-n", paramLabel = "N", description = "Number of ranks.")
  private @Nullable Integer ranks;

  @Option(names = "--host", paramLabel = "LIST", description = "mpirun's list of hosts.")
  private @Nullable String hosts;

  @Option(
      names = "--kill",
      paramLabel = "SPEC",
      description = {
        "Kill a rank at a call: RANK@CALL[:NTH[:WHEN]], for instance 3@reduce:4;",
        "NTH counts the rank's calls from 1, WHEN is before (default), inside or after."
      })
  private List<String> kills = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "K=V",
      description = "A setting of the agent, for instance bcast.root-failed=ignore.")
  private List<String> policies = new ArrayList<>();

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

  @Option(
      names = "--mpi",
      paramLabel = "PATH",
      description = {
        "An mpirun, the prefix of an Open MPI or a root filesystem that holds one.",
        "Default: the variable LEGIO_MPI, the mpirun on PATH, one prepared in the cache folder."
      })
  private @Nullable String mpi;

  @Option(
      names = "--mpirun-arg",
      paramLabel = "ARG",
      description = "Handed to mpirun as it is; repeat it for more.")
  private List<String> mpirunArguments = new ArrayList<>();

  @Parameters(
      paramLabel = "JAVA ARGUMENTS",
      description = "After --: what java needs to run the program.")
  private List<String> javaArguments = new ArrayList<>();

  RunCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (watch && !dryRun && !plain && Terminal.shows(Terminal.STANDARD_ERROR)) {
      server = Optional.of(WatchServer.start(otherHost()));
    }
    Job job = job();
    MpiFinder finder = context.mpiFinder();
    Optional<String> named = Optional.ofNullable(mpi);
    MpiInstallation installation = dryRun ? finder.findUnprepared(named) : finder.find(named);
    requireReachable(installation);
    List<String> command = job.command(installation, context.machine());
    if (dryRun) {
      noteUnprepared(installation);
      context.out().println(ShellQuoting.line(command));
      return 0;
    }
    return run(command, job.ranks());
  }

  private int run(List<String> command, int count) {
    Optional<RunReport> page = page();
    page.ifPresent(RunReport::removeOld);
    long begin = System.nanoTime();
    int status =
        server
            .map(listening -> new WatchedJob(context, listening, count).run(command))
            .orElseGet(() -> JobProcess.start(command).waitFor());
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    page.ifPresent(written -> written.write(javaArguments, status, took));
    return status;
  }

  private Optional<RunReport> page() {
    return Optional.ofNullable(report)
        .map(file -> context.machine().directory().resolve(file).normalize())
        .map(RunReport::at);
  }

  private void noteUnprepared(MpiInstallation installation) {
    PreparedMpi own = context.preparedMpi();
    if (installation.equals(own.installation()) && !own.isReady()) {
      context.err().println("legio: this MPI is not there yet; 'bin/legio run' prepares it");
    }
  }

  private Job job() {
    int count = checkedRanks();
    if (javaArguments.isEmpty()) {
      throw refused("no program: name it after --, for instance -- -cp app.jar App");
    }
    Optional<String> agent = plain ? withoutAgent() : Optional.of(agentArgument(count));
    return new Job(count, Optional.ofNullable(hosts), agent, mpirunArguments, javaArguments);
  }

  private int checkedRanks() {
    if (ranks == null) {
      throw refused("the number of ranks is missing; add for instance -n 8");
    }
    if (ranks < 1) {
      throw refused("-n " + ranks + ": a job has at least one rank; use for instance -n 8");
    }
    return ranks;
  }

  private Optional<String> withoutAgent() {
    if (!policies.isEmpty()) {
      throw refused("--policy has no effect with --plain; drop one of the two");
    }
    if (!kills.isEmpty()) {
      throw refused("--kill has no effect with --plain; drop one of the two");
    }
    if (watch) {
      throw refused("--watch has no effect with --plain; drop one of the two");
    }
    if (report != null) {
      throw refused("--report has no effect with --plain; drop one of the two");
    }
    return Optional.empty();
  }

  private String agentArgument(int count) {
    try {
      Set<String> calls = context.calls().names();
      List<KillSpec> deaths =
          kills.stream().map(text -> KillSpec.parse(text, count, calls)).toList();
      Map<String, String> settings = settings();
      context.policies().check(settings);
      return new AgentOptions(settings, deaths)
          .javaArgument(context.jar().toString(), javaArguments);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String policy : policies) {
      int equals = policy.indexOf('=');
      if (equals < 1 || policy.contains(",")) {
        throw refused(
            "--policy '"
                + policy
                + "' is not one NAME=VALUE without a comma; write for instance"
                + " bcast.root-failed=ignore");
      }
      settings.put(policy.substring(0, equals), policy.substring(equals + 1));
    }
    page().ifPresent(page -> addReport(page, settings));
    server.ifPresent(listening -> settings.put(Setting.WATCH.key(), listening.address()));
    return settings;
  }

  private static void addReport(RunReport page, Map<String, String> settings) {
    String key = Setting.REPORT.key();
    if (settings.put(key, page.json().toString()) != null) {
      throw new IllegalArgumentException(
          "--policy "
              + key
              + " and --report are given both; --report writes that file, too: drop the former");
    }
  }

  private void requireReachable(MpiInstallation installation) {
    if (!installation.spansHosts() && !onlyThisHost()) {
      throw new CannotRunException(
          "--host "
              + hosts
              + ": "
              + installation.description()
              + " is on this host only; install Open MPI 5 on every host and name its mpirun with"
              + " --mpi");
    }
  }

  private boolean onlyThisHost() {
    return otherHost().isEmpty();
  }

  private Optional<String> otherHost() {
    return Optional.ofNullable(hosts).stream()
        .flatMap(list -> Stream.of(list.split(",")))
        .map(host -> host.replaceFirst(":.*", ""))
        .filter(host -> !context.machine().isThisHost(host))
        .findFirst();
  }

  private ParameterException refused(String message) {
    return LegioCommand.refusal(spec, message);
  }
}
