package org.legio.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void whatATerminalWouldObeyIsReplaced() {
    assertThat(Printable.text("a\u001b[2Jb\u0007\r\n\u009b31m\u202ec\0"))
        .isEqualTo("a?[2Jb????31m?c?");
  }

  @Test
  void otherTextStaysAsItIs() {
    String text = "Größe \u03c0 #0k3f, App.main(App.java:7)";
    assertThat(Printable.text(text)).isSameAs(text);
  }

  @Test
  void whatIsLongIsCut() {
    assertThat(Printable.text("x".repeat(70_000))).hasSize(303).endsWith("xxx...");
  }
}
