package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.ulfm.messages.ExitStatus;

/** The lists in {@code docs/reference/} say what the code says; {@link #REWRITE} makes them so. */
class GeneratedDocsTest {
  private static final Path DOCS = Path.of("..", "docs", "reference");

  private static final String REWRITE =
      "./mvnw test -pl agent -am -Dlegio.docs=write -Dtest=GeneratedDocsTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @Test
  void supportTableIsTrue() throws IOException {
    check("support.md", support());
  }

  @Test
  void settingsTableIsTrue() throws IOException {
    assumeTrue(
        Arrays.stream(Setting.values())
            .allMatch(setting -> System.getProperty("legio." + setting.key()) == null),
        "built with defaults of one's own");
    check("settings.md", settings());
  }

  @Test
  void exitStatusesAreTrue() throws IOException {
    check("exit-statuses.md", exitStatuses());
  }

  private static void check(String file, String content) throws IOException {
    Path path = DOCS.resolve(file);
    if ("write".equals(System.getProperty("legio.docs"))) {
      Files.writeString(path, content);
    }
    assertThat(path).as("to rewrite it: " + REWRITE).hasContent(content);
  }

  private static String support() {
    List<Call> calls = new CallTable().calls();
    long guarded = calls.stream().filter(call -> call.treatment().isProtected()).count();
    StringBuilder text = new StringBuilder();
    text.append("# Which calls are protected\n\n")
        .append("Made from the table of calls (`calls.txt`) by a test; do not edit.\n\n")
        .append("Of the binding's ")
        .append(calls.size())
        .append(" natives, ")
        .append(guarded)
        .append(" are protected. The others pass through to MPI,")
        .append(" some of them only until a rank has died.\n\n")
        .append(
            "## Protected\n\nIn brackets: what decides when a rank that they need is dead.\n\n");
    calls.stream()
        .filter(call -> call.treatment().isProtected())
        .collect(
            Collectors.groupingBy(
                GeneratedDocsTest::protection,
                LinkedHashMap::new,
                Collectors.mapping(Call::publicName, Collectors.joining(", "))))
        .forEach((protection, names) -> text.append(item(protection, names)));
    text.append(
        "\n## Refused after a death\n\nOnce a rank has died, they throw an `MPIException`.");
    text.append(" In brackets: what to do instead.\n\n");
    byReason(calls, Treatment.Kind.REFUSE)
        .forEach((remedy, names) -> text.append("- " + names + " (" + remedy + ")\n"));
    text.append("\n## Passed through\n\n");
    byReason(calls, Treatment.Kind.PASS)
        .forEach((reason, names) -> text.append(item(reason, names)));
    return text.toString();
  }

  private static String item(String name, String text) {
    return "- " + name + ": " + text + "\n";
  }

  private static String exitStatuses() {
    StringBuilder text = new StringBuilder();
    text.append("# Exit statuses\n\n")
        .append("Made from the code (`ExitStatus`) by a test; do not edit.\n\n")
        .append("All commands, ranks and the embedded runtime use these:\n\n");
    for (ExitStatus status : ExitStatus.values()) {
      text.append(item(status.number() + ", " + name(status), status.meaning()));
    }
    return text.append("\nAny other status of `bin/legio run` is the job's own: that of")
        .append(
            " `System.exit(n)`, of `exit-status-on-loss`,\nor 128 + N of a process that signal N")
        .append(" ended. Which rank decides: [ends.md](../guide/ends.md).\n")
        .append("`run` replaces mpirun's 0 by 1 (a lost host), 3 or 137, and then says why on")
        .append(" standard error.\n")
        .toString();
  }

  private static String name(ExitStatus status) {
    return status.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What calls in one item have in common. */
  private static String protection(Call call) {
    return call.owner().substring("mpi.".length())
        + (call.policy().isEmpty() ? "" : " (`" + call.policy() + "`)");
  }

  private static Map<String, String> byReason(List<Call> calls, Treatment.Kind kind) {
    return calls.stream()
        .filter(call -> call.treatment().kind() == kind)
        .collect(
            Collectors.groupingBy(
                call -> call.treatment().reason(),
                LinkedHashMap::new,
                Collectors.mapping(
                    call -> call.owner().substring("mpi.".length()) + "." + call.publicName(),
                    Collectors.joining(", "))));
  }

  private static String settings() {
    StringBuilder text = new StringBuilder();
    text.append("# Settings\n\n")
        .append("Made from the code by a test; do not edit.\n\n")
        .append("In order of precedence, a setting comes from the agent's arguments\n")
        .append("(`-javaagent:legio.jar=bcast.root-failed=ignore,strict=true`, or `--policy")
        .append(" bcast.root-failed=ignore` of `bin/legio`),\nthe environment")
        .append(" (`LEGIO_BCAST_ROOT_FAILED=ignore`), [files of")
        .append(
            " properties](command-line.md#defaults),\n"
                + "and the default (bold), which can be chosen at")
        .append(" the build (`./mvnw package -Dlegio.bcast.root-failed=ignore`).\n");
    text.append("\n## Of communicators\n\nThey can also be chosen for")
        .append(" [a part of a program](../guide/policies.md).\n\n")
        .append(list(Setting::isPolicy))
        .append("\n## Of the job\n\n")
        .append(list(setting -> !setting.isPolicy()));
    return text.toString();
  }

  private static String list(Predicate<Setting> isIn) {
    return Arrays.stream(Setting.values())
        .filter(isIn)
        .map(
            setting ->
                item("`%s` (%s)".formatted(setting.key(), values(setting)), setting.purpose()))
        .collect(Collectors.joining());
  }

  /** The values of a setting, the default in bold. */
  private static String values(Setting setting) {
    String value = Configuration.parse(Map.of(), Map.of()).get(setting);
    List<String> allowed = setting.allowedValues();
    return allowed.contains(value)
        ? allowed.stream()
            .map(each -> each.equals(value) ? "**" + each + "**" : each)
            .collect(Collectors.joining(", "))
        : String.join(", ", allowed) + "; **" + value + "**";
  }
}
