package org.legio.launcher.machine;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.legio.runtime.lanes.OwnProcess;

/**
 * The machine and user that a command runs for.
 *
 * @param environment variables of this process
 * @param directory working directory, absolute
 */
public record Machine(Map<String, String> environment, Path directory) {
  private static final Path CPUS = Path.of("/sys/devices/system/cpu");

  /** This machine and user. */
  public static Machine here() {
    return new Machine(System.getenv(), Path.of("").toAbsolutePath());
  }

  /** The value of a variable; empty also if the value is the empty text. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  /** Finds an executable on {@code PATH}. */
  public Optional<Path> which(String command) {
    return Stream.of(variable("PATH").orElse("").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> directory.resolve(folder).resolve(command))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** Whether the user is root. */
  public boolean isRoot() {
    return OwnProcess.user() == 0;
  }

  /**
   * The number of cores, which is how many ranks can run without sharing one. Hardware threads of a
   * core count once.
   */
  public int cores() {
    int usable = Runtime.getRuntime().availableProcessors();
    long physical = physicalCores();
    return physical == 0 ? usable : (int) Math.min(usable, physical);
  }

  private static long physicalCores() {
    try (Stream<Path> cpus = Files.list(CPUS)) {
      return cpus.map(cpu -> cpu.resolve("topology/thread_siblings_list"))
          .filter(Files::isReadable)
          .map(Machine::read)
          .distinct()
          .count();
    } catch (IOException e) {
      return 0; // this kernel has no such list, so every processor counts
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** This host's name; empty where there is no program that says it. */
  public String hostName() {
    return Programs.output(List.of("hostname")).map(String::strip).orElse("");
  }

  /** Whether the name is this host's own. */
  public boolean isThisHost(String name) {
    return name.equals("localhost") || hostName().equals(name);
  }

  /**
   * The folder for files that can be made again: {@code $XDG_CACHE_HOME/legio} or {@code
   * ~/.cache/legio}.
   */
  public Path cache() {
    return own("XDG_CACHE_HOME", ".cache");
  }

  /**
   * The folder for what the user has chosen: {@code $XDG_CONFIG_HOME/legio} or {@code
   * ~/.config/legio}.
   */
  public Path configuration() {
    return own("XDG_CONFIG_HOME", ".config");
  }

  private Path own(String variable, String usual) {
    return variable(variable)
        .map(Path::of)
        .filter(Path::isAbsolute)
        .orElseGet(() -> home().resolve(usual))
        .resolve("legio");
  }

  private Path home() {
    return Path.of(variable("HOME").orElseGet(() -> System.getProperty("user.home")));
  }
}
