package org.legio.simulator;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A core of this machine, on which a simulated job's threads stay.
 *
 * <p>Only one of a job's threads runs at a time. When it hands the baton to a thread of another
 * core, the kernel has to wake that core, and the job's memory is in the other cache: fault tests
 * then take a quarter more processor time. So a job takes the core that the fewest other jobs have.
 */
public final class Core implements AutoCloseable {
  private static final int STACK_BYTES = 512 * 1024;
  private static final long KEEP_ALIVE_S = 5;

  /** For as many cores as a kernel can be built for. */
  private static final int MASK_BYTES = 8192 / Byte.SIZE;

  /** Functions of the C library. For them, thread 0 is the one that calls. */
  private interface Scheduling extends Library {
    int sched_getaffinity(int thread, long maskBytes, byte[] mask);

    int sched_setaffinity(int thread, long maskBytes, byte[] mask);

    int sched_getcpu();
  }

  private static final Scheduling SCHEDULING = Native.load("c", Scheduling.class);
  private static final byte[] EVERY_CORE = allowed();
  private static final List<Core> CORES =
      BitSet.valueOf(EVERY_CORE).stream().mapToObj(Core::new).toList();

  private final int number;
  private final ExecutorService threads;
  private int jobs;

  private Core(int number) {
    this.number = number;
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            KEEP_ALIVE_S,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            this::newThread);
  }

  private static byte[] allowed() {
    byte[] mask = new byte[MASK_BYTES];
    if (SCHEDULING.sched_getaffinity(0, mask.length, mask) < 0) {
      throw new IllegalStateException("the kernel does not say on which cores this JVM may run");
    }
    return mask;
  }

  /** Takes a core for a job. The calling thread, which runs the job, stays on it, too. */
  public static Core take() {
    Core core = choose(SCHEDULING.sched_getcpu());
    core.keepThread();
    return core;
  }

  private static synchronized Core choose(int current) {
    Core best =
        CORES.stream()
            .min(
                Comparator.<Core>comparingInt(core -> core.jobs)
                    .thenComparing(core -> core.number != current))
            .orElseThrow();
    best.jobs++;
    return best;
  }

  /** Runs a task on a thread of its own on this core. */
  public void execute(Runnable task) {
    threads.execute(task);
  }

  /** Ends the job; the calling thread may run anywhere again. */
  @Override
  public void close() {
    synchronized (Core.class) {
      jobs--;
    }
    SCHEDULING.sched_setaffinity(0, EVERY_CORE.length, EVERY_CORE);
  }

  private Thread newThread(Runnable work) {
    Runnable kept =
        () -> {
          keepThread();
          work.run();
        };
    Thread thread = new Thread(null, kept, "simulated rank", STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /** If the kernel refuses, the thread goes where it likes, which only costs time. */
  private void keepThread() {
    byte[] mask = new byte[MASK_BYTES];
    mask[number / Byte.SIZE] = (byte) (1 << number % Byte.SIZE);
    SCHEDULING.sched_setaffinity(0, mask.length, mask);
  }
}
