package org.legio.launcher.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.legio.launcher.machine.Machine;

/**
 * Makes java's arguments for a program without the agent. The agent's jar also has the binding's
 * classes, so it is put at the end of the class path, where the agent would put it.
 *
 * @param jar the agent's jar
 * @param machine where the program runs
 */
public record PlainArguments(Path jar, Machine machine) {
  private static final String CLASS_PATH_WITH_VALUE = "--class-path=";

  /** The arguments with that class path. */
  public List<String> of(List<String> javaArguments) {
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

  /** Adds the jar to the class path among the options; false if there is none. */
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

  /**
   * java's default class path and the jar; a program that is a module has no default class path.
   */
  private String usualClassPath(String program) {
    return JavaLine.namesModule(program)
        ? jar.toString()
        : extended(machine.variable("CLASSPATH").orElse("."));
  }

  /** Replaces {@code -jar}, which allows no other class path, by the jar's main class. */
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

  /** The main class of a jar; empty if the jar is wrong, for which java's own message is better. */
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
