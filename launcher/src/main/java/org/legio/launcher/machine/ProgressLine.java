package org.legio.launcher.machine;

import java.io.PrintStream;

/** Tells the user which step is under way, when it takes long. */
public final class ProgressLine {
  private final PrintStream out;

  public ProgressLine(PrintStream out) {
    this.out = out;
  }

  public void say(String sentence) {
    out.println("legio: " + sentence);
  }
}
