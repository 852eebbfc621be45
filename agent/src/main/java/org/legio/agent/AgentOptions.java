package org.legio.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Configuration;

/**
 * The agent's arguments, as in {@code -javaagent:legio.jar=bcast.root-failed=ignore,strict=true}.
 *
 * @param configuration the settings
 * @param kills the ranks to be killed, for tests; the argument {@code kill=3@reduce:4;5@reduce:8}
 */
record AgentOptions(Configuration configuration, KillPlan kills) {
  private static final String KILL = "kill";

  /**
   * Parses the arguments.
   *
   * @param arguments what follows {@code legio.jar=}, or null
   * @param environment the process's environment
   * @param calls the names of the calls at which a rank can be killed
   * @throws IllegalArgumentException with a one-line message, if something is wrong
   */
  static AgentOptions parse(
      @Nullable String arguments, Map<String, String> environment, Supplier<Set<String>> calls) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (arguments != null && !arguments.isBlank()) {
      for (String argument : arguments.split(",", -1)) {
        put(argument, settings);
      }
    }
    String kills = settings.remove(KILL);
    return new AgentOptions(
        Configuration.parse(settings, environment),
        kills == null ? KillPlan.NONE : KillPlan.parse(kills, calls.get()));
  }

  private static void put(String argument, Map<String, String> settings) {
    int equals = argument.indexOf('=');
    String name = equals < 0 ? "" : argument.substring(0, equals).trim();
    String value = argument.substring(equals + 1).trim();
    if (name.isEmpty() || value.isEmpty()) {
      throw new IllegalArgumentException(
          "agent argument \"" + argument + "\" is not of the form name=value");
    }
    String before = settings.putIfAbsent(name, value);
    if (before != null) {
      throw new IllegalArgumentException(
          "agent argument "
              + name
              + " is given twice, as \""
              + before
              + "\" and as \""
              + value
              + "\"; leave one out"
              + (name.equals(KILL) ? ", or separate kills by semicolons" : ""));
    }
  }
}
