package org.legio.launcher.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.legio.agent.Variables;
import org.legio.core.settings.JobAbort;
import org.legio.core.settings.Setting;
import org.legio.core.settings.Words;
import org.legio.launcher.machine.Programs;

/**
 * Decides whether a run has ended correctly, whether a policy has ended it, and says what is wrong
 * otherwise.
 */
public final class ChaosJudge {
  private static final Duration CHECK_PATIENCE = Duration.ofMinutes(10);

  private final Optional<String> check;
  private final Set<Integer> statuses;

  /**
   * Judges runs of one program.
   *
   * @param check a shell command that accepts the output of a run by exit status 0
   * @param policies the agent's settings
   */
  public ChaosJudge(Optional<String> check, Map<String, String> policies) {
    this.check = check;
    String onLoss = policies.getOrDefault(Setting.EXIT_STATUS_ON_LOSS.key(), "0");
    this.statuses = Stream.of(onLoss, "0").map(Integer::valueOf).collect(Collectors.toSet());
  }

  /**
   * The verdict on a run.
   *
   * @param end how it has ended
   * @param out the lines that it has printed
   */
  public ChaosVerdict verdict(ChaosRun.End end, ChaosPlan plan, List<String> out) {
    Map<Integer, JobAbort> aborts = end.marks().aborts();
    List<String> reasons = reasons(aborts);
    boolean isOver = !end.isLate() && end.left().isEmpty();
    if (isOver && isByPolicy(aborts, plan)) {
      List<String> policies =
          aborts.values().stream().flatMap(abort -> abort.policy().stream()).distinct().toList();
      return ChaosVerdict.endedByPolicy(policies, reasons);
    }
    List<String> problems = problems(end);
    problems.addAll(reasons);
    if (problems.isEmpty()) {
      check.flatMap(command -> objection(command, plan, out)).ifPresent(problems::add);
    }
    return problems.isEmpty() ? ChaosVerdict.RIGHT : ChaosVerdict.wrong(problems);
  }

  /** Whether policies alone have ended the job. Unless a rank was to die, they had no reason. */
  private static boolean isByPolicy(Map<Integer, JobAbort> aborts, ChaosPlan plan) {
    return !aborts.isEmpty()
        && !plan.victims().isEmpty()
        && aborts.values().stream().allMatch(abort -> abort.policy().isPresent());
  }

  private static List<String> reasons(Map<Integer, JobAbort> aborts) {
    return aborts.entrySet().stream()
        .map(each -> "rank " + each.getKey() + " aborted the job: " + each.getValue().reason())
        .toList();
  }

  private List<String> problems(ChaosRun.End end) {
    List<String> problems = new ArrayList<>();
    if (end.isLate()) {
      problems.add("not over after %.0f s".formatted(ChaosResult.seconds(end.took())));
    } else if (!statuses.contains(end.status())) {
      problems.add("exit status " + end.status() + ", not 0");
    }
    if (!end.isLate() && !end.left().isEmpty()) {
      problems.add("the processes of " + Words.ranks(end.left()) + " were left behind");
    }
    return problems;
  }

  private static Optional<String> objection(String command, ChaosPlan plan, List<String> out) {
    try {
      Path input = Files.createTempFile("legio-chaos-", ".out");
      try {
        Files.write(input, out, Charset.defaultCharset());
        ProcessBuilder builder =
            new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectInput(input.toFile());
        builder.environment().put(Variables.CHAOS_VICTIMS, words(plan.victims()));
        Programs.Outcome outcome = Programs.captured(builder, CHECK_PATIENCE);
        return outcome.succeeded()
            ? Optional.empty()
            : Optional.of(
                "--check '%s' ended with status %d: %s"
                    .formatted(command, outcome.status(), outcome.firstLine()));
      } finally {
        Files.delete(input);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("what the job has printed cannot be handed to --check", e);
    }
  }

  private static String words(List<Integer> ranks) {
    return ranks.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
