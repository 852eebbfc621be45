package org.legio.launcher.machine;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes commands so that a POSIX shell reads back the same arguments. */
public final class ShellQuoting {
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*", Pattern.DOTALL);

  private ShellQuoting() {}

  /** The command as one line to paste. */
  public static String line(List<String> command) {
    return command.stream().map(ShellQuoting::quote).collect(Collectors.joining(" "));
  }

  /** One argument, quoted when a shell could read it otherwise. */
  public static String quote(String argument) {
    if (PLAIN.matcher(argument).matches()) {
      return argument;
    }
    if (ASSIGNMENT.matcher(argument).matches()) {
      int value = argument.indexOf('=') + 1;
      return argument.substring(0, value) + quoteValue(argument.substring(value));
    }
    return quoted(argument);
  }

  private static String quoteValue(String value) {
    return value.isEmpty() || PLAIN.matcher(value).matches() ? value : quoted(value);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
