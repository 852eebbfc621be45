package org.legio.launcher.embedded;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a program is run that only waits: it is to start soon and to need little. What the JVM itself
 * says, such as a thread dump, does not disturb what the program writes on its standard output.
 */
final class LightJava {
  private static final List<String> OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-XX:+DisplayVMOutputToStderr");

  private static final int HEAP_MB = 64;
  private static final String CLASS_PATH = "-cp";

  private LightJava() {}

  /** The class path of a command made here. */
  static String classPath(List<String> command) {
    return command.get(command.indexOf(CLASS_PATH) + 1);
  }

  /** The command that runs a program of this one's class path, wherever it is started. */
  static List<String> onHosts(String java, Class<?> program) {
    return onHosts(java, HEAP_MB, program);
  }

  /** The same with a heap of so many megabytes, of which it takes what it needs. */
  static List<String> onHosts(String java, int heapMb, Class<?> program) {
    String paths = System.getProperty("java.class.path");
    String absolute =
        Arrays.stream(paths.split(File.pathSeparator))
            .map(path -> Path.of(path).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator));
    return command(java, absolute, heapMb, program);
  }

  /** A command that is run with a variable of an environment, if it has that. */
  static List<String> with(String variable, Map<String, String> environment, List<String> command) {
    String value = environment.get(variable);
    if (value == null) {
      return command;
    }
    List<String> all = new ArrayList<>(List.of("env", variable + "=" + value));
    all.addAll(command);
    return all;
  }

  /** The command that runs a program. */
  static List<String> command(String java, String classPath, Class<?> program) {
    return command(java, classPath, HEAP_MB, program);
  }

  private static List<String> command(String java, String classPath, int heapMb, Class<?> program) {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(OPTIONS);
    command.add("-Xmx" + heapMb + "m");
    command.addAll(List.of(CLASS_PATH, classPath, program.getName()));
    return command;
  }
}
