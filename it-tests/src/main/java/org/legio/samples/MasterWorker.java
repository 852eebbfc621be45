package org.legio.samples;

import java.util.Arrays;
import java.util.TreeSet;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Factorises a range of numbers: rank 0 hands out one number at a time, whoever is free takes the
 * next.
 *
 * <p>Usage: {@code MasterWorker [tasks] [first number]}. A task is one number, sent with the task's
 * number (from 1) as tag; the reply bears the same tag and holds the prime factors, as many as
 * there are. An empty reply is no answer: its sender gets no more work. An empty task ends a
 * worker.
 */
public final class MasterWorker {
  private static final int MAX_FACTORS = 64;
  private static final int STOP = 0;

  private final int tasks;
  private final long firstNumber;

  private MasterWorker(String[] args) {
    tasks = args.length > 0 ? Integer.parseInt(args[0]) : 400;
    firstNumber = args.length > 1 ? Long.parseLong(args[1]) : 1_000_000_000_000L;
  }

  /** Runs the master on rank 0, a worker on every other rank. */
  public static void main(String[] args) throws MPIException {
    MasterWorker program = new MasterWorker(MPI.Init(args));
    if (MPI.COMM_WORLD.getRank() == 0) {
      program.new Master().run();
    } else {
      work();
    }
    MPI.Finalize();
  }

  private static void work() throws MPIException {
    long[] number = new long[1];
    while (true) {
      Status task = MPI.COMM_WORLD.recv(number, 1, MPI.LONG, 0, MPI.ANY_TAG);
      if (task.getCount(MPI.LONG) == 0) {
        return;
      }
      long[] factors = factorise(number[0]);
      MPI.COMM_WORLD.send(factors, factors.length, MPI.LONG, 0, task.getTag());
    }
  }

  private static long[] factorise(long number) {
    long[] factors = new long[MAX_FACTORS];
    int count = 0;
    long rest = number;
    for (long divisor = 2; divisor * divisor <= rest; divisor++) {
      for (; rest % divisor == 0; rest /= divisor) {
        factors[count++] = divisor;
      }
    }
    if (rest > 1) {
      factors[count++] = rest;
    }
    return Arrays.copyOf(factors, count);
  }

  /** Hands out the tasks and adds up the answers. */
  private final class Master {
    private final int size = MPI.COMM_WORLD.getSize();
    private final int[] taskOf = new int[size]; // 0: none
    private final boolean[] resigned = new boolean[size];
    private final TreeSet<Integer> unanswered = new TreeSet<>();
    private int handedOut;
    private int waitingFor;
    private long sumOfFactors;

    Master() throws MPIException {
      for (int task = 1; task <= tasks; task++) {
        unanswered.add(task);
      }
    }

    void run() throws MPIException {
      for (int worker = 1; worker < size; worker++) {
        handOutTo(worker);
      }
      long[] factors = new long[MAX_FACTORS];
      while (waitingFor > 0) {
        Status reply =
            MPI.COMM_WORLD.recv(factors, MAX_FACTORS, MPI.LONG, MPI.ANY_SOURCE, MPI.ANY_TAG);
        int worker = reply.getSource();
        waitingFor -= taskOf[worker] == 0 ? 0 : 1;
        taskOf[worker] = 0;
        int count = reply.getCount(MPI.LONG);
        if (count > 0) {
          take(reply.getTag(), Arrays.copyOf(factors, count));
        } else {
          resigned[worker] = true;
        }
        handOutTo(worker);
      }
      for (int worker = 1; worker < size; worker++) {
        MPI.COMM_WORLD.send(new long[0], 0, MPI.LONG, worker, STOP);
      }
      System.out.println(
          "answered "
              + (tasks - unanswered.size())
              + " of "
              + tasks
              + " tasks, sum of prime factors "
              + sumOfFactors);
      System.out.println("unanswered " + unanswered);
    }

    private void handOutTo(int worker) throws MPIException {
      if (handedOut == tasks || resigned[worker]) {
        return;
      }
      taskOf[worker] = ++handedOut;
      waitingFor++;
      long[] number = {firstNumber + handedOut};
      MPI.COMM_WORLD.send(number, 1, MPI.LONG, worker, handedOut);
    }

    private void take(int task, long[] factors) {
      if (unanswered.remove(task)) {
        sumOfFactors += Arrays.stream(factors).sum();
      }
    }
  }
}
