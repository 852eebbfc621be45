package org.legio.samples;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.TreeSet;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Status;

/**
 * Factorizes a range of numbers: rank 0 hands out one number at a time, and each free worker gets
 * the next.
 *
 * <p>Usage: {@code MasterWorker [tasks] [first number] [matched]}; with {@code matched}, messages
 * are received by matched probes. A task is one number, sent with the task's number (from 1) as
 * tag. The reply has the same tag and holds the prime factors. An empty reply means that its sender
 * does not answer any more and gets no more work. An empty task ends a worker.
 */
public final class MasterWorker {
  private static final int MAX_FACTORS = 64;
  private static final int STOP = 0;

  private final int tasks;
  private final long firstNumber;
  private final boolean matched;

  private MasterWorker(String[] args) {
    matched = args.length > 2 && args[2].equals("matched");
    tasks = args.length > 0 ? Integer.parseInt(args[0]) : 400;
    firstNumber = args.length > 1 ? Long.parseLong(args[1]) : 1_000_000_000_000L;
  }

  /** Runs the master on rank 0, a worker on every other rank. */
  public static void main(String[] args) throws MPIException {
    MasterWorker program = new MasterWorker(MPI.Init(args));
    if (MPI.COMM_WORLD.getRank() == 0) {
      program.new Master().run();
    } else {
      program.work();
    }
    MPI.Finalize();
  }

  private Status receive(long[] buffer, int source) throws MPIException {
    if (!matched) {
      return MPI.COMM_WORLD.recv(buffer, buffer.length, MPI.LONG, source, MPI.ANY_TAG);
    }
    Message message = new Message();
    Status probed = message.mProbe(source, MPI.ANY_TAG, MPI.COMM_WORLD);
    int count = probed.getCount(MPI.LONG);
    Status received = message.mRecv(buffer, count, MPI.LONG);
    if (!message.isNull() || received.getCount(MPI.LONG) > count) {
      throw new IllegalStateException(count + " numbers probed, not as many received");
    }
    return probed;
  }

  /** Receives one number as {@link #receive} does, but without blocking. */
  private Status poll(long[] number, int source) throws MPIException {
    Message message = new Message();
    Status probed = message.imProbe(source, MPI.ANY_TAG, MPI.COMM_WORLD);
    while (probed == null) {
      probed = message.imProbe(source, MPI.ANY_TAG, MPI.COMM_WORLD);
    }
    LongBuffer buffer = MPI.newLongBuffer(1);
    message.imRecv(buffer, probed.getCount(MPI.LONG), MPI.LONG).waitFor();
    number[0] = buffer.get(0);
    return probed;
  }

  private void work() throws MPIException {
    long[] number = new long[1];
    while (true) {
      Status task = matched ? poll(number, 0) : receive(number, 0);
      if (task.getCount(MPI.LONG) == 0) {
        return;
      }
      long[] factors = factorize(number[0]);
      MPI.COMM_WORLD.send(factors, factors.length, MPI.LONG, 0, task.getTag());
    }
  }

  private static long[] factorize(long number) {
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
        Status reply = receive(factors, MPI.ANY_SOURCE);
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
