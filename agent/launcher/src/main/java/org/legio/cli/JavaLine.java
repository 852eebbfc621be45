package org.legio.cli;

import java.util.List;
import java.util.Set;

/** Reads a command line as java does. */
final class JavaLine {
  static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

  private static final Set<String> WITH_A_VALUE =
      Set.of(
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--limit-modules",
          "--enable-native-access",
          "--add-reads",
          "--add-exports",
          "--add-opens",
          "--patch-module",
          "--source");

  private JavaLine() {}

  /** The index of the program in the arguments: of its class, of {@code -jar} or of {@code -m}. */
  static int program(List<String> arguments) {
    int next = 0;
    while (next < arguments.size() && isOption(arguments.get(next))) {
      String option = arguments.get(next);
      next += CLASS_PATH.contains(option) || WITH_A_VALUE.contains(option) ? 2 : 1;
    }
    return Math.min(next, arguments.size());
  }

  /** Whether an argument is an option or a file of options. */
  private static boolean isOption(String argument) {
    boolean mayBe = argument.startsWith("-") || argument.startsWith("@");
    return mayBe && !argument.equals("-jar") && !namesModule(argument);
  }

  /** Whether an argument names the program's module. */
  static boolean namesModule(String argument) {
    return argument.equals("-m") || argument.equals("--module") || argument.startsWith("--module=");
  }
}
