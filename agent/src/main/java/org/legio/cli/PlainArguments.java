package org.legio.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * What java is told to run a program without the agent: the agent's jar, which has the binding's
 * classes too, stands where the agent would put it, at the end of the class path.
 *
 * @param jar the agent's jar
 * @param machine where the program runs
 */
record PlainArguments(Path jar, Machine machine) {
  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
  private static final String CLASS_PATH_WITH_VALUE = "--class-path=";
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

  /** The arguments with that class path. */
  List<String> of(List<String> javaArguments) {
    List<String> line = new ArrayList<>(javaArguments);
    boolean isClassPathGiven = false;
    int next = 0;
    while (next < line.size() && line.get(next).startsWith("-") && !endsOptions(line.get(next))) {
      String option = line.get(next);
      if (CLASS_PATH.contains(option) && next + 1 < line.size()) {
        line.set(next + 1, extended(line.get(next + 1)));
        isClassPathGiven = true;
      } else if (option.startsWith(CLASS_PATH_WITH_VALUE)) {
        line.set(next, extended(option));
        isClassPathGiven = true;
      }
      next += CLASS_PATH.contains(option) || WITH_A_VALUE.contains(option) ? 2 : 1;
    }
    if (next + 1 < line.size() && line.get(next).equals("-jar")) {
      ofJar(line, next);
    } else if (!isClassPathGiven) {
      line.addAll(0, List.of("-cp", usualClassPath(next < line.size() ? line.get(next) : "")));
    }
    return line;
  }

  private static boolean endsOptions(String argument) {
    return argument.equals("-jar") || isModule(argument);
  }

  private static boolean isModule(String argument) {
    return argument.equals("-m")
        || argument.equals("--module")
        || argument.startsWith("--module=");
  }

  private String extended(String classPath) {
    return classPath + ":" + jar;
  }

  /** What java would take by itself, and the jar: a program that is a module has no class path. */
  private String usualClassPath(String program) {
    return isModule(program)
        ? jar.toString()
        : extended(machine.variable("CLASSPATH").orElse("."));
  }

  /** With {@code -jar} java takes that jar alone, so its main class is named instead. */
  private void ofJar(List<String> line, int place) {
    String program = line.get(place + 1);
    mainClass(machine.directory().resolve(program))
        .ifPresent(
            main -> {
              line.set(place, "-cp");
              line.set(place + 1, extended(program));
              line.add(place + 2, main);
            });
  }

  /** Empty if java itself had better say what is wrong with the jar. */
  private static Optional<String> mainClass(Path program) {
    try (JarFile file = new JarFile(program.toFile())) {
      return Optional.ofNullable(file.getManifest())
          .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
          .map(String::strip);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
