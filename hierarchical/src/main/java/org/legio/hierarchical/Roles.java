package org.legio.hierarchical;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.core.ranks.RankTranslation;

/**
 * The role of each rank in the layout: the local that it belongs to, and whether it is a master.
 * Immutable; the same at all members that know of the same deaths.
 *
 * <p>Thesis, section 4.2: a local holds consecutive original ranks, its lowest living rank is its
 * master, and no rank ever changes its local.
 */
final class Roles {
  private final Locals locals;
  private final int own;
  private final RankTranslation present;
  private final int[] masters;

  /**
   * The roles of the ranks that are present.
   *
   * @param locals all of them, with their dead ranks
   * @param own this process's original rank
   */
  Roles(Locals locals, int own, RankTranslation present) {
    this.locals = locals;
    this.own = own;
    this.present = present;
    this.masters =
        originals(present)
            .filter(each -> each == 0 || !isAnyPresent(locals.first(locals.of(each)), each))
            .toArray();
  }

  private boolean isAnyPresent(int first, int end) {
    return IntStream.range(first, end).anyMatch(this::isPresent);
  }

  private static IntStream originals(RankTranslation present) {
    return IntStream.range(0, present.presentCount()).map(present::toOriginal);
  }

  /** This process's original rank. */
  int own() {
    return own;
  }

  /** The ranks that are present. */
  RankTranslation present() {
    return present;
  }

  /** Whether an original rank is present. */
  boolean isPresent(int original) {
    return present.toSubstitute(original) >= 0;
  }

  /** The masters' original ranks, ascending: one for each local that has a living rank. */
  int[] masters() {
    return masters;
  }

  /** Whether this process is a master. */
  boolean isMaster() {
    return masterOf(own) == own;
  }

  /** The master of a rank's local; the local must have a living rank. */
  int masterOf(int original) {
    return masters[indexOf(original)];
  }

  /** The index of the master of a rank's local among the masters. */
  int indexOf(int original) {
    int found = Arrays.binarySearch(masters, original);
    return found >= 0 ? found : -found - 2;
  }

  /** Whether a rank belongs to this process's local. */
  boolean isNear(int original) {
    return locals.of(original) == locals.of(own);
  }

  /** The original ranks, ascending, that are present in the local of a master. */
  int[] membersOf(int master) {
    int first = present.toSubstitute(master);
    int next = indexOf(master) + 1;
    int end = next < masters.length ? present.toSubstitute(masters[next]) : present.presentCount();
    return IntStream.range(first, end).map(present::toOriginal).toArray();
  }

  /** The original ranks of all that are present, ascending. */
  int[] allPresent() {
    return originals(present).toArray();
  }
}
