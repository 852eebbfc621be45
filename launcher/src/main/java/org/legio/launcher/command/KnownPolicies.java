package org.legio.launcher.command;

import java.util.Map;

/** Checks the values of {@code --policy}. */
@FunctionalInterface
public interface KnownPolicies {
  /**
   * Accepts the policies or says what is wrong with them.
   *
   * @param policies value by name, for instance {@code ignore} by {@code bcast.root-failed}
   * @throws IllegalArgumentException when a name or value is unknown; its message is the one line
   *     to print
   */
  void check(Map<String, String> policies);
}
