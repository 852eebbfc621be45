package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;

/**
 * The tables in {@code docs/user/} say what the code says. {@code ./mvnw test -pl agent/agent -am
 * -Dlegio.docs=write} writes them anew.
 */
class GeneratedDocsTest {
  private static final Path DOCS = Path.of("..", "..", "docs", "user");

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
        .append(" --policy bcast.root-failed=ignore`),\nthe environment, the file of Java")
        .append(" properties that `config=FILE` or `LEGIO_CONFIG` names, and the default, which\n")
        .append("is chosen when Legio is built (`./mvnw package")
        .append(" -Dlegio.bcast.root-failed=ignore`).\n\n")
        .append("| setting | what for | values | default | environment |\n|---|---|---|---|---|\n");
    for (Setting setting : Setting.values()) {
      text.append(
          "| `%s` | %s | %s | `%s` | `%s` |\n"
              .formatted(
                  setting.key(),
                  setting.purpose(),
                  String.join(", ", setting.allowedValues()),
                  defaults.get(setting),
                  setting.environmentName()));
    }
    return text.toString();
  }
}
