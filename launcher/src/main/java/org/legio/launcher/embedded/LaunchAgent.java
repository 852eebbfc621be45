package org.legio.launcher.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What starts a command on another host: the words of a command line, behind which come the host
 * and the command.
 *
 * @param words its own
 */
record LaunchAgent(List<String> words) {
  /** Asks for no password: nobody could type it. */
  static final LaunchAgent SSH =
      new LaunchAgent(List.of("ssh", "-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15"));

  /** These hand one line to a shell on the other host. */
  private static final Set<String> SHELLS = Set.of("ssh", "rsh");

  private static final String SAFE = "[\\w@%+=:,./-]+";

  /**
   * The agent of a command line.
   *
   * @throws IllegalArgumentException if it has no words
   */
  static LaunchAgent parse(String line) {
    if (line.isBlank()) {
      throw new IllegalArgumentException(
          StartOption.LAUNCH_AGENT.flag() + ": no command; write for instance 'ssh -p 2222'");
    }
    return new LaunchAgent(List.of(line.strip().split("\\s+")));
  }

  /** Why it cannot start anything; empty if it can. */
  Optional<String> objection() {
    String program = words.get(0);
    boolean isThere =
        program.contains("/")
            ? Files.isExecutable(Path.of(program))
            : SearchPath.find(program).isPresent();
    return isThere
        ? Optional.empty()
        : Optional.of(
            "%s: there is no program %s to start others with on hosts; install it, or name another"
                .formatted(StartOption.LAUNCH_AGENT.flag(), program));
  }

  /** The command line that runs a command on a host. */
  List<String> command(String host, List<String> command) {
    List<String> line = new ArrayList<>(words);
    line.add(host);
    String program = String.valueOf(Path.of(words.get(0)).getFileName());
    if (SHELLS.contains(program)) {
      line.add(command.stream().map(LaunchAgent::quoted).collect(Collectors.joining(" ")));
    } else {
      line.addAll(command);
    }
    return line;
  }

  private static String quoted(String word) {
    return word.matches(SAFE) ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  @Override
  public String toString() {
    return String.join(" ", words);
  }
}
