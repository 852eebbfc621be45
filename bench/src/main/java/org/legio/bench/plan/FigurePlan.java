package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.legio.bench.programs.CallPrices;
import org.legio.bench.programs.DatabaseDocking;
import org.legio.bench.programs.NasClass;

/**
 * Plans the jobs for figures of the thesis: only what they show, in the thesis's configurations
 * (MPI alone, flat, hierarchical), round by round.
 */
public final class FigurePlan {
  private static final int DOCKINGS = 5;
  private static final int SECONDS_OF_DOCKINGS = 15;
  private static final ApplicationRun DOCKING =
      new ApplicationRun(
          Part.APPLICATIONS,
          DatabaseDocking.class,
          DatabaseDocking.ROUNDS,
          DatabaseDocking.ROUNDS,
          DOCKINGS,
          SECONDS_OF_DOCKINGS);

  private final Set<Figure> figures;
  private final Effort effort;
  private final Lineup lineup;
  private final List<Run> runs = new ArrayList<>();

  private FigurePlan(Collection<Figure> figures, Effort effort, Lineup lineup) {
    this.figures = EnumSet.copyOf(figures);
    this.effort = effort;
    this.lineup = lineup;
  }

  /** Plans the jobs for figures; at least one. */
  public static List<Run> of(Collection<Figure> figures, Effort effort, Lineup lineup) {
    FigurePlan plan = new FigurePlan(figures, effort, lineup);
    plan.addPrices(Part.SIZES, effort.rounds().sizes(), effort.ranks().sizes(), effort.sizes());
    List<Integer> least = effort.sizes().subList(0, 1);
    plan.addPrices(Part.RANKS, effort.rounds().ranks(), effort.ranks().ranks(), least);
    plan.addRepairs();
    plan.addApplications();
    return plan.runs;
  }

  private void addPrices(Part part, int rounds, List<Integer> numbersOfRanks, List<Integer> sizes) {
    List<String> calls =
        figures.stream().filter(figure -> figure.part() == part).map(Figure::operations).toList();
    if (calls.isEmpty()) {
      return;
    }
    String set = CallPrices.OPERATIONS + CallPrices.ONLY + String.join("+", calls);
    PriceRuns jobs = new PriceRuns(part, set, calls.size(), sizes);
    for (int round = 0; round < rounds; round++) {
      for (int ranks : numbersOfRanks) {
        runs.addAll(jobs.of(withPlain(ranks), effort, ranks, round));
      }
    }
  }

  /** The thesis's configurations that have no locals, or at least two. */
  private List<Variant> withPlain(int ranks) {
    return lineup.of(Variant.PLAIN, Variant.FLAT, Variant.HIERARCHICAL).stream()
        .filter(beneath -> SizeOfLocals.in(beneath.name(), ranks).orElse(0) < ranks)
        .toList();
  }

  private void addRepairs() {
    if (!figures.contains(Figure.REPAIR)) {
      return;
    }
    for (int round = 0; round < effort.rounds().repair(); round++) {
      for (int ranks : effort.ranks().repairs()) {
        List<Variant> beneath = lineup.of(Variant.BY_HAND, Variant.FLAT, Variant.HIERARCHICAL);
        runs.addAll(RepairRuns.of(beneath, ranks, round));
      }
    }
  }

  private void addApplications() {
    for (int round = 0; round < effort.rounds().applications(); round++) {
      for (int ranks : effort.ranks().applications()) {
        if (figures.contains(Figure.EP)) {
          for (NasClass size : effort.classes()) {
            runs.addAll(EpRuns.of(size, withPlain(ranks), ranks, round));
          }
        }
        if (figures.contains(Figure.DOCKING)) {
          for (Variant beneath : withPlain(ranks)) {
            runs.add(DOCKING.of(beneath, ranks, round, 0));
          }
        }
      }
    }
  }
}
