package org.legio.core.repair;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.legio.core.settings.Words;
import org.legio.ulfm.ports.MpiConstants;

/**
 * Bounded retries with exponential backoff, of one call that has failed though nobody whom it needs
 * is known to be dead. Made at its first failure. Thesis, section 3.4; {@code
 * docs/design/point-to-point.md}.
 */
public final class Retries {
  private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MAX_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long POLL_NS = TimeUnit.MICROSECONDS.toNanos(100);
  private static final double NS_PER_MS = 1e6;

  private final Context context;
  private final String call;
  private final String circumstance;
  private final int max;
  private final long beganNs;
  private long pauseNs = FIRST_PAUSE_NS;
  private int failures;

  /**
   * Begins at the first failure of a call.
   *
   * @param max how often it is attempted again
   * @param call the call and what it is made on
   * @param circumstance why no death explains the failure, in words that begin with {@code though}
   */
  public Retries(Context context, int max, String call, String circumstance) {
    this.context = context;
    this.call = call;
    this.circumstance = circumstance;
    this.max = max;
    this.beganNs = context.nanoTime().getAsLong();
  }

  /**
   * Counts a failure and, if a retry is left, pauses before it. Meanwhile this process makes
   * progress elsewhere.
   *
   * @param ended whether there is no more reason to pause: the rank that is needed has died
   * @return whether a retry is left
   */
  public boolean awaitNext(Throwable failure, Progress.Condition ended) throws Exception {
    failures++;
    if (failures > max) {
      return false;
    }
    context.report().retried(call, circumstance, max, failure);
    long until = context.nanoTime().getAsLong() + pauseNs;
    for (long left = pauseNs; left > 0; left = until - context.nanoTime().getAsLong()) {
      driveMpi();
      if (ended.holds()) {
        break;
      }
      context.pause().accept(Math.min(left, POLL_NS));
    }
    pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
    return true;
  }

  /** MPI makes progress in its calls only, and Legio's operations when they are polled. */
  private void driveMpi() throws Exception {
    context.progress().poll();
    context
        .pmpi()
        .iProbe(context.binding().commSelf(), MpiConstants.ANY_SOURCE, MpiConstants.ANY_TAG);
  }

  /** The error for the program when no retry is left. */
  public Exception exhausted(Exception last) {
    double elapsedMs = (context.nanoTime().getAsLong() - beganNs) / NS_PER_MS;
    Exception error =
        context
            .binding()
            .newException(
                context.binding().errorCode(last),
                String.format(
                    Locale.ROOT,
                    "legio: %s failed %s within %.1f ms, %s; the last error: %s; a larger"
                        + " send.retries tries for longer",
                    call,
                    Words.count(failures, "time"),
                    elapsedMs,
                    circumstance,
                    last.getMessage()));
    error.initCause(last);
    return error;
  }
}
