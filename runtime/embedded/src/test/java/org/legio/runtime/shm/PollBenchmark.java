package org.legio.runtime.shm;

import java.util.Arrays;

/**
 * Measures what a poll that finds nothing costs in jobs of 2 to 512 processes: {@code java -cp ...
 * org.legio.runtime.shm.PollBenchmark} prints the median of 15 loops, in nanoseconds.
 */
final class PollBenchmark {
  private static final int LOOPS = 15;
  private static final int POLLS = 200_000;

  private PollBenchmark() {}

  public static void main(String[] args) {
    for (int processes : new int[] {2, 8, 64, 512, 2, 8, 64, 512}) {
      JobMemory job = BellsTest.jobOf(processes);
      PipeEngine engine = new PipeEngine(job, 0, new BellsTest.Counting(processes, 0));
      double[] ns = new double[LOOPS];
      for (int loop = 0; loop < LOOPS; loop++) {
        long begin = System.nanoTime();
        for (int poll = 0; poll < POLLS; poll++) {
          if (engine.poll()) {
            throw new IllegalStateException("something has come, where nothing was sent");
          }
        }
        ns[loop] = (System.nanoTime() - begin) / (double) POLLS;
      }
      Arrays.sort(ns);
      System.out.printf("%d processes: %.1f ns%n", processes, ns[LOOPS / 2]);
    }
  }
}
