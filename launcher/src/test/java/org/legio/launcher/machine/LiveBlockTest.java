package org.legio.launcher.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveBlockTest {
  private static final String ESC = "\u001b[";
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream terminal = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String taken() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  @Test
  void linesAppearAboveTheBlockAndTheTerminalIsLeftAsItWas() {
    try (LiveBlock block = new LiveBlock(terminal, new Terminal.Size(10, 5), line -> line)) {
      block.show(() -> List.of("first line", "b"));
      block.refresh(new Terminal.Size(10, 5));
      assertThat(taken()).contains("first\nb\n").doesNotContain("first line");
      block.print(terminal, "said");
      assertThat(taken()).startsWith("\r" + ESC + "2A" + ESC + "Jsaid\n");
      block.refresh(new Terminal.Size(2, 20));
      assertThat(taken()).startsWith(ESC + "2J").contains("first line").doesNotContain("b\n");
    }
    assertThat(taken()).contains("first line").endsWith(ESC + "?25h");
  }
}
