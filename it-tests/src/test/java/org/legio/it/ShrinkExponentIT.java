package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Ranks measure how the cost of shrinking grows and all find the same; after that the job survives
 * a death.
 */
class ShrinkExponentIT {
  private static final int RANKS = 4;
  private static final Pattern TOLD = Pattern.compile("number of ranks\\^([0-9.]+)");

  @Test
  void allRanksUseTheSame() {
    Outcome outcome =
        Job.of("RepairTime", 1)
            .on(RANKS)
            .killing(List.of(new Kill(1, "getProcessorName", 1, "before")))
            .layout("hierarchical:auto")
            .policies("hierarchical.shrink-exponent=measured", "log-level=debug")
            .run()
            .succeeded();
    List<String> told =
        TOLD.matcher(outcome.stdout() + outcome.stderr())
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(told).as("exponents in %s", outcome).hasSize(RANKS);
    assertThat(told.stream().distinct()).as("exponents in %s", outcome).hasSize(1);
    assertThat(Double.parseDouble(told.get(0))).isBetween(0.5, 3.0);
    assertThat(outcome.findOne("without 1 at \\d+ by (\\d+) ranks;").group(1)).isEqualTo("3");
  }
}
