package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Isolated;

/** Measures the time that the agent adds to a call: medians of runs with and without it in turn. */
@EnabledIfSystemProperty(named = "legio.it.long", matches = "true")
@Isolated("it measures")
class CallCostIT {
  private static final int RUNS = 9;
  private static final double MOST = 0.05;

  @Test
  void agentAddsLessThanFivePercent() throws IOException {
    List<Outcome> plain = new ArrayList<>();
    List<Outcome> withAgent = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      plain.add(Job.of("CallCost").on(2).optimised().plain().run().succeeded());
      withAgent.add(Job.of("CallCost").on(2).optimised().run().succeeded());
    }
    StringBuilder table = new StringBuilder("| call | plain, ns | with the agent, ns | added |\n");
    table.append("|---|---|---|---|\n");
    List<Double> added = new ArrayList<>();
    for (String call : List.of("getRank", "send+recv")) {
      double before = median(plain, call);
      double after = median(withAgent, call);
      added.add(after / before - 1);
      table.append(
          String.format(
              Locale.ROOT,
              "| %s | %.1f | %.1f | %+.1f %% |%n",
              call,
              before,
              after,
              100 * (after / before - 1)));
    }
    Files.writeString(Path.of(System.getProperty("legio.it.evidence"), "call-cost.md"), table);
    assertThat(added).as("%s", table).allMatch(share -> share < MOST);
  }

  private static double median(List<Outcome> outcomes, String call) {
    String line = "^" + call.replace("+", "\\+") + ": median ([0-9.]+) ns";
    return outcomes.stream()
        .mapToDouble(outcome -> Double.parseDouble(outcome.findOne(line).group(1)))
        .sorted()
        .skip(outcomes.size() / 2)
        .findFirst()
        .orElseThrow();
  }
}
