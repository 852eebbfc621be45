package org.legio.launcher.embedded;

import java.util.ArrayList;
import java.util.List;

/**
 * How a program is run that only waits: it is to start soon and to need little. What the JVM itself
 * says, such as a thread dump, does not disturb what the program writes on its standard output.
 */
final class LightJava {
  private static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx64m",
          "-Xshare:auto",
          "-XX:+DisplayVMOutputToStderr");

  private LightJava() {}

  /** The command that runs a program. */
  static List<String> command(String java, String classPath, Class<?> program) {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(OPTIONS);
    command.addAll(List.of("-cp", classPath, program.getName()));
    return command;
  }
}
