package org.legio.launcher.job;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.legio.launcher.machine.Machine;

/**
 * Looks whether a program is there before a job of many ranks is started, each of which would say
 * that it is not. Only what is certain is said; otherwise java is asked.
 *
 * @param machine where the job runs
 * @param directory where its relative paths begin
 */
public record ProgramCheck(Machine machine, Path directory) {
  private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

  /** By these variables java gets options that are not looked at. */
  private static final List<String> MORE_OPTIONS =
      List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  /** Options by which classes come from elsewhere. */
  private static final Pattern OTHER_PLACES =
      Pattern.compile("@.*|-Xbootclasspath.*|--(patch-module|source|module-path).*|-p");

  /** What is wrong with the program that java's arguments name; empty if it seems right. */
  public Optional<String> objection(List<String> javaArguments) {
    int program = JavaLine.program(javaArguments);
    List<String> options = javaArguments.subList(0, program);
    if (program >= javaArguments.size() || comesFromElsewhere(options)) {
      return Optional.empty();
    }
    String name = javaArguments.get(program);
    if (name.equals("-jar")) {
      return missingJar(javaArguments, program + 1);
    }
    return JavaLine.namesModule(name) || name.endsWith(".java")
        ? Optional.empty()
        : missingClass(name, classPath(options));
  }

  private boolean comesFromElsewhere(List<String> options) {
    return MORE_OPTIONS.stream().anyMatch(name -> machine.variable(name).isPresent())
        || options.stream().anyMatch(OTHER_PLACES.asMatchPredicate());
  }

  private Optional<String> missingJar(List<String> javaArguments, int at) {
    return at >= javaArguments.size() || Files.exists(directory.resolve(javaArguments.get(at)))
        ? Optional.empty()
        : Optional.of(
            "-jar " + javaArguments.get(at) + ": there is no such file, seen from " + directory);
  }

  private String classPath(List<String> options) {
    String path = machine.variable("CLASSPATH").orElse(".");
    for (int i = 0; i + 1 < options.size(); i++) {
      if (JavaLine.CLASS_PATH.contains(options.get(i))) {
        path = options.get(i + 1);
      }
    }
    return options.stream()
        .filter(option -> option.startsWith("--class-path="))
        .map(option -> option.substring(option.indexOf('=') + 1))
        .reduce(path, (former, later) -> later);
  }

  private Optional<String> missingClass(String name, String classPath) {
    String file = name.replace('.', '/') + ".class";
    boolean mayBeThere =
        ClassLoader.getSystemResource(file) != null
            || SEPARATOR.splitAsStream(classPath).anyMatch(entry -> mayHave(entry, file));
    return mayBeThere
        ? Optional.empty()
        : Optional.of(
            "there is no class "
                + name
                + " on the class path "
                + classPath
                + ", seen from "
                + directory
                + "; correct its name, or -cp");
  }

  private boolean mayHave(String entry, String file) {
    if (entry.endsWith("*")) {
      Path folder = directory.resolve(entry.substring(0, entry.length() - 1));
      return jarsIn(folder).stream().anyMatch(jar -> mayHaveInJar(jar, file));
    }
    Path place = directory.resolve(entry);
    return Files.isDirectory(place)
        ? Files.exists(place.resolve(file))
        : Files.exists(place) && mayHaveInJar(place, file);
  }

  private static List<Path> jarsIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().matches("(?i).*\\.jar")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " on the class path cannot be read", e);
    }
  }

  /** Whether a jar has a file, or names other jars, or cannot be read: java says what is wrong. */
  private static boolean mayHaveInJar(Path jar, String file) {
    try (JarFile open = new JarFile(jar.toFile())) {
      Manifest manifest = open.getManifest();
      return open.getEntry(file) != null
          || (manifest != null
              && manifest.getMainAttributes().containsKey(Attributes.Name.CLASS_PATH));
    } catch (IOException e) {
      return true;
    }
  }
}
