package org.legio.ulfm.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private JsonLines lines(int rank) {
    return new JsonLines(new PrintStream(out, true, StandardCharsets.UTF_8), rank);
  }

  private List<String> written() {
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.replaceFirst("\"time\":\"2[0-9T:.-]+Z\"", "T"))
        .toList();
  }

  @Test
  void aLineIsAnObject() {
    lines(3).println("[WARN] legio: rank 2 \"lost\"\tin C:\\x");
    lines(JsonLines.NO_RANK).println("legio: [1, 2] wait\nfor ü");
    assertThat(written())
        .containsExactly(
            "{T,\"level\":\"warn\",\"rank\":3,\"message\":\"rank 2 \\\"lost\\\"\\u0009in"
                + " C:\\\\x\"}",
            "{T,\"level\":\"warn\",\"message\":\"[1, 2] wait\\u000afor ü\"}");
  }

  @Test
  void aStackIsLinesOfObjects() {
    new IllegalStateException("why").printStackTrace(lines(0));
    assertThat(written()).hasSizeGreaterThan(1).allMatch(line -> line.matches("\\{T,.*\"}"));
    assertThat(written().get(0)).contains("\"message\":\"java.lang.IllegalStateException: why\"");
  }
}
