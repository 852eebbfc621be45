package org.legio.ulfm.messages;

import java.io.PrintStream;

/**
 * Marks each line that is printed as one of Legio's own, so that the launcher can tell it from the
 * program's output.
 *
 * <p>What the program prints is the same in all replicas of a rank; Legio's messages are not: a
 * death is injected into one replica, and a repair takes each of them a time of its own.
 */
final class MarkedLines extends MessageLines {
  private final PrintStream to;

  MarkedLines(PrintStream to) {
    super(to);
    this.to = to;
  }

  @Override
  void pass(String message) {
    String marked = message.stripTrailing().replace("\n", "\n" + Messages.MARK);
    to.print(Messages.MARK + marked + "\n");
    to.flush();
  }
}
