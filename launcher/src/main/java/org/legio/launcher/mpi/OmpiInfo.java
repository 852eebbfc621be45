package org.legio.launcher.mpi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.launcher.machine.Programs;

/**
 * The properties of an Open MPI, as {@code ompi_info} reports them.
 *
 * @param version for instance {@code 5.0.7}
 * @param faultTolerance whether ULFM is built in
 */
public record OmpiInfo(String version, boolean faultTolerance) {
  private static final Pattern LEADING_NUMBER = Pattern.compile("\\d+");

  /** Reads the report; empty when it is not one of Open MPI. */
  static Optional<OmpiInfo> parse(String report) {
    return value(report, "Open MPI")
        .map(
            version ->
                new OmpiInfo(version, startsWithYes(value(report, "Fault Tolerance support"))));
  }

  /** Asks an installation; empty when it cannot answer. */
  public static Optional<OmpiInfo> of(MpiInstallation mpi) {
    return Programs.output(mpi.enter(List.of(mpi.ompiInfo()), Path.of("/")))
        .flatMap(OmpiInfo::parse);
  }

  private static Optional<String> value(String report, String key) {
    return report
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(key + ": "))
        .map(line -> line.substring(key.length() + 2).strip())
        .findFirst();
  }

  private static boolean startsWithYes(Optional<String> value) {
    return value.filter(text -> text.startsWith("yes")).isPresent();
  }

  /** The first number of the version, 0 when there is none. */
  int major() {
    Matcher number = LEADING_NUMBER.matcher(version);
    return number.lookingAt() ? Integer.parseInt(number.group()) : 0;
  }

  /** The reason why jobs cannot survive failures on it; empty when they can. */
  public Optional<String> shortcoming() {
    if (major() < 5) {
      return Optional.of("Open MPI " + version + " is older than 5");
    }
    if (!faultTolerance) {
      return Optional.of("Open MPI " + version + " is built without fault tolerance (ULFM)");
    }
    return Optional.empty();
  }
}
