package org.legio.launcher.job;

import java.io.File;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads a command line as java does. */
public final class JavaLine {
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

  /** The program's jar: that of {@code -jar}, or the first entry of the class path if it is one. */
  public static Optional<String> jar(List<String> arguments) {
    int program = program(arguments);
    if (program + 1 < arguments.size() && arguments.get(program).equals("-jar")) {
      return Optional.of(arguments.get(program + 1));
    }
    return IntStream.range(0, Math.max(0, program - 1))
        .filter(i -> CLASS_PATH.contains(arguments.get(i)))
        .mapToObj(i -> arguments.get(i + 1).replaceFirst(File.pathSeparator + ".*", ""))
        .filter(entry -> entry.endsWith(".jar"))
        .findFirst();
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
