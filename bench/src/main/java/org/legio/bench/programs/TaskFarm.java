package org.legio.bench.programs;

import java.io.IOException;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * A master and its workers: rank 0 hands out {@value #TASKS} tasks in each round, and each worker
 * gets the next when it has answered, whichever that is. It needs 2 to {@value #TASKS} ranks.
 */
public final class TaskFarm extends Application {
  private static final int TASKS = 100;
  private static final int PAIRS = 1 << 14;
  private static final int TASK = 1;
  private static final int STOP = 2;

  private final int workers = MPI.COMM_WORLD.getSize() - 1;
  private final Pairs pairs = new Pairs();
  private final long[] task = new long[1];
  private final long[] answer = new long[1];

  private TaskFarm() throws MPIException {}

  /** Runs it; WORK is the number of rounds. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new TaskFarm().measure(left);
  }

  @Override
  String name() {
    return "master and workers";
  }

  @Override
  void run(int rounds) throws MPIException {
    if (MPI.COMM_WORLD.getRank() == 0) {
      handOut((long) rounds * TASKS);
    } else {
      answer();
    }
  }

  private void handOut(long tasks) throws MPIException {
    long total = 0;
    for (int worker = 1; worker <= workers; worker++) {
      hand(worker, TASK, worker);
    }
    for (long next = workers + 1L; next <= tasks + workers; next++) {
      int worker =
          MPI.COMM_WORLD.recv(answer, 1, MPI.LONG, MPI.ANY_SOURCE, MPI.ANY_TAG).getSource();
      total += answer[0];
      hand(worker, next <= tasks ? TASK : STOP, next);
    }
    if (total != tasks * PAIRS) {
      throw new IllegalStateException(total + " pairs in the answers, not " + tasks * PAIRS);
    }
  }

  private void hand(int worker, int tag, long number) throws MPIException {
    task[0] = number;
    MPI.COMM_WORLD.send(task, 1, MPI.LONG, worker, tag);
  }

  private void answer() throws MPIException {
    while (MPI.COMM_WORLD.recv(task, 1, MPI.LONG, 0, MPI.ANY_TAG).getTag() == TASK) {
      pairs.draw(new SplittableRandom(task[0]), PAIRS);
      answer[0] = pairs.drawn();
      MPI.COMM_WORLD.send(answer, 1, MPI.LONG, 0, TASK);
    }
  }
}
