package org.legio.ulfm.messages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonStringTest {
  @Test
  void whatEndsAStringOrALineIsEscaped() {
    assertThat(JsonString.quoted("a \"b\" \\ \n\t\u0001 é \uD83D\uDE00"))
        .isEqualTo("\"a \\\"b\\\" \\\\ \\u000a\\u0009\\u0001 é \\ud83d\\ude00\"");
  }
}
