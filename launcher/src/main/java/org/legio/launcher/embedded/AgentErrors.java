package org.legio.launcher.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a launch agent prints on standard error. It is kept until the daemon has greeted, since it
 * may say why it does not; from then on it is passed on.
 */
final class AgentErrors {
  private static final int MAX_KEPT = 100;

  private final BufferedReader from;
  private final Consumer<String> to;
  private final Deque<String> kept = new ArrayDeque<>();
  private final Thread reader = new Thread(this::read, "errors-of-agent");
  private boolean isPassedOn;

  /**
   * Begins to read.
   *
   * @param to takes lines that are passed on
   */
  AgentErrors(InputStream from, Consumer<String> to) {
    this.from = new BufferedReader(new InputStreamReader(from, Charset.defaultCharset()));
    this.to = to;
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (from) {
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      take("legio: the launch agent's errors cannot be read: " + e);
    }
  }

  private synchronized void take(String line) {
    if (isPassedOn) {
      to.accept(line);
      return;
    }
    if (kept.size() == MAX_KEPT) {
      kept.remove();
    }
    kept.add(line);
  }

  /** Passes on what there has been, and what comes. */
  synchronized void passOn() {
    isPassedOn = true;
    kept.forEach(to);
    kept.clear();
  }

  /** What it has printed without having been passed on, when all has come or time is over. */
  List<String> await(long patienceNs) throws InterruptedException {
    reader.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(patienceNs)));
    synchronized (this) {
      return List.copyOf(kept);
    }
  }
}
