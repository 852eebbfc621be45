package org.legio.cli;

import java.io.PrintStream;

/** Tells the user which step is under way, when it takes long. */
final class ProgressLine {
  private final PrintStream out;

  ProgressLine(PrintStream out) {
    this.out = out;
  }

  void say(String sentence) {
    out.println("legio: " + sentence);
  }
}
