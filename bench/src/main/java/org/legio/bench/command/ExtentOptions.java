package org.legio.bench.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.legio.bench.plan.Effort;
import org.legio.bench.plan.Extent;
import org.legio.bench.plan.Lineup;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.SizeOfLocals;
import org.legio.bench.programs.NasClass;
import org.legio.bench.programs.NasKernel;
import org.legio.launcher.command.LegioCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that say at how many ranks, at which sizes, with which locals and how often is
 * measured.
 */
final class ExtentOptions {
  private static final int MAX_BYTES = 1 << 28;
  private static final int MIN_LOCAL = 2;
  private static final int MIN_OF_REPAIR = 4;

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
      description = {
        "Sizes of the hierarchical layout's locals; optimum is the cheapest for the job's ranks.",
        "Default: 2; for --figure, optimum."
      })
  private List<String> localSizes = List.of();

  @Option(
      names = "--nas-class",
      paramLabel = "CLASS,...",
      split = ",",
      description = "Classes of the NAS benchmarks: S, W, A; of EP also B, C.")
  private List<NasClass> classes = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each job is repeated, in place of the suite's own numbers.")
  private @Nullable Integer rounds;

  /** The effort with what is asked for. */
  Effort of(Effort effort) {
    Effort asked = effort;
    if (!ranks.isEmpty()) {
      require("--ranks", ranks, n -> n > 0, "from 1 on");
      asked = asked.withRanks(ascending(ranks));
    }
    if (!sizes.isEmpty()) {
      require(
          "--sizes",
          sizes,
          n -> n > 0 && n % Integer.BYTES == 0 && n <= MAX_BYTES,
          "that are multiples of 4, up to " + MAX_BYTES);
      asked = asked.withSizes(ascending(sizes));
    }
    if (rounds != null) {
      require("--rounds", List.of(rounds), n -> n > 0, "from 1 on");
      asked = asked.withRounds(rounds);
    }
    return classes.isEmpty() ? asked : asked.withClasses(classes);
  }

  /** The configurations with the locals that are asked for. */
  Lineup of(Lineup lineup) {
    if (localSizes.isEmpty()) {
      return lineup;
    }
    if (!lineup.hasLocals()) {
      throw refused(
          "--local-size: two MPIs are compared without the hierarchical layout; name one of them"
              + " with --mpi, or drop --local-size");
    }
    require(
        "--local-size",
        localSizes,
        size ->
            size.equals(SizeOfLocals.OPTIMUM)
                || (size.matches("\\d{1,9}") && Integer.parseInt(size) >= MIN_LOCAL),
        "from " + MIN_LOCAL + " on, or " + SizeOfLocals.OPTIMUM);
    return lineup.withLocals(localSizes.stream().distinct().map(SizeOfLocals::parse).toList());
  }

  /**
   * Refuses options that none of the chosen parts uses; returns notes on those that some do not.
   */
  List<String> requireUse(Set<Part> chosen) {
    List<String> notes = new ArrayList<>();
    for (Extent given : given()) {
      List<String> strangers = given.strangersIn(chosen);
      String names = String.join(", ", strangers);
      if (strangers.size() == chosen.size()) {
        throw refused(
            "%s has no meaning for %s; drop it, or name a part that uses it: %s"
                .formatted(given.option(), names, String.join(", ", given.users())));
      }
      if (!strangers.isEmpty()) {
        notes.add(given.option() + " is not used by " + names);
      }
    }
    if (chosen.contains(Part.NAS)
        && classes.stream().anyMatch(each -> NasKernel.Name.of(each).isEmpty())) {
      notes.add("CG, IS and MG are not measured above class A");
    }
    if (chosen.contains(Part.REPAIR) && ranks.stream().anyMatch(n -> n < MIN_OF_REPAIR)) {
      notes.add("repairs are not measured at less than " + MIN_OF_REPAIR + " ranks");
    }
    return notes;
  }

  private List<Extent> given() {
    List<Extent> given = new ArrayList<>();
    if (!ranks.isEmpty()) {
      given.add(Extent.RANKS);
    }
    if (!sizes.isEmpty()) {
      given.add(Extent.SIZES);
    }
    if (!localSizes.isEmpty()) {
      given.add(Extent.LOCAL_SIZES);
    }
    if (!classes.isEmpty()) {
      given.add(Extent.NAS_CLASSES);
    }
    return given;
  }

  private static List<Integer> ascending(List<Integer> numbers) {
    return numbers.stream().distinct().sorted().toList();
  }

  private <T> void require(String option, List<T> values, Predicate<T> isRight, String which) {
    if (!values.stream().allMatch(isRight)) {
      String given = String.join(",", values.stream().map(String::valueOf).toList());
      throw refused(option + " " + given + ": give numbers " + which);
    }
  }

  private ParameterException refused(String message) {
    return LegioCommand.refusal(spec, message);
  }
}
