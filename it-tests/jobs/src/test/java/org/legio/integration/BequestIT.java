package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Messages that arrived before their sender died are received in order, by every way to receive.
 */
@Tag("embedded-long")
@SampledRows(every = 8)
class BequestIT {
  private static final String ALL = "[10, 20, 30]";
  private static final String THEN_NOTHING = "[10, 20, 30, -1]";

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "recv,              flat,           '" + THEN_NOTHING + "'",
    "recv,              hierarchical:2, '" + THEN_NOTHING + "'",
    "dup,               flat,           '" + THEN_NOTHING + "'",
    "any-source,        flat,           '[10, 20, 30, 7]'",
    "i-recv,            flat,           '" + THEN_NOTHING + "'",
    "i-recv-any,        flat,           '" + ALL + "'",
    "at-once,           flat,           '" + THEN_NOTHING + "'",
    "at-once,           hierarchical:2, '" + THEN_NOTHING + "'",
    "send-recv,         flat,           '" + THEN_NOTHING + "'",
    "send-recv-replace, flat,           '" + THEN_NOTHING + "'",
    "persistent,        flat,           '" + THEN_NOTHING + "'",
    "persistent,        hierarchical:2, '" + THEN_NOTHING + "'",
    "probe,             flat,           '" + ALL + "'",
    "i-probe,           flat,           '" + ALL + "'",
    "island,            flat,           '" + ALL + "'",
    "island,            hierarchical:2, '" + ALL + "'",
    "matched,           flat,           '" + ALL + "'",
    "i-matched,         flat,           '" + ALL + "'",
    "i-matched,         hierarchical:2, '" + ALL + "'",
    "strided,           flat,           '[10, 0, 20, 0, 30, 0]'",
  })
  void whatHadArrivedIsReceived(String mode, String layout, String got) {
    receives(bequest(mode).layout(layout), got);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"recv", "i-recv", "island"})
  void overTcp(String mode) {
    Job job = bequest(mode).mpirun("--mca", "btl", "self,tcp", "--mca", "btl_tcp_if_include", "lo");
    receives(job, mode.equals("island") ? ALL : THEN_NOTHING);
  }

  @Test
  void noPolicyAppliesWhileThereIsAMessage() {
    receives(orphan("no-more").policies("recv.source-failed=abort"), ALL);
  }

  private static Job bequest(String mode) {
    return orphan(mode).policies("recv.source-failed=ignore");
  }

  private static Job orphan(String mode) {
    return Job.of("Bequest", mode)
        .on(4)
        .killing(Kill.parse("1@barrier:1:before"))
        .within(Duration.ofSeconds(60));
  }

  private static void receives(Job job, String got) {
    Outcome outcome = job.run().succeeded();
    assertThat(outcome.sortedLines()).as("%s", outcome).containsExactly("rank 0: " + got);
  }
}
