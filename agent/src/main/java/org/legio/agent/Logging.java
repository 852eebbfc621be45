package org.legio.agent;

import java.io.PrintStream;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.ulfm.messages.Messages;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleLogger;

/** Sets up the log on standard error: one line an event, without time stamps or as JSON. */
final class Logging {

  private Logging() {}

  /** Configures the log. It must be called before the first logger is made. */
  static void configure(Configuration configuration) {
    System.setProperty(SimpleLogger.DEFAULT_LOG_LEVEL_KEY, configuration.get(Setting.LOG_LEVEL));
    System.setProperty(SimpleLogger.SHOW_THREAD_NAME_KEY, "false");
    System.setProperty(SimpleLogger.SHOW_LOG_NAME_KEY, "false");
    System.setProperty(SimpleLogger.LEVEL_IN_BRACKETS_KEY, "true");
    if (configuration.get(Setting.LOG_FORMAT).equals("json")) {
      Messages.becomeJson(Agent.ownRank());
    }
    PrintStream stream = Messages.stream();
    if (stream != System.err) {
      logTo(stream);
    }
  }

  /** The log keeps the standard error that it finds when its first logger is made. */
  private static void logTo(PrintStream stream) {
    System.setProperty(SimpleLogger.CACHE_OUTPUT_STREAM_STRING_KEY, "true");
    PrintStream standard = System.err;
    System.setErr(stream);
    LoggerFactory.getLogger("legio");
    System.setErr(standard);
  }
}
