package org.legio.launcher.mpi;

import java.util.List;
import java.util.Optional;
import org.legio.agent.Variables;
import org.legio.launcher.machine.Programs;

/** Finds the Debian archive that this machine's apt uses. */
public final class DebianMirror {
  public static final String VARIABLE = Variables.DEBIAN_MIRROR;

  private static final List<String> TARGETS =
      List.of(
          "apt-get",
          "indextargets",
          "--format",
          "$(REPO_URI)|$(ORIGIN)|$(LABEL)",
          "Created-By: Packages");

  private DebianMirror() {}

  /** The archives in apt's configuration, as lines for {@link #parse}. */
  public static String targets() {
    return Programs.output(TARGETS).orElse("");
  }

  /**
   * Picks the archive.
   *
   * @param targets lines {@code uri|origin|label}; origin and label are empty until apt has fetched
   *     the archive's index
   */
  public static Optional<String> parse(String targets) {
    return targets
        .lines()
        .map(line -> line.split("\\|", -1))
        .filter(
            field -> field.length == 3 && field[1].equals("Debian") && field[2].equals("Debian"))
        .map(field -> field[0])
        .findFirst();
  }

  /** Whether apt has archives whose index it has not fetched yet. */
  public static boolean needsUpdate(String targets) {
    return parse(targets).isEmpty() && targets.lines().anyMatch(line -> line.endsWith("||"));
  }
}
