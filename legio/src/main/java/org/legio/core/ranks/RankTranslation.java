package org.legio.core.ranks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Translates the original ranks of a group to the ranks of its substitute's communicator, and back.
 * Immutable.
 *
 * <p>Thesis, figure 3.1: the substitute rank of the dead is {@code MPI_UNDEFINED}.
 */
public final class RankTranslation {
  private final int size;

  /** Substitute rank to original rank; {@code UNDEFINED} for substitute ranks outside the group. */
  private final int[] originals;

  /** Original rank to substitute rank. */
  private final int[] substitutes;

  private final boolean complete;

  private RankTranslation(int size, int[] originals) {
    this.size = size;
    this.originals = originals;
    this.substitutes = new int[size];
    Arrays.fill(substitutes, MpiConstants.UNDEFINED);
    boolean identity = originals.length == size;
    for (int substitute = 0; substitute < originals.length; substitute++) {
      identity &= originals[substitute] == substitute;
      if (originals[substitute] != MpiConstants.UNDEFINED) {
        substitutes[originals[substitute]] = substitute;
      }
    }
    this.complete = identity;
  }

  /**
   * The translation for a group in a substitute that holds others as well, in any order.
   *
   * @param members the identities of the group's members, by original rank
   * @param present the identities of the substitute's members, by substitute rank
   */
  public static RankTranslation within(int[] members, int[] present) {
    Map<Integer, Integer> ranks = new HashMap<>();
    for (int original = 0; original < members.length; original++) {
      ranks.put(members[original], original);
    }
    int[] originals = new int[present.length];
    for (int substitute = 0; substitute < present.length; substitute++) {
      originals[substitute] = ranks.getOrDefault(present[substitute], MpiConstants.UNDEFINED);
    }
    return new RankTranslation(members.length, originals);
  }

  /**
   * The translation for the members that are present.
   *
   * @param members the identities of all members, by original rank
   * @param present the identities of the substitute's members, by substitute rank: a part of {@code
   *     members}, in the same order
   */
  public static RankTranslation of(int[] members, int[] present) {
    int[] originals = new int[present.length];
    int original = 0;
    for (int substitute = 0; substitute < present.length; substitute++) {
      while (original < members.length && members[original] != present[substitute]) {
        original++;
      }
      if (original == members.length) {
        throw new IllegalArgumentException(
            "present "
                + Arrays.toString(present)
                + " is not a part, in order, of members "
                + Arrays.toString(members));
      }
      originals[substitute] = original;
    }
    return new RankTranslation(members.length, originals);
  }

  /** Whether no rank is missing, so that original and substitute ranks are the same. */
  public boolean isComplete() {
    return complete;
  }

  /** The number of ranks that are present. */
  public int presentCount() {
    return originals.length;
  }

  /**
   * The substitute rank of an original rank: {@code UNDEFINED} for the missing. A number that is no
   * rank ({@code PROC_NULL}, {@code ANY_SOURCE}) stays as it is, and one that is out of range stays
   * out of range, so that MPI refuses it.
   */
  public int toSubstitute(int original) {
    if (original < 0) {
      return original;
    }
    return original < size ? substitutes[original] : original - size + originals.length;
  }

  /** The original rank of a substitute rank; a number that is no rank stays as it is. */
  public int toOriginal(int substitute) {
    return substitute < 0 || substitute >= originals.length ? substitute : originals[substitute];
  }

  /** The original ranks that are missing, ascending. */
  public int[] missing() {
    int[] missing = new int[size];
    int count = 0;
    for (int original = 0; original < size; original++) {
      if (substitutes[original] == MpiConstants.UNDEFINED) {
        missing[count++] = original;
      }
    }
    return Arrays.copyOf(missing, count);
  }

  /** The original ranks that were present in an earlier translation and are missing here. */
  public int[] missingSince(RankTranslation before) {
    return Arrays.stream(missing())
        .filter(original -> before.toSubstitute(original) != MpiConstants.UNDEFINED)
        .toArray();
  }

  /** The elements of the present ranks, of an array with an element for each original rank. */
  public int[] compress(int[] byOriginal) {
    int[] bySubstitute = new int[originals.length];
    for (int substitute = 0; substitute < originals.length; substitute++) {
      bySubstitute[substitute] = byOriginal[originals[substitute]];
    }
    return bySubstitute;
  }

  public long[] compress(long[] byOriginal) {
    return Arrays.stream(originals).mapToLong(original -> byOriginal[original]).toArray();
  }

  /** The same count for each present rank. */
  public int[] counts(int count) {
    int[] counts = new int[originals.length];
    Arrays.fill(counts, count);
    return counts;
  }

  /**
   * The first item of each present rank's block, in a buffer whose blocks lie by original rank;
   * {@code block} is a block's number of items.
   */
  public int[] displacements(int block) {
    int[] displacements = new int[originals.length];
    for (int substitute = 0; substitute < originals.length; substitute++) {
      displacements[substitute] = originals[substitute] * block;
    }
    return displacements;
  }
}
