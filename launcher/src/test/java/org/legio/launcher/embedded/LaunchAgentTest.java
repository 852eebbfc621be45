package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A shell on another host, and an agent without one, get the same words. */
class LaunchAgentTest {
  private static final List<String> COMMAND = List.of("java", "-cp", "/the jars/a'b.jar", "App");

  @Test
  void aShellGetsOneLineWithQuotedWords() {
    assertThat(LaunchAgent.parse("/usr/bin/ssh -p 22").command("n0", COMMAND))
        .containsExactly("/usr/bin/ssh", "-p", "22", "n0", "java -cp '/the jars/a'\\''b.jar' App");
  }

  @Test
  void anotherAgentGetsTheWordsThemselves() {
    assertThat(LaunchAgent.parse("ip netns exec").command("n0", COMMAND))
        .containsExactly("ip", "netns", "exec", "n0", "java", "-cp", "/the jars/a'b.jar", "App");
  }

  @Test
  void anAgentHasWords() {
    assertThatThrownBy(() -> LaunchAgent.parse(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--launch-agent: no command; write for instance 'ssh -p 2222'");
  }
}
