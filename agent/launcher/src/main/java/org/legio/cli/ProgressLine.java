package org.legio.cli;

import java.io.PrintStream;

/** Tells the user what takes its time. */
final class ProgressLine {
  private final PrintStream out;

  ProgressLine(PrintStream out) {
    this.out = out;
  }

  void say(String sentence) {
    out.println("legio: " + sentence);
  }
}
