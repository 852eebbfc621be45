package org.legio.ulfm.openmpi.library;

import java.util.Optional;

/**
 * A version of Open MPI.
 *
 * @param number as it calls itself, for instance 5.0.7 or 6.0.0rc2
 */
public record OpenMpiVersion(String number) {
  private static final String BEGIN = "Open MPI v";

  /**
   * Finds it in what {@code MPI_Get_library_version} says; empty if that is of another MPI. Read by
   * hand, because a regular expression would take some milliseconds of each rank's start.
   */
  public static Optional<OpenMpiVersion> in(String text) {
    int begin = text.indexOf(BEGIN);
    if (begin < 0) {
      return Optional.empty();
    }
    int first = begin + BEGIN.length();
    int end = first;
    while (end < text.length() && ", \t\n".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String number = text.substring(first, end);
    return majorOf(number).isEmpty() ? Optional.empty() : Optional.of(new OpenMpiVersion(number));
  }

  /** The first part of the number. */
  public int major() {
    return Integer.parseInt(majorOf(number));
  }

  private static String majorOf(String number) {
    int end = 0;
    while (end < number.length() && Character.isDigit(number.charAt(end))) {
      end++;
    }
    return number.substring(0, end);
  }
}
