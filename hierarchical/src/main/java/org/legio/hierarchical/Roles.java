package org.legio.hierarchical;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.core.RankTranslation;

/**
 * Who is what in the layout: which local communicator each rank belongs to, and who are the
 * masters. Immutable; the same at all members that know of the same deaths.
 *
 * <p>Thesis, section 4.2: a local holds consecutive original ranks, its lowest living one is its
 * master, and nobody ever changes its local.
 */
final class Roles {
  private final int localSize;
  private final int own;
  private final RankTranslation present;
  private final int[] masters;

  /**
   * The roles among those who are present.
   *
   * @param localSize how many original ranks a local holds at most
   * @param own this process's original rank
   */
  Roles(int localSize, int own, RankTranslation present) {
    this.localSize = localSize;
    this.own = own;
    this.present = present;
    this.masters =
        originals(present)
            .filter(each -> each == 0 || !isAnyPresent(firstOf(each / localSize), each))
            .toArray();
  }

  private boolean isAnyPresent(int first, int end) {
    return IntStream.range(first, end).anyMatch(this::isPresent);
  }

  private static IntStream originals(RankTranslation present) {
    return IntStream.range(0, present.presentCount()).map(present::toOriginal);
  }

  private int firstOf(int local) {
    return local * localSize;
  }

  /** This process's original rank. */
  int own() {
    return own;
  }

  /** Who is present. */
  RankTranslation present() {
    return present;
  }

  /** Whether an original rank is present. */
  boolean isPresent(int original) {
    return present.toSubstitute(original) >= 0;
  }

  /** The masters' original ranks, ascending: one for each local that has anybody left. */
  int[] masters() {
    return masters;
  }

  /** Whether this process is a master. */
  boolean isMaster() {
    return masterOf(own) == own;
  }

  /** The master of a rank's local, if that has anybody left. */
  int masterOf(int original) {
    return masters[indexOf(original)];
  }

  /** Where the master of a rank's local stands among the masters. */
  int indexOf(int original) {
    int found = Arrays.binarySearch(masters, original);
    return found >= 0 ? found : -found - 2;
  }

  /** Whether a rank belongs to this process's local. */
  boolean isNear(int original) {
    return original / localSize == own / localSize;
  }

  /** The original ranks, ascending, of those who are present in the local of a master. */
  int[] membersOf(int master) {
    int first = present.toSubstitute(master);
    int next = indexOf(master) + 1;
    int end = next < masters.length ? present.toSubstitute(masters[next]) : present.presentCount();
    return IntStream.range(first, end).map(present::toOriginal).toArray();
  }

  /** The original ranks of all who are present, ascending. */
  int[] everybody() {
    return originals(present).toArray();
  }
}
