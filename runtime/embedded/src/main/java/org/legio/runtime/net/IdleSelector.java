package org.legio.runtime.net;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one thread sleep until a connection brings something, another thread wakes it, or a time is
 * over.
 *
 * <p>Connections end only long sleeps, and only so often: else daemons that tell each other what is
 * not urgent whenever they are awake would keep each other awake.
 */
public final class IdleSelector implements Closeable {
  /** So long after a connection has ended a sleep, none ends another one. */
  private static final long UNDISTURBED_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final int WATCHED = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;

  private final Thread sleeper;
  private final Selector selector;
  private long disturbedNs;

  /**
   * Watches nothing yet.
   *
   * @param sleeper the thread that sleeps
   */
  public IdleSelector(Thread sleeper) throws IOException {
    this.sleeper = sleeper;
    this.selector = Selector.open();
    this.disturbedNs = System.nanoTime();
  }

  /**
   * Wakes the thread when a channel has something, until the channel is closed.
   *
   * @param channel does not block
   */
  void watch(SelectableChannel channel) throws IOException {
    selector.selectNow(key -> {}); // else channels that have been closed would stay half open
    channel.register(selector, channel.validOps() & WATCHED);
  }

  /** Sleeps so long at most. */
  public void sleep(long ns) {
    if (ns < UNDISTURBED_NS) {
      LockSupport.parkNanos(this, ns);
      return;
    }
    long beganNs = System.nanoTime();
    LockSupport.parkNanos(
        this, disturbedNs + UNDISTURBED_NS - beganNs); // not at all if that is over
    long leftMs = TimeUnit.NANOSECONDS.toMillis(beganNs + ns - System.nanoTime());
    if (leftMs > 0) {
      awaitConnection(leftMs);
    }
  }

  private void awaitConnection(long ms) {
    try {
      if (selector.select(key -> {}, ms) > 0) {
        disturbedNs = System.nanoTime();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the thread's sleep, or its next one; for all threads. */
  public void wake() {
    selector.wakeup();
    LockSupport.unpark(sleeper);
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
