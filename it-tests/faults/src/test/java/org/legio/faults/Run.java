package org.legio.faults;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The complete description of one run of a program: the same run gives the same steps again.
 *
 * @param stage the layout's name
 * @param program the program's name
 * @param ranks how many ranks
 * @param seed decides the interleaving
 * @param deaths the steps at which ranks die, by rank in the world
 */
record Run(String stage, String program, int ranks, long seed, Map<Integer, Long> deaths) {
  private static final int PARTS = 5;

  /** A run without deaths. */
  Run(String stage, String program, int ranks, long seed) {
    this(stage, program, ranks, seed, Map.of());
  }

  /** As this run, and nobody dies. */
  Run withoutDeaths() {
    return new Run(stage, program, ranks, seed);
  }

  /** As this run, and one more rank dies. */
  Run withDeath(int rank, long step) {
    Map<Integer, Long> more = new TreeMap<>(deaths);
    more.put(rank, step);
    return new Run(stage, program, ranks, seed, more);
  }

  /** The run that {@link #toString} names. */
  static Run parse(String text) {
    String[] parts = text.split(";", -1);
    if (parts.length != PARTS) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no run; write STAGE;PROGRAM;RANKS;SEED;RANK@STEP,RANK@STEP");
    }
    Run run = new Run(parts[0], parts[1], Integer.parseInt(parts[2]), Long.parseLong(parts[3]));
    for (String death : parts[4].isEmpty() ? new String[0] : parts[4].split(",")) {
      int at = death.indexOf('@');
      run =
          run.withDeath(
              Integer.parseInt(death.substring(0, at)), Long.parseLong(death.substring(at + 1)));
    }
    return run;
  }

  @Override
  public String toString() {
    String dying =
        deaths.entrySet().stream()
            .map(death -> death.getKey() + "@" + death.getValue())
            .collect(Collectors.joining(","));
    return String.join(";", Arrays.asList(stage, program, "" + ranks, "" + seed, dying));
  }
}
