package org.legio.launcher.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.legio.core.settings.Configuration;
import org.legio.launcher.job.JavaLine;
import org.legio.launcher.machine.Machine;

/**
 * A file of defaults: Java properties whose keys are settings, options of all commands, or options
 * of one ({@code run.n}).
 *
 * @param path where it is
 * @param entries its content
 */
record DefaultsFile(Path path, Properties entries) {
  /** The name of such a file beside a program, or where it is started. */
  static final String NAME = "legio.properties";

  /**
   * The places of the files for a command, the one that counts most first. The file that the
   * environment names takes the place of all others.
   *
   * @param javaArguments java's, if the command runs a program
   */
  static Set<Path> places(Machine machine, List<String> javaArguments) {
    Optional<String> named = machine.variable(Configuration.FILE_VARIABLE);
    if (named.isPresent()) {
      return Set.of(machine.directory().resolve(named.get()).normalize());
    }
    List<Path> folders = new ArrayList<>(List.of(machine.directory()));
    JavaLine.jar(javaArguments)
        .map(jar -> machine.directory().resolve(jar).normalize().getParent())
        .ifPresent(folders::add);
    Set<Path> places = new LinkedHashSet<>();
    folders.forEach(folder -> places.add(folder.resolve(NAME)));
    places.add(machine.configuration().resolve("config.properties"));
    return places;
  }

  /**
   * Reads the file at a place if there is one.
   *
   * @param isNamed whether it must be there
   * @throws IllegalArgumentException if it cannot be read; the message is one line
   */
  static Optional<DefaultsFile> at(Path path, boolean isNamed) {
    return isNamed || Files.exists(path)
        ? Optional.of(new DefaultsFile(path, Configuration.read(path)))
        : Optional.empty();
  }

  /** The line of a key. */
  Optional<DefaultsLine> line(String key) {
    return Optional.ofNullable(entries.getProperty(key))
        .map(value -> new DefaultsLine(path, key, value.strip()));
  }

  /** All lines, sorted by their keys. */
  Stream<DefaultsLine> lines() {
    return entries.stringPropertyNames().stream().sorted().flatMap(key -> line(key).stream());
  }
}
