package org.legio.faults;

import java.util.Arrays;

/** Finds programs by name: rows of the tables, and random ones, whose name is their seed. */
final class Programs {
  private static final String RANDOM = "random";

  private Programs() {}

  static Case named(String name) {
    return name.startsWith(RANDOM + "/") ? random(name) : Cases.named(name);
  }

  /** The name of a random program. */
  static String random(long seed, int length) {
    return RANDOM + "/" + seed + "/" + length;
  }

  /** As in {@code random/17/20} or, for some of its calls, {@code random/17/20/0,3,7}. */
  private static Case random(String name) {
    String[] parts = name.split("/");
    RandomProgram whole = RandomProgram.of(Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    RandomProgram program =
        parts.length == 3
            ? whole
            : whole.only(Arrays.stream(parts[3].split(",")).mapToInt(Integer::parseInt).toArray());
    return new Case(name, Settings.IGNORE, 1, program::run);
  }
}
