package org.legio.core.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Phrases that messages are made of. */
public final class Words {
  private static final int NEAREST = 3;

  private Words() {}

  /** A number with a noun: {@code 1 repair}, {@code 2 repairs}. */
  public static String count(long many, String noun) {
    return many + " " + noun + (many == 1 ? "" : "s");
  }

  /** Some ranks by name: {@code rank 3}, {@code ranks 3, 5}. */
  public static String ranks(Collection<Integer> ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ")
        + ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** The end of a sentence about an unknown name: those most like it. */
  public static String suggestion(String unknown, Collection<String> names) {
    return "the nearest are " + String.join(", ", nearest(unknown, names));
  }

  /** The names that are most like one that is not known, the nearest first. */
  public static List<String> nearest(String unknown, Collection<String> names) {
    String wanted = plain(unknown);
    List<String> sorted = new ArrayList<>(names);
    sorted.sort(
        Comparator.<String>comparingInt(name -> distance(wanted, plain(name)))
            .thenComparing(Comparator.naturalOrder()));
    return sorted.subList(0, Math.min(NEAREST, sorted.size()));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-').replace('.', '-');
  }

  /**
   * The number of characters to insert into one name, delete or change, to make the other of it.
   * Deletions and changes count twice, because users shorten names rather than invent them.
   */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = 2 * i;
      for (int j = 1; j < row.length; j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 2);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j] + 2, row[j - 1] + 1));
      }
    }
    return row[other.length()];
  }
}
