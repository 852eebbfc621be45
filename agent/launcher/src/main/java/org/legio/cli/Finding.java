package org.legio.cli;

/**
 * One thing that was looked at.
 *
 * @param verdict whether it is as it should be
 * @param subject what was looked at
 * @param text what was found and, unless all is well, what to do
 */
record Finding(Verdict verdict, String subject, String text) {

  /** How bad it is. */
  enum Verdict {
    OK("ok"),
    NOTE("note"),
    WRONG("WRONG");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }
  }

  static Finding ok(String subject, String text) {
    return new Finding(Verdict.OK, subject, text);
  }

  static Finding note(String subject, String text) {
    return new Finding(Verdict.NOTE, subject, text);
  }

  static Finding wrong(String subject, String text) {
    return new Finding(Verdict.WRONG, subject, text);
  }

  /** One line of a report. */
  String line() {
    return String.format("%-5s  %-15s %s", verdict.word, subject, text);
  }
}
