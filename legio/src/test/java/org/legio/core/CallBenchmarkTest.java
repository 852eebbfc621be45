package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.util.Statistics;

/**
 * Measures what the core costs a call, medians: {@code ./mvnw test -pl legio -am -Dlegio.bench=true
 * -Dtest=CallBenchmarkTest -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@EnabledIfSystemProperty(named = "legio.bench", matches = "true")
class CallBenchmarkTest {
  private static final double MAX_ADDED_NS = 30;
  private static final Map<String, String> BARE =
      new TreeMap<>(
          Map.of(
              "getRank", "bareGetRank",
              "bcast", "bareBcast",
              "send", "bareSend",
              "isendWait", "bareIsendWait"));

  @Test
  void protectionAddsFewNanosecondsAndNoAllocation() throws Exception {
    Map<String, Statistics> ns = new TreeMap<>();
    Map<String, Double> bytes = new TreeMap<>();
    for (RunResult result :
        new Runner(
                new OptionsBuilder()
                    .include(CallBenchmark.class.getName())
                    .addProfiler(GCProfiler.class)
                    .build())
            .run()) {
      String name = result.getParams().getBenchmark().replaceFirst(".*\\.", "");
      ns.put(name, result.getPrimaryResult().getStatistics());
      bytes.put(name, result.getSecondaryResults().get("gc.alloc.rate.norm").getScore());
    }
    BARE.forEach(
        (call, bare) -> {
          double added = median(ns.get(call)) - median(ns.get(bare));
          System.out.printf(
              "%-10s bare %s, protected %s, added %.1f ns, %.3f B a call%n",
              call, described(ns.get(bare)), described(ns.get(call)), added, bytes.get(call));
        });
    BARE.forEach(
        (call, bare) -> {
          assertThat(median(ns.get(call)) - median(ns.get(bare)))
              .as("ns added to %s", call)
              .isLessThan(MAX_ADDED_NS);
          assertThat(bytes.get(call)).as("bytes allocated by %s", call).isLessThan(1);
        });
  }

  /** Other processes only ever make single iterations slower. */
  private static double median(Statistics iterations) {
    return iterations.getPercentile(50);
  }

  private static String described(Statistics iterations) {
    return String.format(
        "%.1f ns (%.1f to %.1f)", median(iterations), iterations.getMin(), iterations.getMax());
  }
}
