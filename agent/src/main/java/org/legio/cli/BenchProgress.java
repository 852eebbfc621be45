package org.legio.cli;

import java.io.PrintStream;
import org.legio.bench.plan.Run;
import org.legio.bench.run.Failure;
import org.legio.bench.run.Progress;

/** Says how far the suite is: on a terminal in one line that changes, else only what fails. */
final class BenchProgress implements Progress {
  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final int SECONDS_IN_A_MINUTE = 60;

  private final PrintStream out;
  private final boolean isTerminal;

  BenchProgress(PrintStream out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /** On this process's standard error. */
  static BenchProgress on(PrintStream err) {
    return new BenchProgress(err, Terminal.isAt(Terminal.STANDARD_ERROR));
  }

  @Override
  public void begins(Run run, int index, int of, long secondsLeft) {
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

  @Override
  public void failed(Failure failure) {
    String reason = failure.reason().lines().findFirst().orElse("");
    clear();
    out.println("legio: failed: " + failure.run().description() + ": " + reason);
  }

  @Override
  public void ends() {
    clear();
  }

  private void clear() {
    if (isTerminal) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }
}
