package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which configurations a suite compares.
 *
 * @param runtimes the MPIs that they run on
 * @param rival a further configuration to compare
 * @param locals the sizes of locals in the hierarchical layout; none for that of {@link
 *     Variant#HIERARCHICAL}
 */
public record Lineup(
    List<MpiRuntime> runtimes, Optional<Variant> rival, List<SizeOfLocals> locals) {
  /** What is compared of each, where two runtimes are. */
  private static final Set<Variant> SIDE_BY_SIDE =
      Set.of(Variant.PLAIN, Variant.FLAT, Variant.BY_HAND);

  /** All configurations on one MPI. */
  public static Lineup on(MpiRuntime runtime, Optional<Variant> rival) {
    return new Lineup(List.of(runtime), rival, List.of());
  }

  /** The same configurations on each MPI, one beside the other. */
  public static Lineup sideBySide() {
    return new Lineup(List.of(MpiRuntime.values()), Optional.empty(), List.of());
  }

  /** Whether the hierarchical layout is compared. */
  public boolean hasLocals() {
    return runtimes.size() == 1;
  }

  /** The same with locals of these sizes in the hierarchical layout. */
  public Lineup withLocals(List<SizeOfLocals> sizes) {
    return new Lineup(runtimes, rival, sizes);
  }

  /** Those of some configurations that are compared, on each runtime that has them. */
  List<Variant> of(Variant... candidates) {
    List<Variant> all = new ArrayList<>();
    boolean isAlone = runtimes.size() == 1;
    for (Variant candidate : candidates) {
      for (MpiRuntime runtime : runtimes) {
        if (runs(candidate, runtime) && (isAlone || SIDE_BY_SIDE.contains(candidate))) {
          for (Variant each : withLocals(candidate)) {
            all.add(each.on(runtime, isAlone ? "" : runtime.prefix()));
          }
        }
      }
    }
    rival.ifPresent(all::add);
    return all;
  }

  private List<Variant> withLocals(Variant candidate) {
    return locals.isEmpty() || !candidate.equals(Variant.HIERARCHICAL)
        ? List.of(candidate)
        : locals.stream().map(Variant::hierarchical).toList();
  }

  /** A program that repairs by hand calls the functions of Open MPI's C library. */
  private static boolean runs(Variant candidate, MpiRuntime runtime) {
    return runtime == MpiRuntime.OPEN_MPI || !candidate.equals(Variant.BY_HAND);
  }
}
