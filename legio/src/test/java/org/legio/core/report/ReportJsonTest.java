package org.legio.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportJsonTest {
  @Test
  void whatEndsAStringOrALineIsEscaped() {
    assertThat(ReportJson.quoted("a \"b\" \\ \n\t\u0001 é \uD83D\uDE00"))
        .isEqualTo("\"a \\\"b\\\" \\\\ \\u000a\\u0009\\u0001 é \\ud83d\\ude00\"");
  }
}
