package org.legio.launcher.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Setting;
import org.legio.launcher.chaos.Amount;
import org.legio.launcher.chaos.ChaosJudge;
import org.legio.launcher.chaos.ChaosOutput;
import org.legio.launcher.chaos.ChaosPlan;
import org.legio.launcher.chaos.ChaosResult;
import org.legio.launcher.chaos.ChaosResults;
import org.legio.launcher.chaos.ChaosRun;
import org.legio.launcher.chaos.ChaosVerdict;
import org.legio.launcher.chaos.Rehearsal;
import org.legio.launcher.chaos.TimedSignal;
import org.legio.launcher.job.AgentArguments;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.OwnName;
import org.legio.launcher.machine.ShellQuoting;
import org.legio.launcher.mpi.LaunchedJob;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a program many times while ranks are killed, stopped and paused at random. */
@Command(
    name = "chaos",
    description = "Run a program while its ranks are killed, stopped and paused at random.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example: bin/legio chaos -n 8 --runs 20 --check 'diff - expected.txt' -- -cp app.jar App",
      "The exit status is 0 when all runs have ended as they should, 1 when one has gone wrong,",
      "4 when none has, but a policy has ended one, 3 when all have ended as they should, but",
      "not all has happened that --kill and --signal ask for."
    })
final class ChaosCommand implements Callable<Integer> {
  private static final long SEEDS = 1_000_000_000;
  private static final int SECONDS_AT_LEAST = 30;
  private static final int TIMES_AS_LONG = 10;
  private static final int MAX_LINES = 20;
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** The hang detector's limit in seconds, longer than any pause that is drawn. */
  private static final String DETECTOR_SECONDS = "10";

  private final LauncherContext context;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private JobOptions options = new JobOptions();

  @Mixin private HostOptions hostOptions = new HostOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What the first run's plan is drawn from. Default: another one each time.")
  private @Nullable Long seed;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Number of runs, with consecutive seeds. Default: 1.")
  private int runs = 1;

  @Option(
      names = "--kills",
      paramLabel = "N|A-B",
      description = "How many ranks are killed. Default: 1 up to half of them.")
  private @Nullable String kills;

  @Option(
      names = "--stops",
      paramLabel = "N|A-B",
      description = "How many ranks are stopped for good. Default: 0.")
  private String stops = "0";

  @Option(
      names = "--pauses",
      paramLabel = "N|A-B",
      description = "How many pauses of 1 to 3 s there are. Default: 0-1.")
  private String pauses = "0-1";

  @Option(
      names = "--at",
      paramLabel = "calls|times|both",
      description = {
        "Strike at exact calls, at random times, or each at one of them. Default: both,",
        "but calls over several hosts, where only calls can be."
      })
  private ChaosPlan.@Nullable At at;

  @Option(
      names = "--spare",
      paramLabel = "RANK,...",
      split = ",",
      description = "Ranks that nothing is done to.")
  private List<Integer> spared = new ArrayList<>();

  @Option(
      names = "--signal",
      paramLabel = "SPEC",
      description = {
        "Strike a rank at a time: RANK@MSms[=FAULT], for instance 5@1200ms; FAULT as for --kill.",
        "With this or --kill nothing is drawn: the plan is what is given."
      })
  private List<String> signals = new ArrayList<>();

  @Option(
      names = "--deadline",
      paramLabel = "SECONDS",
      description = "How long a run may take. Default: 30 s and ten times the faultless run.")
  private @Nullable Integer deadlineSeconds;

  @Option(
      names = "--check",
      paramLabel = "COMMAND",
      description = {
        "A shell command that is given a run's standard output; status 0 says that it is right.",
        "LEGIO_CHAOS_VICTIMS holds the ranks that were to be killed or stopped."
      })
  private @Nullable String check;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Keep each run's plan, outputs and verdict there; only a wrong one's last lines are"
              + " printed.")
  private @Nullable Path out;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the verdict on each run, and their numbers, there as JSON.")
  private @Nullable Path json;

  ChaosCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    options.javaArguments();
    Hosts hosts = hostOptions.hosts(context.machine());
    hosts.slots().ifPresent(options::ranksIfMissing);
    refuseTimesElsewhere(hosts);
    Map<String, String> policies = options.policies(context);
    ChaosPlan given = new ChaosPlan(options.kills(context, hosts), givenSignals());
    ChaosPlan.Recipe recipe = recipe(hosts);
    if (recipe.stops().most() > 0 || given.hasStops()) {
      policies.putIfAbsent(Setting.DETECTOR.key(), DETECTOR_SECONDS);
    }
    refuseUnwritableJson();
    if (runs < 1) {
      throw refused("--runs " + runs + ": there is at least one run; use for instance --runs 20");
    }
    Series series =
        new Series(
            context.mpiFinder().find(options.mpi()),
            new ChaosJudge(Optional.ofNullable(check), policies),
            policies,
            hosts);
    return given.options().isEmpty() ? drawn(series, recipe) : repeated(series, given);
  }

  /** A signal needs a process of this host. */
  private void refuseTimesElsewhere(Hosts hosts) {
    boolean hasTimes = !signals.isEmpty() || (at != null && at != ChaosPlan.At.CALLS);
    if (hasTimes && hosts.areNamed()) {
      throw refused(
          hosts.origin()
              + ": ranks of named hosts are struck at calls only; write --at calls, and --kill"
              + " instead of --signal");
    }
  }

  private void refuseUnwritableJson() {
    if (json == null) {
      return;
    }
    Path file = context.machine().directory().resolve(json);
    if (Files.isDirectory(file) || !Files.isDirectory(file.resolveSibling("."))) {
      throw refused("--json " + json + ": not a file in an existing folder");
    }
  }

  private int drawn(Series series, ChaosPlan.Recipe recipe) {
    long first = seed == null ? new SplittableRandom().nextLong(SEEDS) : seed;
    Rehearsal rehearsal = series.rehearse();
    ChaosResults results = new ChaosResults();
    for (long each = first; each < first + runs; each++) {
      results.add(series.run("seed", each, ChaosPlan.draw(each, recipe, rehearsal)));
    }
    tell("%d runs, seeds %d to %d: ".formatted(runs, first, first + runs - 1) + results.summary());
    return finish(results, results.status(false));
  }

  private int repeated(Series series, ChaosPlan given) {
    ChaosResults results = new ChaosResults();
    for (long run = 1; run <= runs; run++) {
      results.add(series.run("run", run, given));
    }
    tell("%d runs: ".formatted(runs) + results.summary());
    return finish(results, results.status(true));
  }

  private int finish(ChaosResults results, ExitStatus status) {
    if (json != null) {
      results.write(context.machine().directory().resolve(json), status);
    }
    return status.number();
  }

  private List<TimedSignal> givenSignals() {
    try {
      return signals.stream().map(text -> TimedSignal.parse(text, options.ranks())).toList();
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private ChaosPlan.Recipe recipe(Hosts hosts) {
    int ranks = options.ranks();
    for (int rank : spared) {
      if (rank < 0 || rank >= ranks) {
        throw refused(
            "--spare %d: rank %d is not one of the %d; name some from 0 to %d"
                .formatted(rank, rank, ranks, ranks - 1));
      }
    }
    List<Integer> candidates =
        IntStream.range(0, ranks).boxed().filter(rank -> !spared.contains(rank)).toList();
    Amount killed = kills == null ? upToHalf(candidates.size()) : amount("--kills", kills);
    Amount stopped = amount("--stops", stops);
    int most = killed.most() + stopped.most();
    if (most >= ranks || most > candidates.size()) {
      throw refused(
          "up to %d of %d ranks would be killed or stopped, %d of them spared; somebody must be left: lower --kills or --stops"
              .formatted(most, ranks, ranks - candidates.size()));
    }
    ChaosPlan.At byDefault = hosts.areNamed() ? ChaosPlan.At.CALLS : ChaosPlan.At.BOTH;
    return new ChaosPlan.Recipe(
        killed, stopped, amount("--pauses", pauses), at == null ? byDefault : at, candidates);
  }

  private Amount upToHalf(int candidates) {
    int most = Math.min(options.ranks() / 2, candidates);
    return new Amount(Math.min(1, most), most);
  }

  private Amount amount(String option, String text) {
    return Amount.parse(text)
        .orElseThrow(
            () ->
                refused(
                    option
                        + " '"
                        + text
                        + "': not a number nor a range; write for instance 2 or 0-3"));
  }

  private void tell(String line) {
    context.out().println("legio: " + line);
  }

  private ParameterException refused(String message) {
    return LegioCommand.refusal(spec, message);
  }

  /** The runs of one program. */
  private final class Series {
    private final MpiInstallation mpi;
    private final ChaosJudge judge;
    private final Map<String, String> policies;
    private final Hosts hosts;
    private Duration deadline =
        deadlineSeconds == null ? LONGEST : Duration.ofSeconds(deadlineSeconds);

    Series(MpiInstallation mpi, ChaosJudge judge, Map<String, String> policies, Hosts hosts) {
      this.mpi = mpi;
      this.judge = judge;
      this.policies = policies;
      this.hosts = hosts;
    }

    /**
     * Runs the program without faults, to learn its calls and its duration.
     *
     * @throws CannotRunException if even that goes wrong
     */
    Rehearsal rehearse() {
      ChaosOutput output = ChaosOutput.keptOnly();
      ChaosRun.End end = run(ChaosPlan.FAULTLESS, true, output);
      ChaosVerdict verdict = judge.verdict(end, ChaosPlan.FAULTLESS, output.out());
      if (verdict.kind() != ChaosVerdict.Kind.RIGHT) {
        throw new CannotRunException(
            "already the faultless run went wrong: "
                + String.join("; ", verdict.remarks())
                + "; see how 'bin/legio run' runs the program, and whether --check accepts it");
      }
      Rehearsal rehearsal = Rehearsal.of(end.marks(), options.ranks());
      tell(
          "faultless run: %.1f s, %.1f s of them between MPI's begin and end, %d calls"
              .formatted(
                  ChaosResult.seconds(end.took()),
                  ChaosResult.seconds(rehearsal.duration()),
                  rehearsal.total()));
      if (deadlineSeconds == null) {
        deadline = end.took().multipliedBy(TIMES_AS_LONG).plusSeconds(SECONDS_AT_LEAST);
      }
      return rehearsal;
    }

    /**
     * Runs the program once under a plan and prints how it has ended.
     *
     * @param kind of the number: {@code seed}, {@code run}
     */
    ChaosResult run(String kind, long number, ChaosPlan plan) {
      String label = kind + " " + number;
      tell(label + ": " + plan);
      ChaosOutput output =
          out == null ? ChaosOutput.passedOn(context.out(), context.err()) : ChaosOutput.keptOnly();
      ChaosRun.End end = run(plan, false, output);
      ChaosVerdict verdict = judge.verdict(end, plan, output.out());
      ChaosResult result = new ChaosResult(label, number, plan, end, verdict, repetition(plan));
      result.lines().forEach(ChaosCommand.this::tell);
      if (out != null) {
        keep(out.resolve(kind + "-" + number), result, output);
      }
      return result;
    }

    private void keep(Path folder, ChaosResult result, ChaosOutput output) {
      Path kept = context.machine().directory().resolve(folder);
      output.writeInto(kept, result);
      if (result.is(ChaosVerdict.Kind.WRONG)) {
        tell("  its last lines, all of them in " + kept + ":");
        output.lastLines(MAX_LINES).forEach(line -> tell("  | " + line));
      }
    }

    private String repetition(ChaosPlan plan) {
      List<String> words = new ArrayList<>(List.of("chaos"));
      words.addAll(options.withoutKills());
      words.addAll(hostOptions.words());
      words.addAll(List.of("--deadline", "" + deadline.toSeconds()));
      Optional.ofNullable(check).ifPresent(command -> words.addAll(List.of("--check", command)));
      words.addAll(plan.options());
      words.add("--");
      words.addAll(options.javaArguments());
      return OwnName.NAME + " " + ShellQuoting.line(words);
    }

    private List<String> mpirunArguments() {
      List<String> arguments = new ArrayList<>(hostOptions.launchArguments(mpi));
      arguments.addAll(options.mpirunArguments());
      return arguments;
    }

    private ChaosRun.End run(ChaosPlan plan, boolean isCounting, ChaosOutput output) {
      List<String> java = new ArrayList<>(isCounting ? List.of(ChaosRun.COUNTING) : List.of());
      java.addAll(options.javaArguments());
      LaunchedJob job =
          new LaunchedJob(
              options.ranks(),
              hosts,
              Optional.of(
                  new AgentArguments(policies, plan.atCalls())
                      .javaArgument(context.jar().toString(), options.javaArguments())),
              mpirunArguments(),
              java);
      hostOptions.requireReachable(mpi, job, context.machine());
      return ChaosRun.run(
          job.command(mpi, context.machine()),
          plan,
          options.ranks(),
          deadline,
          output::out,
          output::err);
    }
  }
}
