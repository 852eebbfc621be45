package org.legio.launcher.command;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.legio.agent.Kill;
import org.legio.launcher.job.AgentArguments;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.job.JobInput;
import org.legio.launcher.job.ReadyJob;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.mpi.LaunchedJob;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine.Command;

/** Shows a job that loses ranks and continues. */
@Command(
    name = "demo",
    description = "Estimate pi on 8 ranks, kill two of them on the way.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final int RANKS = 8;
  private static final String PROGRAM = "org.legio.samples.MonteCarloPi";

  /** It ends before the second compiler would pay: with it, the demo takes half as long again. */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final String SAMPLES_PER_BATCH =
      "60000"; // 100 batches take less than a second on two cores
  private static final List<Kill> KILLS =
      List.of(
          new Kill(3, "reduce", 4, Kill.When.BEFORE), new Kill(5, "reduce", 8, Kill.When.BEFORE));

  private final LauncherContext context;

  DemoCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Path samples = context.installation().samples();
    if (!Files.exists(samples)) {
      throw new CannotRunException(
          "the sample programs are not in "
              + samples
              + "; run './mvnw package', or put legio-samples.jar beside "
              + context.jar());
    }
    MpiInstallation mpi = context.mpiFinder().find(Optional.empty());
    tell(
        "%d ranks estimate pi; ranks 3 and 5 will be killed (SIGKILL) on the way".formatted(RANKS));
    long start = System.nanoTime();
    DemoSummary summary =
        new DemoSummary(KILLS.stream().map(Kill::rank).collect(Collectors.toSet()));
    int status = watch(job().on(mpi, context.machine(), JobInput.NONE, Map.of()), summary);
    double seconds = (System.nanoTime() - start) / 1e9;
    return report(summary, summary.failures(status), seconds);
  }

  private LaunchedJob job() {
    String agent =
        new AgentArguments(Map.of(), KILLS).javaArgument(context.jar().toString(), List.of());
    return new LaunchedJob(RANKS, Hosts.unnamed(), Optional.of(agent), List.of(), javaArguments());
  }

  private List<String> javaArguments() {
    List<String> arguments = new ArrayList<>(SHORT_LIVED);
    arguments.addAll(
        List.of("-cp", context.installation().samples().toString(), PROGRAM, SAMPLES_PER_BATCH));
    return arguments;
  }

  private int watch(ReadyJob job, DemoSummary summary) {
    return job.run(
            line -> pass(line, context.out(), summary), line -> pass(line, context.err(), summary))
        .verdict(RANKS, KILLS, context.err()::println);
  }

  private static void pass(String line, PrintStream to, DemoSummary summary) {
    to.println(line);
    summary.read(line);
  }

  private int report(DemoSummary summary, List<String> failures, double seconds) {
    tell("what happened, in %.1f s:".formatted(seconds));
    summary.lines().forEach(line -> tell("  " + line));
    failures.forEach(failure -> tell("the demo failed: " + failure));
    return ExitStatus.of(failures.isEmpty());
  }

  private void tell(String line) {
    context.out().println("legio: " + line);
  }
}
