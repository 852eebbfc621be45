package org.legio.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What follows {@code legio.jar=}: pairs {@code key=value} joined by commas. All deaths go into one
 * pair, joined by semicolons.
 *
 * @param policies value by name
 * @param kills in the order given
 */
record AgentArguments(Map<String, String> policies, List<KillSpec> kills) {

  /**
   * The JVM's argument that loads the agent with these options. {@code -javaagent} does the same,
   * but has the JVM make its graph of modules anew, which takes some 50 ms; only where the program
   * is a module itself, or limits them, it is needed, for it adds {@code java.instrument}.
   *
   * @param javaArguments the JVM's options and the program's
   */
  String javaArgument(String jar, List<String> javaArguments) {
    boolean choosesModules =
        javaArguments.stream()
            .limit(JavaLine.program(javaArguments) + 1L)
            .anyMatch(AgentArguments::choosesModules);
    List<String> pairs = new ArrayList<>();
    policies.forEach((key, value) -> pairs.add(key + "=" + value));
    if (!kills.isEmpty()) {
      pairs.add("kill=" + kills.stream().map(KillSpec::toString).collect(Collectors.joining(";")));
    }
    return (choosesModules ? "-javaagent:" : "-agentlib:instrument=")
        + jar
        + (pairs.isEmpty() ? "" : "=" + String.join(",", pairs));
  }

  /** Whether modules may be left out because of an argument; a file of arguments may hold any. */
  private static boolean choosesModules(String argument) {
    return JavaLine.namesModule(argument)
        || argument.startsWith("--limit-modules")
        || argument.startsWith("@");
  }
}
