package org.legio.runtime.shm;

/** How much a test that takes samples tries: more with {@code -Dlegio.it.long=true}. */
public final class Amount {
  private Amount() {}

  /**
   * An amount.
   *
   * @param property names another one
   * @param inLongRuns how much is tried in long runs
   */
  public static int of(String property, int usual, int inLongRuns) {
    return Integer.getInteger(property, Boolean.getBoolean("legio.it.long") ? inLongRuns : usual);
  }
}
