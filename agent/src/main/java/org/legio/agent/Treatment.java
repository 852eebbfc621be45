package org.legio.agent;

import java.util.Optional;

/**
 * The treatment of a call: protected by a call family, passed through to MPI, or passed through
 * until a rank has died and refused from then on.
 *
 * @param kind which of these
 * @param family the call family that protects it; empty if it is not protected
 * @param reason why it is passed through, or the remedy where it is refused; empty if it is
 *     protected
 */
public record Treatment(Kind kind, Optional<CallFamily> family, String reason) {

  /** The kinds of treatment; a row of the table names one in small letters. */
  public enum Kind {
    /** A handler serves the call. */
    PROTECT("protect "),
    /** MPI serves the call. */
    PASS("pass "),
    /** MPI serves the call as long as no rank has died. */
    REFUSE("refuse ");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  static Treatment parse(String text) {
    for (Kind kind : Kind.values()) {
      if (text.startsWith(kind.word)) {
        String rest = text.substring(kind.word.length());
        return kind == Kind.PROTECT
            ? new Treatment(kind, Optional.of(CallFamily.named(rest)), "")
            : new Treatment(kind, Optional.empty(), rest);
      }
    }
    throw new IllegalArgumentException(
        "a treatment is protect FAMILY, pass REASON or refuse REMEDY, not: " + text);
  }

  /** Whether the call is protected. */
  public boolean isProtected() {
    return kind == Kind.PROTECT;
  }

  /** Whether anything is done before or in place of MPI's call. */
  boolean isWoven() {
    return kind != Kind.PASS;
  }

  /** Whether the call is refused once a rank has died. */
  public boolean isRefused() {
    return kind == Kind.REFUSE;
  }
}
