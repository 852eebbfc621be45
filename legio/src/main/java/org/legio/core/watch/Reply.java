package org.legio.core.watch;

/**
 * The answer of a rank.
 *
 * @param kind whether it has
 * @param text its words; empty if it has not
 */
record Reply(Kind kind, String text) {
  static final Reply SILENCE = new Reply(Kind.SILENT, "");
  static final Reply END = new Reply(Kind.GONE, "");

  /** Whether a rank has answered. */
  enum Kind {
    ANSWERED,
    /** Not in time: it is stopped, or gets no processor time. */
    SILENT,
    /** Its process has ended or left MPI. */
    GONE
  }

  boolean is(String words) {
    return text.equals(words);
  }
}
