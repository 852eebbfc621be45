package org.legio.agent;

import org.slf4j.simple.SimpleLogger;

/** Sets up the log on standard error: one line an event, no time stamps. */
final class Logging {

  private Logging() {}

  /**
   * Configures the log. It must be called before the first logger is made.
   *
   * @param level the lowest level that is logged
   */
  static void configure(String level) {
    System.setProperty(SimpleLogger.DEFAULT_LOG_LEVEL_KEY, level);
    System.setProperty(SimpleLogger.SHOW_THREAD_NAME_KEY, "false");
    System.setProperty(SimpleLogger.SHOW_LOG_NAME_KEY, "false");
    System.setProperty(SimpleLogger.LEVEL_IN_BRACKETS_KEY, "true");
  }
}
