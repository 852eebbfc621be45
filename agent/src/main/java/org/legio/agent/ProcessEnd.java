package org.legio.agent;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.function.IntConsumer;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Stages;

/**
 * Makes every end of a JVM that has not finalized MPI look like a crash, which the other ranks
 * notice at once: exit, halt, SIGTERM, return from main, an uncaught exception on the main thread
 * (out of memory included, and also while other threads would keep the JVM alive).
 *
 * <p>ULFM as launched by Open MPI 5 notices a process killed by a signal, not one that exits with a
 * status. So the last steps of the JVM's own shutdown, which come after the program's shutdown
 * hooks, are woven to end the process by SIGKILL instead; see {@code docs/design/end-of-a-jvm.md}.
 */
final class ProcessEnd {
  private final Job job;
  private final Stages stages;
  private final Thread main = Thread.currentThread();
  private volatile boolean watching;
  private volatile Runnable atQuietEnd = () -> {};

  ProcessEnd(Job job, Stages stages) {
    this.job = job;
    this.stages = stages;
  }

  /** Notes that the other ranks wait for this process in {@code MPI_Init} from now on. */
  void initializing() {
    stages.initializing();
  }

  /** Whether an end of the process is to look like a crash from now on. */
  void watch(boolean on) {
    watching = on;
    if (on) {
      stages.initialized();
    } else {
      stages.finalized();
    }
  }

  /** Sets the action that runs right before this process ends with status 0. */
  void atQuietEnd(Runnable last) {
    atQuietEnd = last;
  }

  /**
   * Weaves the JVM's shutdown, again whenever another agent has these classes transformed again.
   *
   * @throws ReflectiveOperationException if this JDK's is not as expected
   */
  void install(Instrumentation instrumentation)
      throws ReflectiveOperationException, UnmodifiableClassException {
    IntConsumer atHalt = this::ending;
    Runnable afterShutdown = () -> ending(0);
    Runnable afterUncaughtException = this::threadEnding;
    ShutdownWeaver weaver =
        new ShutdownWeaver(instrumentation, atHalt, afterShutdown, afterUncaughtException);
    instrumentation.addTransformer(weaver, true);
    instrumentation.retransformClasses(Class.forName("java.lang.Shutdown"), Thread.class);
    weaver.requireComplete();
  }

  private void ending(int status) {
    if (watching) {
      crash(status);
    }
    stages.ending(status);
    if (status == 0) {
      atQuietEnd.run();
    }
  }

  private void crash(int status) {
    try {
      RankFiles.exiting(status);
    } finally { // also where there is no memory left to write with
      job.crash(status);
    }
  }

  private void threadEnding() {
    if (Thread.currentThread() == main) {
      ending(ExitStatus.FAILURE.number());
    }
  }
}
