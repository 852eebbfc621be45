package org.legio.launcher.machine;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Draws lines at the bottom of a terminal that change, beneath the job's output. Thread-safe. The
 * terminal is restored whatever ends this process, except SIGKILL.
 */
public final class LiveBlock implements AutoCloseable {
  private static final String CSI = "\u001b[";
  private static final String HIDE_CURSOR = CSI + "?25l";
  private static final String SHOW_CURSOR = CSI + "?25h";
  private static final String WRAP_OFF = CSI + "?7l";
  private static final String WRAP_ON = CSI + "?7h";
  private static final String CLEAR_BELOW = CSI + "J";
  private static final String CLEAR_ALL = CSI + "2J" + CSI + "H";

  /**
   * The least time between two drawings, so that drawing does not slow down a job with much output.
   */
  private static final long MIN_PAUSE_NS = 100_000_000;

  private final PrintStream terminal;
  private final UnaryOperator<String> paint;
  private final Thread atExit = new Thread(this::leave, "terminal");
  private Supplier<List<String>> lines = List::of;
  private Terminal.Size size;
  private int drawn;
  private long drawnAtNs = System.nanoTime();
  private boolean isLeft;

  /**
   * Draws on a terminal.
   *
   * @param paint adds colors to a line that fits
   */
  public LiveBlock(PrintStream terminal, Terminal.Size size, UnaryOperator<String> paint) {
    this.terminal = terminal;
    this.paint = paint;
    this.size = size;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Sets the lines to draw from now on. */
  public synchronized void show(Supplier<List<String>> newLines) {
    lines = newLines;
  }

  /** Draws the current lines. */
  public synchronized void refresh(Terminal.Size now) {
    if (!now.equals(size)) { // the terminal may have moved the old lines
      size = now;
      drawn = 0;
      write(CLEAR_ALL);
    }
    redraw();
  }

  /** Prints a line above. */
  public synchronized void print(PrintStream to, String line) {
    erase();
    to.println(line);
    to.flush();
    if (System.nanoTime() - drawnAtNs > MIN_PAUSE_NS) {
      redraw();
    }
  }

  private void redraw() {
    if (isLeft) {
      return;
    }
    erase();
    List<String> now = lines.get();
    int rows = Math.min(now.size(), size.rows() - 1);
    StringBuilder block = new StringBuilder(HIDE_CURSOR + WRAP_OFF);
    for (String line : now.subList(0, Math.max(0, rows))) {
      String fitting = line.substring(0, Math.min(line.length(), size.columns()));
      block.append(paint.apply(fitting)).append('\n');
    }
    drawn = Math.max(0, rows);
    drawnAtNs = System.nanoTime();
    write(block + WRAP_ON);
  }

  private void erase() {
    if (drawn > 0) {
      write("\r" + CSI + drawn + "A" + CLEAR_BELOW);
      drawn = 0;
    }
  }

  private void write(String text) {
    terminal.print(text);
    terminal.flush();
  }

  /** Restores the terminal; the last state stays visible. */
  private synchronized void leave() {
    if (!isLeft) {
      redraw();
      isLeft = true;
      drawn = 0;
      write(SHOW_CURSOR);
    }
  }

  @Override
  public void close() {
    leave();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // this process is ending, and the hook runs already
    }
  }
}
