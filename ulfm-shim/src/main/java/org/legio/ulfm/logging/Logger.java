package org.legio.ulfm.logging;

import java.text.MessageFormat;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages on to the JDK's {@link System.Logger}, which it looks up for the first one. The
 * lookup takes 30 milliseconds, and nearly no rank ever logs. Details (below {@link Level#INFO})
 * are not passed on, because only the lookup would tell whether somebody wants them.
 */
public final class Logger {
  private final String name;

  private Logger(String name) {
    this.name = name;
  }

  /** Makes the logger of a name. */
  public static Logger getLogger(String name) {
    return new Logger(name);
  }

  /** Whether messages of a level are passed on. */
  public boolean isLoggable(Level level) {
    return level.compareTo(Level.INFO) >= 0;
  }

  /** Logs a sentence. */
  public void log(Level level, String message) {
    pass(level, message, null);
  }

  /** Logs a sentence with a place for a value, which it calls {@code {0}}. */
  public void log(Level level, String message, @Nullable Object value) {
    log(level, message, new Object[] {value});
  }

  /** Logs a sentence with places for values, which it calls {@code {0}}, {@code {1}} and so on. */
  public void log(Level level, String message, @Nullable Object[] values) {
    if (isLoggable(level)) {
      pass(level, MessageFormat.format(message, values), null);
    }
  }

  /** Logs a sentence and what was thrown. */
  public void log(Level level, String message, @Nullable Throwable thrown) {
    pass(level, message, thrown);
  }

  private void pass(Level level, String message, @Nullable Throwable thrown) {
    if (isLoggable(level)) {
      System.getLogger(name).log(level.passedOnAs, message, thrown);
    }
  }
}
