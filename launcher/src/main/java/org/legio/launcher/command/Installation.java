package org.legio.launcher.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The files beside {@code legio.jar}. They lie in one way where Legio is installed ({@code
 * lib/legio.jar}), in another one in its source tree ({@code dist/target/legio.jar}).
 *
 * @param jar the agent's jar
 */
public record Installation(Path jar) {

  /** The jar of sample programs. */
  public Path samples() {
    return found("legio-samples.jar", "../../samples/target/legio-samples.jar");
  }

  /** The jar of the benchmark suite. */
  public Path bench() {
    return jar.resolveSibling("legio-bench.jar");
  }

  /** The Maven repository with Legio's artifacts. */
  Path repository() {
    return found("../repository", "../../target/repository");
  }

  /** The first that is there; else the last, for a message. */
  private Path found(String installed, String built) {
    return Stream.of(installed, built)
        .map(place -> jar.resolveSibling(place).normalize())
        .reduce((first, second) -> Files.exists(first) ? first : second)
        .orElseThrow();
  }
}
