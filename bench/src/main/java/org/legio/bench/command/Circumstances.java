package org.legio.bench.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.legio.bench.report.BenchReport;
import org.legio.launcher.command.LauncherContext;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.OwnJar;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.launcher.mpi.Versions;

/** Describes where and when a measurement was made. */
final class Circumstances {
  /** The names of the loads. */
  static final String LOAD = "load average at the beginning";

  static final String LATER_LOAD = "load average at the end";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss xxx", Locale.ROOT);
  private static final String UNKNOWN = "unknown";

  private final Map<String, String> found = new LinkedHashMap<>();

  /** Describes the circumstances at the beginning. */
  Circumstances(LauncherContext context, Collection<MpiInstallation> mpis, String command) {
    Machine machine = context.machine();
    found.put(BenchReport.COMMAND, command);
    found.put("host", machine.hostName());
    found.put("Legio", OwnJar.version(context.jar()));
    found.put("began", now());
    found.put("processor", first("/proc/cpuinfo", "model name"));
    found.put(
        "cores",
        machine.cores() + " (" + Runtime.getRuntime().availableProcessors() + " processors)");
    found.put("memory", first("/proc/meminfo", "MemTotal"));
    found.put(
        "system",
        first("/etc/os-release", "PRETTY_NAME").replace("\"", "")
            + ", Linux "
            + System.getProperty("os.version"));
    found.put("JDK of the jobs", joined(mpis, Versions::ofJava));
    found.put("MPI", joined(mpis, Versions::ofMpi));
    found.put(LOAD, load());
  }

  private static String joined(
      Collection<MpiInstallation> mpis, Function<MpiInstallation, String> text) {
    return mpis.stream().map(text).distinct().collect(Collectors.joining("; "));
  }

  /** Adds a further circumstance. */
  Circumstances with(String name, String value) {
    found.put(name, value);
    return this;
  }

  /** The description, completed at the end of the measurement. */
  Map<String, String> atEnd() {
    found.put(LATER_LOAD, load());
    found.put("ended", now());
    return found;
  }

  private static String now() {
    return ZonedDateTime.now(ZoneId.systemDefault()).format(TIME);
  }

  private static String load() {
    return read("/proc/loadavg").strip();
  }

  /** The first value of a key in a file of keys and values. */
  private static String first(String file, String key) {
    return read(file)
        .lines()
        .filter(line -> line.startsWith(key))
        .map(line -> line.replaceFirst("[^:=]*[:=]\\s*", ""))
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
