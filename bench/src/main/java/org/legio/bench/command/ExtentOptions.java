package org.legio.bench.command;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.legio.bench.plan.Effort;
import org.legio.bench.plan.Lineup;
import org.legio.bench.programs.NasClass;
import org.legio.launcher.command.LegioCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say at how many ranks, at which sizes, and with which locals is measured. */
final class ExtentOptions {
  private static final int MAX_BYTES = 1 << 28;
  private static final int MIN_LOCAL = 2;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--ranks",
      paramLabel = "N,...",
      split = ",",
      description = {
        "Numbers of ranks, in place of the suite's own; repairs need 4 at least.",
        "The start, the machine's limit and accuracy have fixed ones."
      })
  private List<Integer> ranks = List.of();

  @Option(
      names = "--sizes",
      paramLabel = "BYTES,...",
      split = ",",
      description = "Sizes of messages, in place of the suite's own; multiples of 4.")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--local-size",
      paramLabel = "K,...",
      split = ",",
      description = "Sizes of the hierarchical layout's locals. Default: 2.")
  private List<Integer> localSizes = List.of();

  @Option(
      names = "--nas-class",
      paramLabel = "CLASS,...",
      split = ",",
      description = "Classes of the NAS benchmark EP for --part ep: S, W, A, B or C.")
  private List<NasClass> classes = List.of();

  Effort of(Effort effort) {
    require("--ranks", ranks, n -> n > 0, "from 1 on");
    require(
        "--sizes",
        sizes,
        n -> n > 0 && n % Integer.BYTES == 0 && n <= MAX_BYTES,
        "that are multiples of 4, up to " + MAX_BYTES);
    Effort withRanks = ranks.isEmpty() ? effort : effort.withRanks(ascending(ranks));
    Effort withSizes = sizes.isEmpty() ? withRanks : withRanks.withSizes(ascending(sizes));
    return classes.isEmpty() ? withSizes : withSizes.withClasses(classes);
  }

  Lineup of(Lineup lineup) {
    require("--local-size", localSizes, n -> n >= MIN_LOCAL, "from " + MIN_LOCAL + " on");
    return localSizes.isEmpty() ? lineup : lineup.withLocals(ascending(localSizes));
  }

  private static List<Integer> ascending(List<Integer> numbers) {
    return numbers.stream().distinct().sorted().toList();
  }

  private void require(String option, List<Integer> numbers, IntPredicate isRight, String which) {
    if (!numbers.stream().allMatch(isRight::test)) {
      String given = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
      throw LegioCommand.refusal(spec, option + " " + given + ": give numbers " + which);
    }
  }
}
