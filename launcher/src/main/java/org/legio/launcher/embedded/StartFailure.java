package org.legio.launcher.embedded;

import java.util.List;

/**
 * Says why a program has not started on a host, as far as its launch agent's end tells.
 *
 * @param status the agent's exit status; negative if it still runs
 * @param said what it has printed on standard error
 */
record StartFailure(int status, List<String> said) {
  /** A shell's status for a command that is not there. */
  private static final int NO_SUCH_COMMAND = 127;

  private static final String NO_CLASS = "Could not find or load main class";
  private static final String OLD_JAVA = "UnsupportedClassVersionError";

  /**
   * The reason and what to do, as the end of a message about the host.
   *
   * @param command what was to run there: java, its options, the class path and the program
   */
  String describe(List<String> command) {
    String java = command.get(0);
    if (isSaid(OLD_JAVA)) {
      return "its %s is older than 17; install JDK 17 or later there".formatted(java);
    }
    if (isSaid(NO_CLASS)) {
      return "there is no Legio in %s; copy legio.jar to that path there, or to a folder that all hosts share"
          .formatted(LightJava.classPath(command));
    }
    if (status == NO_SUCH_COMMAND || isMissing(java)) {
      return "there is no %s; install JDK 17 or later there, or name one that all hosts have in JAVA_HOME"
          .formatted(java);
    }
    String last = said.stream().filter(line -> !line.isBlank()).reduce("", (one, next) -> next);
    return "its daemon has not started" + (last.isEmpty() ? "" : " (" + last.strip() + ")");
  }

  private boolean isSaid(String words) {
    return said.stream().anyMatch(line -> line.contains(words));
  }

  private boolean isMissing(String program) {
    return said.stream()
        .anyMatch(line -> line.contains(program) && line.contains("No such file or directory"));
  }
}
