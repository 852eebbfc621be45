package org.legio.bench.command;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.legio.bench.plan.Effort;
import org.legio.bench.plan.Figure;
import org.legio.bench.plan.FigurePlan;
import org.legio.bench.plan.Lineup;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.Run;
import org.legio.bench.plan.SizeOfLocals;
import org.legio.launcher.command.LegioCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name figures of the thesis. */
final class FigureOptions {
  private static final String ALL = "all";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--figure",
      paramLabel = "N,...",
      split = ",",
      description = {
        "Only figures of the thesis, 5.1 to 5.8, or all: for each also figure-N.csv and",
        "figure-N.svg."
      })
  private List<String> numbers = List.of();

  /** The figures that are named, maybe none. */
  Set<Figure> figures(List<String> parts) {
    Set<Figure> named = EnumSet.noneOf(Figure.class);
    for (String number : numbers) {
      if (number.equals(ALL)) {
        named.addAll(EnumSet.allOf(Figure.class));
      } else {
        named.add(
            Figure.numbered(number)
                .orElseThrow(
                    () ->
                        refused(
                            "--figure %s: there is no such figure; give %s or %s"
                                .formatted(number, String.join(", ", Figure.numbers()), ALL))));
      }
    }
    if (!named.isEmpty() && !parts.isEmpty()) {
      throw refused("--figure and --part are two ways to choose; drop one of the two");
    }
    return named;
  }

  /** The parts of the suite that figures belong to. */
  static Set<Part> parts(Set<Figure> figures) {
    return figures.stream()
        .map(Figure::part)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Part.class)));
  }

  /** The jobs for figures; locals have the optimal size unless others are asked for. */
  static List<Run> plan(Set<Figure> figures, Effort effort, Lineup lineup) {
    Lineup thesis =
        lineup.locals().isEmpty() ? lineup.withLocals(List.of(SizeOfLocals.optimum())) : lineup;
    return FigurePlan.of(figures, effort, thesis);
  }

  private ParameterException refused(String message) {
    return LegioCommand.refusal(spec, message);
  }
}
