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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ExitStatus;

/**
 * The tables in {@code docs/reference/} say what the code says. {@code ./mvnw test -pl agent/agent
 * -am -Dlegio.docs=write} writes them anew.
 */
class GeneratedDocsTest {
  private static final Path DOCS = Path.of("..", "..", "docs", "reference");

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
    assertThat(path).as("write it anew with -Dlegio.docs=write").hasContent(content);
  }

  private static String support() {
    List<Call> calls = new CallTable().calls();
    long guarded = calls.stream().filter(call -> call.treatment().isProtected()).count();
    StringBuilder text = new StringBuilder();
    text.append("# Which calls are protected\n\n")
        .append(
            "Made from the table of calls (`agent/agent/src/main/resources/.../calls.txt`) by a test;")
        .append(" do not edit.\n\n")
        .append("Of the ")
        .append(calls.size())
        .append(" natives of the binding, ")
        .append(guarded)
        .append(" are protected. The others go to MPI untouched,")
        .append(" some of them only until a rank has died.\n\n")
        .append("## Protected\n\n| class | call | call class | when a rank it needs is dead |\n")
        .append("|---|---|---|---|\n");
    calls.stream()
        .filter(call -> call.treatment().isProtected())
        .forEach(call -> text.append(protectedRow(call)));
    text.append("\n## Refused after a death\n\nMPI serves them until a rank of the job has died.");
    text.append(" From then on they throw an `MPIException`.\n\n| remedy | calls |\n|---|---|\n");
    byReason(calls, Treatment.Kind.REFUSE)
        .forEach((remedy, names) -> text.append("| " + remedy + " | " + names + " |\n"));
    text.append("\n## Passed through\n\n| why | calls |\n|---|---|\n");
    byReason(calls, Treatment.Kind.PASS)
        .forEach((reason, names) -> text.append("| " + reason + " | " + names + " |\n"));
    return text.toString();
  }

  private static String exitStatuses() {
    StringBuilder text = new StringBuilder();
    text.append("# Exit statuses\n\n")
        .append("Made from the code (`ExitStatus`) by a test; do not edit.\n\n")
        .append("All commands use these, and so do the ranks and the embedded runtime:\n\n")
        .append("| status | name | when |\n|---|---|---|\n");
    for (ExitStatus status : ExitStatus.values()) {
      text.append("| %d | %s | %s |\n".formatted(status.number(), name(status), status.meaning()));
    }
    return text.append(
            "\nAny other status of `bin/legio run` is the job's own, as mpirun reports it:")
        .append(
            " that of the program's `System.exit(n)`,\nor that of `exit-status-on-loss` where the")
        .append(
            " job has lost ranks and would have ended with 0. Which rank decides:"
                + " [ends.md](../guide/ends.md).\n")
        .append(
            "`run` passes mpirun's status on. It says 1 (a lost host), 3 or 137 only where mpirun")
        .append(" says 0, with a line on standard error that gives the reason.\n")
        .append("A process that signal N has ended has the status 128 + N.\n")
        .toString();
  }

  private static String name(ExitStatus status) {
    return status.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String protectedRow(Call call) {
    return "| "
        + call.owner()
        + " | "
        + call.publicName()
        + " | "
        + call.callClass()
        + " | "
        + (call.policy().isEmpty() ? "" : "`" + call.policy() + "`")
        + " |\n";
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
    Configuration defaults = Configuration.parse(Map.of(), Map.of());
    StringBuilder text = new StringBuilder();
    text.append("# Settings\n\n")
        .append("Made from the code by a test; do not edit.\n\n")
        .append("A setting comes from, in falling rank: the agent's arguments\n")
        .append("(`-javaagent:legio.jar=bcast.root-failed=ignore,strict=true`; `bin/legio run")
        .append(" --policy bcast.root-failed=ignore`),\nthe environment, a file of Java")
        .append(" properties, and the default, which\n")
        .append("is chosen when Legio is built (`./mvnw package")
        .append(" -Dlegio.bcast.root-failed=ignore`). The file is that of `config=FILE` or\n")
        .append("`LEGIO_CONFIG`; under `bin/legio run` and `chaos` also one of")
        .append(" [those that are looked for](command-line.md#defaults).\n\n")
        .append("A setting of a *communicator* can also be chosen for one, or for a part of a")
        .append(" program: [policies.md](../guide/policies.md).\n\n")
        .append("| setting | of | what for | values | default | environment |\n")
        .append("|---|---|---|---|---|---|\n");
    for (Setting setting : Setting.values()) {
      text.append(
          "| `%s` | %s | %s | %s | `%s` | `%s` |\n"
              .formatted(
                  setting.key(),
                  setting.isPolicy() ? "communicator" : "job",
                  setting.purpose(),
                  String.join(", ", setting.allowedValues()),
                  defaults.get(setting),
                  setting.environmentName()));
    }
    return text.toString();
  }
}
