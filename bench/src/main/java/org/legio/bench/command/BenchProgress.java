package org.legio.bench.command;

import java.io.PrintStream;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.legio.bench.plan.Run;
import org.legio.bench.run.Failure;
import org.legio.bench.run.SuiteListener;
import org.legio.launcher.machine.Terminal;

/**
 * Prints how far the suite has come: on a terminal in one line that changes, otherwise in one line
 * a minute. It also prints failures.
 */
final class BenchProgress implements SuiteListener {
  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
  private static final long LOOK_MS = 1000;
  private static final int SECONDS_IN_A_MINUTE = 60;

  private final PrintStream out;
  private final boolean isTerminal;
  private final LongSupplier clockNs;
  private @Nullable State state;
  private long lastLineNs;

  /** Begins with a suite that starts now. */
  BenchProgress(PrintStream out, boolean isTerminal, LongSupplier clockNs) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.clockNs = clockNs;
    this.lastLineNs = clockNs.getAsLong();
  }

  /** Prints on this process's standard error, by the machine's clock. */
  static BenchProgress on(PrintStream err) {
    BenchProgress progress =
        new BenchProgress(err, Terminal.isAt(Terminal.STANDARD_ERROR), System::nanoTime);
    TimerTask look =
        new TimerTask() {
          @Override
          public void run() {
            progress.look();
          }
        };
    new Timer("bench-progress", true).schedule(look, LOOK_MS, LOOK_MS);
    return progress;
  }

  @Override
  public synchronized void begins(Run run, int index, int of, long secondsLeft) {
    state = new State(run, index, of, secondsLeft, clockNs.getAsLong());
    if (isTerminal) {
      out.print(
          CLEAR_LINE
              + "legio: %d/%d, %d:%02d left: %s, %s, %d ranks"
                  .formatted(
                      index + 1,
                      of,
                      secondsLeft / SECONDS_IN_A_MINUTE,
                      secondsLeft % SECONDS_IN_A_MINUTE,
                      run.part().id(),
                      run.label(),
                      run.ranks()));
      out.flush();
    }
  }

  /**
   * Prints the state of the suite, if there is no terminal and a minute has passed since the last
   * time.
   */
  synchronized void look() {
    long now = clockNs.getAsLong();
    if (!isTerminal && state != null && now - lastLineNs >= MINUTE_NS) {
      out.println("legio: " + state.sentence(now));
      lastLineNs = now;
    }
  }

  @Override
  public synchronized void failed(Failure failure) {
    String reason = failure.reason().lines().findFirst().orElse("");
    clear();
    out.println("legio: failed: " + failure.run().description() + ": " + reason);
  }

  @Override
  public synchronized void ends() {
    state = null;
    clear();
  }

  private void clear() {
    if (isTerminal) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  /**
   * The run that is under way.
   *
   * @param secondsLeft the seconds left until the end of the suite, when the run began
   * @param sinceNs when the run began, in nanoseconds of the clock
   */
  private record State(Run run, int index, int of, long secondsLeft, long sinceNs) {
    String sentence(long nowNs) {
      long left = secondsLeft - TimeUnit.NANOSECONDS.toSeconds(nowNs - sinceNs);
      return "%d of %d runs done, about %s left; now %s, %s, %d ranks"
          .formatted(
              index,
              of,
              left < SECONDS_IN_A_MINUTE ? "a minute" : left / SECONDS_IN_A_MINUTE + " min",
              run.part().id(),
              run.label(),
              run.ranks());
    }
  }
}
