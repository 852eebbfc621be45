package org.legio.launcher.command;

import org.legio.launcher.machine.Colors;

/**
 * The result of one check.
 *
 * @param verdict whether all is well
 * @param subject the thing that was checked
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
  String line(Colors colors) {
    String word = String.format("%-5s", verdict.word);
    String colored =
        switch (verdict) {
          case OK -> colors.good(word);
          case NOTE -> colors.notable(word);
          case WRONG -> colors.bad(word);
        };
    return colored + String.format("  %-15s %s", subject, text);
  }
}
