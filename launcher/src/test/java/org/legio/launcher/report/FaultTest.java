package org.legio.launcher.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTest {
  @ParameterizedTest
  @CsvSource({"kill, true", "host, true", "stop, false", "pause:3, false"})
  void knowsWhichFaultsAreDeaths(String what, boolean isDeath) {
    JobRecord.Fault fault = new JobRecord.Fault(2, -1, "reduce", 1, "before", what);
    assertThat(fault.isDeath()).isEqualTo(isDeath);
  }
}
