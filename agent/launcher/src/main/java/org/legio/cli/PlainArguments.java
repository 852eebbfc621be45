package org.legio.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  private static final String CLASS_PATH_WITH_VALUE = "--class-path=";

  /** The arguments with that class path. */
  List<String> of(List<String> javaArguments) {
    List<String> line = new ArrayList<>(javaArguments);
    int program = JavaLine.program(line);
    if (program + 1 < line.size() && line.get(program).equals("-jar")) {
      ofJar(line, program);
    } else if (!extend(line, program)) {
      line.addAll(
          0, List.of("-cp", usualClassPath(program < line.size() ? line.get(program) : "")));
    }
    return line;
  }

  /** Returns whether there is a class path among the options. */
  private boolean extend(List<String> line, int end) {
    boolean isGiven = false;
    for (int i = 0; i < end; i++) {
      if (JavaLine.CLASS_PATH.contains(line.get(i)) && i + 1 < end) {
        line.set(i + 1, extended(line.get(i + 1)));
        isGiven = true;
      } else if (line.get(i).startsWith(CLASS_PATH_WITH_VALUE)) {
        line.set(i, extended(line.get(i)));
        isGiven = true;
      }
    }
    return isGiven;
  }

  private String extended(String classPath) {
    return classPath + ":" + jar;
  }

  /** What java would take by itself, and the jar: a program that is a module has no class path. */
  private String usualClassPath(String program) {
    return JavaLine.namesModule(program)
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
