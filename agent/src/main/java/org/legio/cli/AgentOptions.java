package org.legio.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What follows {@code -javaagent:legio.jar=}: pairs {@code key=value} joined by commas. All deaths
 * go into one pair, joined by semicolons.
 *
 * @param policies value by name
 * @param kills in the order given
 */
record AgentOptions(Map<String, String> policies, List<KillSpec> kills) {

  /** The JVM's argument that loads the agent with these options. */
  String javaArgument(String jar) {
    List<String> pairs = new ArrayList<>();
    policies.forEach((key, value) -> pairs.add(key + "=" + value));
    if (!kills.isEmpty()) {
      pairs.add("kill=" + kills.stream().map(KillSpec::toString).collect(Collectors.joining(";")));
    }
    return "-javaagent:" + jar + (pairs.isEmpty() ? "" : "=" + String.join(",", pairs));
  }
}
