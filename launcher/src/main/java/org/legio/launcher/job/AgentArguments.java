package org.legio.launcher.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.legio.agent.Agent;
import org.legio.agent.Kill;

/**
 * The agent's options after {@code legio.jar=}: pairs {@code key=value} joined by commas. All
 * deaths go into one pair, joined by semicolons.
 *
 * @param policies values by name
 * @param kills in the order given
 */
public record AgentArguments(Map<String, String> policies, List<Kill> kills) {

  /**
   * The JVM's argument that loads the agent with these options. {@code -javaagent} does the same,
   * but makes the JVM build its module graph again, which takes about 50 ms. So it is used only
   * where the program is a module or limits the modules, because it adds {@code java.instrument}.
   *
   * @param javaArguments the JVM's options and the program's
   */
  public String javaArgument(String jar, List<String> javaArguments) {
    List<String> pairs = new ArrayList<>();
    policies.forEach((key, value) -> pairs.add(key + "=" + value));
    if (!kills.isEmpty()) {
      pairs.add("kill=" + kills.stream().map(Kill::toString).collect(Collectors.joining(";")));
    }
    return loading(javaArguments) + jar + (pairs.isEmpty() ? "" : "=" + String.join(",", pairs));
  }

  /** The JVM's argument that loads the agent so that it protects nothing. */
  public static String plain(String jar, List<String> javaArguments) {
    return loading(javaArguments) + jar + "=" + Agent.PLAIN;
  }

  private static String loading(List<String> javaArguments) {
    boolean choosesModules =
        javaArguments.stream()
            .limit(JavaLine.program(javaArguments) + 1L)
            .anyMatch(AgentArguments::choosesModules);
    return choosesModules ? "-javaagent:" : "-agentlib:instrument=";
  }

  /** Whether an argument may limit the modules; a file of arguments may hold any argument. */
  private static boolean choosesModules(String argument) {
    return JavaLine.namesModule(argument)
        || argument.startsWith("--limit-modules")
        || argument.startsWith("@");
  }
}
