package org.legio.launcher.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.legio.launcher.machine.Programs;

/** Starts the packaged command line in a process of its own, with programs of the test's making. */
final class Launcher {
  private final Path folder;
  private final Map<String, String> variables = new HashMap<>();

  /** A launcher whose home, cache and first folder of {@code PATH} are in the folder. */
  Launcher(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder.resolve("bin")).getParent();
    program("sudo", "exec \"$@\"");
  }

  /** Sets a variable for those that are started from now on. */
  void variable(String name, String value) {
    variables.put(name, value);
  }

  /** Puts a shell script in front of the machine's program of that name. */
  void program(String name, String... lines) throws IOException {
    Path file = folder.resolve("bin").resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * Starts it; its output goes to the file {@code output}, no input comes in. It listens to signals
   * even if the tests themselves run in the background of a shell, where they are ignored.
   */
  Process start(String... arguments) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP,INT,TERM"));
    command.addAll(List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-jar", System.getProperty("legio.jar")));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectInput(Programs.NOTHING).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("output").toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("LEGIO_"));
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    builder.environment().merge("PATH", folder + "/bin:", (path, own) -> own + path);
    builder.environment().putAll(variables);
    return builder.start();
  }

  String output() throws IOException {
    return Files.readString(folder.resolve("output"));
  }
}
