package org.legio.launcher.embedded;

import org.legio.runtime.shm.OutputMark;

/**
 * Holds back what processes print until other hosts know the decisions that it may depend on: if
 * this host is lost then, the replicas there print the same.
 */
final class OutputGate {
  private long asked;
  private long passed;
  private boolean isOpen;

  /** Waits until what has been decided before this call is known elsewhere. */
  private synchronized void await() {
    long own = ++asked;
    boolean isInterrupted = false;
    while (passed < own && !isOpen) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true; // the output is passed on all the same
        isOpen = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** How much has been asked for. */
  synchronized long asked() {
    return asked;
  }

  /** Lets through what had been asked for up to a number. */
  synchronized void pass(long upTo) {
    if (upTo > passed) {
      passed = upTo;
      notifyAll();
    }
  }

  /** Lets all through: nobody continues who could print anything else. */
  synchronized void open() {
    isOpen = true;
    notifyAll();
  }

  /** An output behind this gate. */
  Output before(Output to) {
    return new Output() {
      @Override
      public void write(Object writer, byte[] bytes, int length, boolean isQuestion) {
        await();
        to.write(writer, bytes, length, isQuestion);
      }

      @Override
      public void message(Object writer, byte[] line) {
        await();
        to.message(writer, line);
      }

      @Override
      public void mark(Object writer, OutputMark mark) {
        await();
        to.mark(writer, mark);
      }
    };
  }
}
