package org.legio.ulfm.messages;

import java.io.PrintStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where this process's own messages go: standard error or a reader, as text or as JSON. */
public final class Messages {
  /** The environment variable that says that the launcher reads {@link #MARK}s. */
  public static final String MARKS = "LEGIO_JOB_MARKS";

  /** What a mark begins with, whatever it says. */
  public static final String BEGIN_OF_MARK = "\u0001legio:";

  /** What precedes a message in the output of a process whose launcher reads marks. */
  public static final String MARK = BEGIN_OF_MARK + "message ";

  private static volatile @Nullable PrintStream json;
  private static volatile @Nullable PrintStream reader;

  private Messages() {}

  /**
   * Hands them to a reader from now on, in place of standard error.
   *
   * @param lines takes each line
   */
  public static void sendTo(Consumer<String> lines) {
    reader = new HandedLines(lines);
  }

  /**
   * Makes them objects of JSON from now on.
   *
   * @param rank of this process in the world; {@link JsonLines#NO_RANK} if it is none
   */
  public static void becomeJson(int rank) {
    json = new JsonLines(plain(), rank);
  }

  /** Prints a message. */
  public static void say(String line) {
    stream().println(line);
  }

  /** The stream that they are printed on, a line each. */
  public static PrintStream stream() {
    PrintStream made = json;
    return made == null ? plain() : made;
  }

  /** Whether the launcher tells messages from the program's output by their marks. */
  public static boolean areMarked() {
    return System.getenv(MARKS) != null;
  }

  private static PrintStream plain() {
    PrintStream given = reader;
    if (given != null) {
      return given;
    }
    return areMarked() ? new MarkedLines(System.err) : System.err;
  }
}
