package org.legio.ulfm.messages;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Prints a process's last messages before it ends, and flushes standard output and error.
 *
 * <p>A thread of the program may hold a stream's monitor for ever, and there may be no free memory.
 * So two threads that were started early do the writing, and callers wait for them for 200 ms at
 * most.
 */
public final class LastWords {
  private static final long PATIENCE_NS = 200_000_000;
  private static final long GLANCE_NS = 500_000;

  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final Writer out = new Writer("legio-last-output", () -> System.out.flush());
  private final Writer err = new Writer("legio-last-errors", this::writeMessages);

  /** Starts the threads. */
  public LastWords() {
    out.start();
    err.start();
  }

  /** Writes a line on standard error, after the lines that are still buffered. */
  public void say(String message) {
    messages.add(message);
    say();
  }

  /** Writes all that is buffered; returns when that is done, or after 200 ms. */
  public void say() {
    int outTurn = out.ask();
    int errTurn = err.ask();
    long begin = System.nanoTime();
    while (!(out.hasServed(outTurn) && err.hasServed(errTurn))
        && System.nanoTime() - begin < PATIENCE_NS) {
      LockSupport.parkNanos(GLANCE_NS);
    }
  }

  private void writeMessages() {
    for (String message = messages.poll(); message != null; message = messages.poll()) {
      Messages.say(message);
    }
    Messages.stream().flush();
  }

  /** A thread that writes when asked; asking allocates nothing. */
  private static final class Writer extends Thread {
    private final Runnable writing;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile int served;

    Writer(String name, Runnable writing) {
      super(name);
      this.writing = writing;
      setDaemon(true);
    }

    int ask() {
      int turn = asked.incrementAndGet();
      LockSupport.unpark(this);
      return turn;
    }

    boolean hasServed(int turn) {
      return served >= turn;
    }

    @Override
    public void run() {
      while (true) {
        while (asked.get() == served) {
          LockSupport.park(this);
        }
        int turn = asked.get();
        writing.run();
        served = turn;
      }
    }
  }
}
