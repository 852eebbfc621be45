package org.legio.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent inside a JVM; holds its place in the jar's manifest until the weaving is there.
 */
public final class Agent {
  private Agent() {}

  /**
   * Called by the JVM before the program's {@code main}.
   *
   * @param options what follows {@code -javaagent:legio.jar=}
   * @param instrumentation the JVM's instrumentation service
   */
  public static void premain(@Nullable String options, Instrumentation instrumentation) {}
}
