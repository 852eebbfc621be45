package org.legio.launcher.machine;

import java.util.Locale;
import picocli.CommandLine.Help;

/**
 * The colors of what people read.
 *
 * @param areOn whether there are any
 */
public record Colors(boolean areOn) {
  /** The variable by which a user wants none: {@code https://no-color.org}. */
  public static final String UNWANTED = "NO_COLOR";

  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final String YELLOW = "\u001b[33m";
  private static final String PLAIN = "\u001b[0m";

  /** When there are colors. */
  public enum When {
    /** At a terminal, unless the environment says otherwise. */
    AUTO,
    ALWAYS,
    NEVER;

    /** The colors for one of this process's standard streams. */
    public Colors at(int stream, Machine machine) {
      return new Colors(this == ALWAYS || (this == AUTO && isWanted(machine, stream)));
    }

    private static boolean isWanted(Machine machine, int stream) {
      return machine.variable(UNWANTED).isEmpty()
          && machine.variable("TERM").filter(name -> !name.equals("dumb")).isPresent()
          && Terminal.isAt(stream);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Text about what is wrong. */
  public String bad(String text) {
    return in(RED, text);
  }

  /** Text about what is well. */
  public String good(String text) {
    return in(GREEN, text);
  }

  /** Text about what deserves a look. */
  public String notable(String text) {
    return in(YELLOW, text);
  }

  private String in(String color, String text) {
    return areOn ? color + text + PLAIN : text;
  }

  /** The same decision for picocli's help. */
  public Help.ColorScheme scheme() {
    return Help.defaultColorScheme(areOn ? Help.Ansi.ON : Help.Ansi.OFF);
  }
}
