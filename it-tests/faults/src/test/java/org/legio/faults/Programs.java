package org.legio.faults;

import java.util.Arrays;
import org.legio.core.settings.Setting;

/** Finds programs by name: rows of the tables, and random ones, whose name is their seed. */
final class Programs {
  private static final String RANDOM = "random";
  private static final String MIXTURE = "mixture";

  private Programs() {}

  static Case named(String name) {
    return name.startsWith(RANDOM + "/")
        ? random(name)
        : name.startsWith(MIXTURE + "/") ? mixture(name) : Cases.named(name);
  }

  /** The name of a random program. */
  static String random(long seed, int length) {
    return RANDOM + "/" + seed + "/" + length;
  }

  /** The name of a random mixture of blocking and non-blocking operations. */
  static String mixture(long seed, int length) {
    return MIXTURE + "/" + seed + "/" + length;
  }

  private static Case mixture(String name) {
    String[] parts = name.split("/");
    Mixture whole = Mixture.of(Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    Mixture program = parts.length == 3 ? whole : whole.only(places(parts[3]));
    return new Case(name, settings(parts[1]), 2, program::run);
  }

  /** One program in three does without boards; one has them for votes only. */
  private static Settings settings(String seed) {
    return switch ((int) (Long.parseLong(seed) % 3)) {
      case 0 -> Settings.IGNORE.with(Setting.BOARD, "off");
      case 1 -> Settings.IGNORE.with(Setting.BOARD, "0");
      default -> Settings.IGNORE;
    };
  }

  private static int[] places(String list) {
    return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
  }

  /** As in {@code random/17/20} or, for some of its calls, {@code random/17/20/0,3,7}. */
  private static Case random(String name) {
    String[] parts = name.split("/");
    RandomProgram whole = RandomProgram.of(Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    RandomProgram program = parts.length == 3 ? whole : whole.only(places(parts[3]));
    return new Case(name, settings(parts[1]), 1, program::run);
  }
}
