package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.List;
import org.legio.bench.plan.Run.Program;
import org.legio.bench.programs.CallPrices;

/**
 * Jobs that measure what calls cost.
 *
 * @param part the part of the suite
 * @param set the set of calls, in the form of {@link CallPrices}
 * @param calls the number of calls in it
 * @param sizes the sizes of messages, in bytes
 */
record PriceRuns(Part part, String set, int calls, List<Integer> sizes) {
  /**
   * The usual length of an operation's warm-up, as a multiple of the time of all its blocks of one
   * size.
   */
  private static final int WARM_UP = 20;

  private static final int US_PER_S = 1_000_000;

  /** One job for each configuration. */
  List<Run> of(List<Variant> configurations, Effort effort, int ranks, int round) {
    List<String> arguments = new ArrayList<>();
    arguments.add(set);
    arguments.add(String.valueOf(effort.blockUs()));
    arguments.add(String.valueOf(effort.blocks()));
    sizes.forEach(size -> arguments.add(size.toString()));
    int blocksUs = calls * effort.blocks() * effort.blockUs();
    int seconds = 1 + (sizes.size() * (2 + ranks) + WARM_UP) * blocksUs / US_PER_S;
    Program program = new Program(CallPrices.class, arguments);
    return configurations.stream()
        .map(beneath -> new Run(part, beneath.name(), beneath, ranks, round, program, seconds))
        .toList();
  }
}
