package org.legio.ulfm.messages;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Where this process's own messages go: standard error, as text or as JSON. */
public final class Messages {
  private static volatile @Nullable PrintStream json;

  private Messages() {}

  /**
   * Makes them objects of JSON from now on.
   *
   * @param rank of this process in the world; {@link JsonLines#NO_RANK} if it is none
   */
  public static void becomeJson(int rank) {
    json = new JsonLines(System.err, rank);
  }

  /** Prints a message. */
  public static void say(String line) {
    stream().println(line);
  }

  /** The stream that they are printed on, a line each. */
  public static PrintStream stream() {
    PrintStream made = json;
    return made == null ? System.err : made;
  }
}
