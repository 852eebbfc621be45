package org.legio.launcher.chaos;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number or a range of numbers: {@code 2}, or {@code 0-3} for any of these.
 *
 * @param least the smallest number
 * @param most the largest number
 */
public record Amount(int least, int most) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");

  /** Reads an amount; empty if the text is not one. */
  public static Optional<Amount> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    int least = Integer.parseInt(form.group(1));
    int most = form.group(2) == null ? least : Integer.parseInt(form.group(2));
    return least <= most ? Optional.of(new Amount(least, most)) : Optional.empty();
  }

  int draw(SplittableRandom random) {
    return random.nextInt(least, most + 1);
  }

  @Override
  public String toString() {
    return least == most ? "" + least : least + "-" + most;
  }
}
