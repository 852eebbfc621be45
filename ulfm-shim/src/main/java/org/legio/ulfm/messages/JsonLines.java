package org.legio.ulfm.messages;

import java.io.PrintStream;
import java.time.Instant;
import java.util.Locale;

/** Writes each line that is printed as an object of JSON: time, level, rank if known, message. */
public final class JsonLines extends MessageLines {
  /** The rank of a process that is none. */
  public static final int NO_RANK = -1;

  private static final String PREFIX = "legio: ";

  /** The level of a line without one: Legio is silent where all is well. */
  private static final String UNSAID = "warn";

  private final PrintStream to;
  private final int rank;

  /**
   * Writes to another stream.
   *
   * @param to gets the objects, a line each
   * @param rank of this process in the world; {@link #NO_RANK} if it is none
   */
  public JsonLines(PrintStream to, int rank) {
    super(to);
    this.to = to;
    this.rank = rank;
  }

  /** Writes a line; a level in brackets at its beginning becomes a member. */
  @Override
  void pass(String text) {
    int end = text.startsWith("[") ? text.indexOf("] ") : -1;
    String level = end < 0 ? UNSAID : text.substring(1, end).toLowerCase(Locale.ROOT);
    to.println(object(level, end < 0 ? text : text.substring(end + 2)));
  }

  private String object(String level, String message) {
    return "{\"time\":\""
        + Instant.now()
        + "\",\"level\":"
        + JsonString.quoted(level)
        + ","
        + (rank == NO_RANK ? "" : "\"rank\":" + rank + ",")
        + "\"message\":"
        + JsonString.quoted(
            message.startsWith(PREFIX) ? message.substring(PREFIX.length()) : message)
        + "}";
  }
}
