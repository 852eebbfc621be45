package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DemoSummaryTest {
  private static final String GOOD = "pi = 3.141600 +- 0.000123 (samples used 7500000 of 10000000)";
  private static final String FIRST =
      "legio: rank 3 lost: MPI.COMM_WORLD repaired in 21.3 ms, 7 of 8 ranks continue (noticed in"
          + " reduce)";
  private static final String SECOND = FIRST.replace("rank 3", "rank 5").replace("21.3", "15.0");

  private static DemoSummary of(String... lines) {
    DemoSummary summary = new DemoSummary(Set.of(3, 5));
    List.of(lines).forEach(summary::read);
    return summary;
  }

  @Test
  void bothDeathsAndAGoodEstimateAreASuccess() {
    DemoSummary summary = of("noise", FIRST, SECOND, GOOD);
    assertThat(summary.failures(0)).isEmpty();
    assertThat(summary.lines())
        .containsExactly(
            "ranks lost:    3, 5",
            "repaired in:   21.3 ms (rank 3), 15.0 ms (rank 5)",
            "estimate:      pi = 3.141600 +- 0.000123, 0.1 standard errors from pi",
            "samples lost:  25.0 % (2500000 of 10000000)");
  }

  @Test
  void ranksLostTogetherAreBothSeen() {
    assertThat(of(FIRST.replace("rank 3", "ranks 3, 5"), GOOD).failures(0)).isEmpty();
  }

  @Test
  void reportsWrittenAtOnceAreBothSeen() {
    assertThat(of(FIRST + SECOND, GOOD).failures(0)).isEmpty();
  }

  @Test
  void theLoggersPrefixDoesNotMatter() {
    assertThat(of("[main] INFO " + FIRST, "[main] INFO " + SECOND, GOOD).failures(0)).isEmpty();
  }

  @Test
  void aMissingDeathIsAFailure() {
    assertThat(of(FIRST, GOOD).failures(0))
        .containsExactly("the deaths of ranks 3, 5 were to be seen, seen were 3");
  }

  @Test
  void anEstimateFarFromPiIsAFailure() {
    assertThat(of(FIRST, SECOND, GOOD.replace("3.1416", "3.1426")).failures(0))
        .singleElement()
        .asString()
        .contains("8.2 standard errors away");
  }

  @Test
  void anEstimateWithoutAnErrorIsAFailure() {
    assertThat(of(FIRST, SECOND, "pi = 3.1426 +- 0").failures(0)).hasSize(1);
    assertThat(of(FIRST, SECOND).failures(0)).containsExactly("the program printed no estimate");
  }

  @Test
  void aFailedJobIsAFailure() {
    assertThat(of(FIRST, SECOND, GOOD).failures(137))
        .containsExactly("the job ended with exit status 137");
  }
}
