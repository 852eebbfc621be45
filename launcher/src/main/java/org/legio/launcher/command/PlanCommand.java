package org.legio.launcher.command;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.plan.BenchFigures;
import org.legio.launcher.plan.Costs;
import org.legio.launcher.plan.Outlook;
import org.legio.launcher.plan.PlannedJob;
import org.legio.launcher.plan.Way;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares the ways to survive for a job that has not run yet. */
@Command(
    name = "plan",
    description = "Say what deaths would cost a job, by each way to survive them.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example: bin/legio plan --ranks 64 --hours 24 --mttf-host 365 --mttf-process 90",
      "Costs are rough until this machine is measured: bin/legio bench --part repair"
          + " --part replicas --out DIR, then --bench DIR."
    })
final class PlanCommand implements Callable<Integer> {
  private static final double HOURS_PER_DAY = 24;
  private static final double MINUTES_PER_HOUR = 60;

  /** Longer is not worth a number. */
  private static final double ENDLESS_HOURS = 1e6;

  /** With more deaths for each rank no way pays. */
  private static final double MAX_DEATHS_OF_RANK = 100;

  private static final double USUAL_REPAIR_SECONDS = 0.1;

  /** A share that is not shown. */
  private static final double NEGLIGIBLE = 1e-6;

  private final LauncherContext context;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--ranks", paramLabel = "N", required = true, description = "Ranks of the job.")
  private int ranks;

  @Option(
      names = "--hours",
      paramLabel = "H",
      required = true,
      description = "How long it runs when nothing fails.")
  private double hours;

  @Option(
      names = "--ranks-per-host",
      paramLabel = "K",
      description = "Ranks that share a host. Default: the cores of this one.")
  private @Nullable Integer ranksPerHost;

  @Option(
      names = "--mttf-host",
      paramLabel = "DAYS",
      required = true,
      description = "Mean time to the failure of one host.")
  private double hostDays;

  @Option(
      names = "--mttf-process",
      paramLabel = "DAYS",
      description = "Mean time to the failure of one process alone. Default: never.")
  private double processDays = Double.POSITIVE_INFINITY;

  @Option(
      names = "--checkpoint",
      paramLabel = "SECONDS",
      description = "What one checkpoint costs. Default: ${DEFAULT-VALUE}.")
  private double checkpointSeconds = 1;

  @Option(
      names = "--restart-time",
      paramLabel = "SECONDS",
      description = "From a death to a new process. Default: ${DEFAULT-VALUE}.")
  private double restartSeconds = 2;

  @Option(
      names = "--bench",
      paramLabel = "DIR",
      description = "What bench has measured here: its folder of results.")
  private @Nullable String bench;

  PlanCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    PlannedJob job = job();
    Costs costs = costs();
    summary(job, costs).forEach(context.out()::println);
    return ExitStatus.SUCCESS.number();
  }

  private PlannedJob job() {
    int perHost = ranksPerHost == null ? Runtime.getRuntime().availableProcessors() : ranksPerHost;
    requirePositive("--ranks", ranks);
    requirePositive("--hours", hours);
    requirePositive("--ranks-per-host", perHost);
    requirePositive("--mttf-host", hostDays);
    requirePositive("--mttf-process", processDays);
    requirePositive("--checkpoint", checkpointSeconds);
    requirePositive("--restart-time", restartSeconds);
    PlannedJob job =
        new PlannedJob(
            ranks, perHost, hours, hostDays * HOURS_PER_DAY, processDays * HOURS_PER_DAY);
    double deaths = job.deathsOfRank();
    if (deaths > MAX_DEATHS_OF_RANK) {
      throw LegioCommand.refusal(
          spec,
          "each rank would die %s times in %s h; --mttf-host and --mttf-process are in days"
              .formatted(rounded(deaths, 3).toPlainString(), hours(hours)));
    }
    return job;
  }

  private void requirePositive(String option, double value) {
    if (!(value > 0)) {
      throw LegioCommand.refusal(spec, option + " must be more than 0, and is " + value);
    }
  }

  private Costs costs() {
    BenchFigures figures =
        bench == null
            ? BenchFigures.NONE
            : LegioCommand.valid(
                spec, () -> BenchFigures.in(context.machine().directory().resolve(bench)));
    return new Costs(
        figures.repairSeconds().orElse(USUAL_REPAIR_SECONDS),
        restartSeconds,
        checkpointSeconds,
        figures.slowdown(2).orElse(2),
        figures.slowdown(3).orElse(3));
  }

  private static List<String> summary(PlannedJob job, Costs costs) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            "ranks %d, hosts %d, hours %s; failures on average: %s hosts, %s processes alone",
            job.ranks(),
            job.hosts(),
            hours(job.hours()),
            rounded(job.lostHosts(), 2).toPlainString(),
            rounded(job.lostProcesses(), 2).toPlainString()));
    lines.add("");
    lines.add(
        String.format(
            "%-24s%10s%10s%16s%16s", "way", "processes", "hours", "all of it", "lost on average"));
    for (Way way : Way.values()) {
      lines.add(line(way, way.of(job, costs)));
    }
    lines.add("");
    lines.add(
        "all of it: probability that no result is lost; without Legio, that the first try ends.");
    lines.add(
        String.format(
            "restart: --restart %d is enough for 99 of 100 jobs; a checkpoint every %s minutes.",
            job.restarts(),
            rounded(MINUTES_PER_HOUR * Way.checkpointInterval(job, costs), 3).toPlainString()));
    lines.add(
        String.format(
            "costs: repair %s s, restart %s s, checkpoint %s s, run time with 2 and 3 replicas"
                + " %s and %s times.",
            rounded(costs.repairSeconds(), 2),
            rounded(costs.restartSeconds(), 2),
            rounded(costs.checkpointSeconds(), 2),
            rounded(costs.twoReplicas(), 2),
            rounded(costs.threeReplicas(), 2)));
    lines.add(
        "replicas and restart are the embedded runtime's, which has at most 512 processes; 'shrink'"
            + " is on every MPI.");
    lines.add(
        "formulas: checkpoints and run time by Young 1974 and Daly 2006; a rank is lost with the last"
            + " of its processes (Ferreira et al. 2011); shrinking loses what a dead rank would"
            + " still have done.");
    return lines;
  }

  private static String line(Way way, Outlook outlook) {
    return String.format(
        "%-24s%10d%10s%16s%16s",
        way.title(),
        outlook.processes(),
        hours(outlook.hours()),
        percent(outlook.chanceOfAll()),
        way == Way.PLAIN ? "all, at a death" : percent(outlook.lostShare()));
  }

  private static String hours(double hours) {
    return hours > ENDLESS_HOURS ? "no end" : rounded(hours, 4).toPlainString();
  }

  /** What is nearly all shows how much is missing. */
  private static String percent(double share) {
    if (share < NEGLIGIBLE) {
      return "0 %";
    }
    BigDecimal percent =
        share > 0.9
            ? BigDecimal.valueOf(100).subtract(rounded(100 * (1 - share), 2))
            : rounded(100 * share, 2);
    return percent.toPlainString() + " %";
  }

  private static BigDecimal rounded(double value, int digits) {
    BigDecimal rounded =
        BigDecimal.valueOf(value).round(new MathContext(digits)).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
