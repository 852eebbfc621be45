package org.legio.launcher.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShellQuotingTest {
  private static final List<String> AWKWARD =
      List.of(
          "plain",
          "",
          " ",
          "two words",
          "it's",
          "''",
          "$HOME",
          "`id`",
          "a;b",
          "a&b",
          "a|b",
          "*",
          "?",
          "~",
          "~/x",
          "-x",
          "--",
          "#no",
          "!x",
          "a\\b",
          "a\nb",
          "\t",
          "\"",
          "{a,b}",
          "[x]",
          "A=b",
          "A=",
          "A=b c",
          "A='",
          "=x",
          "=",
          "1A=b c",
          "è",
          "-javaagent:/a b.jar=kill=3@reduce:4;5@send",
          "(x)",
          "<in",
          ">out",
          "%d",
          "x=~/y");

  @Test
  void aShellReadsBackTheSameArguments() {
    List<String> command = new ArrayList<>(List.of("printf", "%s\\0"));
    command.addAll(AWKWARD);
    assertThat(throughShell(command)).isEqualTo(AWKWARD);
  }

  @Test
  void everyAsciiCharacterComesThrough() {
    List<String> characters =
        IntStream.rangeClosed(1, 127).mapToObj(c -> "x" + (char) c + "y").toList();
    List<String> command = new ArrayList<>(List.of("printf", "%s\\0"));
    command.addAll(characters);
    assertThat(throughShell(command)).isEqualTo(characters);
  }

  @Test
  void whatNeedsNoQuotesHasNone() {
    assertThat(ShellQuoting.line(List.of("env", "A=1", "B=", "/bin/x", "--host", "a:1,b:2")))
        .isEqualTo("env A=1 B= /bin/x --host a:1,b:2");
  }

  private static List<String> throughShell(List<String> command) {
    String printed = Programs.output(List.of("sh", "-c", ShellQuoting.line(command))).orElseThrow();
    return Arrays.stream(printed.split("\0", -1))
        .limit(command.size() - 2L)
        .collect(Collectors.toList());
  }
}
