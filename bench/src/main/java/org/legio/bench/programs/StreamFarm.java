package org.legio.bench.programs;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * A task farm of {@value #TAGS} tags, for networks that lose packets: rank 0 sends tasks of all
 * tags in turn, rank 1 answers each. Of {@value #LONG_ONE_IN} tasks one is long.
 *
 * <p>Usage: {@code StreamFarm SECONDS PACE WINDOW}. PACE is in megabytes a second; 0 for as fast as
 * WINDOW unanswered tasks of each tag allow. Rank 1 prints a line with tasks, megabytes a second,
 * and the delays of tasks in milliseconds: median, 99 %, longest. It takes the clocks of both ranks
 * for one: they have to run on one machine, for instance in two network namespaces.
 */
public final class StreamFarm {
  private static final int TAGS = 8;
  private static final int SHORT = 1 << 10;
  private static final int LONG = 64 << 10;
  private static final int LONG_ONE_IN = 50;
  private static final int ANSWER = 8;
  private static final int FARMER = 0;
  private static final int WORKER = 1;
  private static final long STOP = -1;
  private static final long WARM_UP_NS = 4_000_000_000L;
  private static final double NS_PER_MS = 1e6;
  private static final double BYTES_PER_MB = 1e6;
  private static final int PERCENT = 100;

  /** A task that is under way. */
  private record Task(Request request, ByteBuffer data) {}

  private final long beginNs = System.nanoTime() + WARM_UP_NS;
  private final long endNs;
  private final double bytesPerNs;
  private final int window;
  private final Request[] receives = new Request[TAGS];
  private final ByteBuffer[] received = new ByteBuffer[TAGS];
  private final Deque<Task> underWay = new ArrayDeque<>();
  private final Deque<ByteBuffer> spare = new ArrayDeque<>();
  private final int[] unanswered = new int[TAGS];
  private long[] delaysNs = new long[1 << 16];
  private int delays;
  private long bytes;

  private StreamFarm(String[] words) throws MPIException {
    endNs = beginNs + Long.parseLong(words[0]) * 1_000_000_000L;
    bytesPerNs = Double.parseDouble(words[1]) * BYTES_PER_MB / 1e9;
    window = Integer.parseInt(words[2]);
    int me = MPI.COMM_WORLD.getRank();
    for (int tag = 0; tag < TAGS; tag++) {
      received[tag] = MPI.newByteBuffer(me == FARMER ? ANSWER : LONG);
      receives[tag] = receive(tag);
    }
  }

  /** Measures, with the arguments of the class comment. */
  public static void main(String[] args) throws MPIException {
    StreamFarm farm = new StreamFarm(MPI.Init(args));
    if (MPI.COMM_WORLD.getRank() == FARMER) {
      farm.handOut();
    } else {
      farm.work();
    }
    MPI.Finalize();
  }

  private Request receive(int tag) throws MPIException {
    int other = MPI.COMM_WORLD.getRank() == FARMER ? WORKER : FARMER;
    return MPI.COMM_WORLD.iRecv(received[tag], received[tag].capacity(), MPI.BYTE, other, tag);
  }

  // ------------------------------------------------------------------ the farmer

  private void handOut() throws MPIException {
    long beganNs = System.nanoTime();
    double sentBytes = 0;
    int number = 0;
    for (long now = beganNs; now < endNs; now = System.nanoTime()) {
      int tag = number % TAGS;
      boolean isDue =
          bytesPerNs > 0 ? sentBytes <= (now - beganNs) * bytesPerNs : unanswered[tag] < window;
      if (isDue) {
        int size = number % LONG_ONE_IN == 0 ? LONG : SHORT;
        send(tag, size, now);
        sentBytes += size;
        number++;
      } else if (bytesPerNs == 0) {
        number++; // another tag may have room
      }
      takeAnswers();
    }
    while (Arrays.stream(unanswered).anyMatch(left -> left > 0)) {
      takeAnswers();
    }
    for (int tag = 0; tag < TAGS; tag++) {
      send(tag, SHORT, STOP);
    }
    while (!underWay.isEmpty()) {
      underWay.remove().request.waitFor();
    }
    Request.waitAll(receives);
  }

  private void send(int tag, int size, long stamp) throws MPIException {
    ByteBuffer data = spare.isEmpty() ? MPI.newByteBuffer(LONG) : spare.remove();
    data.putLong(0, stamp);
    underWay.add(new Task(MPI.COMM_WORLD.iSend(data, size, MPI.BYTE, WORKER, tag), data));
    unanswered[tag]++;
    for (int left = underWay.size(); left > 0; left--) {
      Task task = underWay.remove();
      if (task.request.test()) {
        spare.add(task.data);
      } else {
        underWay.add(task);
      }
    }
  }

  private void takeAnswers() throws MPIException {
    Status answer = Request.testAnyStatus(receives);
    if (answer != null && answer.getIndex() >= 0) {
      int tag = answer.getIndex();
      unanswered[tag]--;
      receives[tag] = receive(tag);
    }
  }

  // ------------------------------------------------------------------ the worker

  private void work() throws MPIException {
    ByteBuffer answer = MPI.newByteBuffer(ANSWER);
    int stopped = 0;
    while (stopped < TAGS) {
      Status task = Request.waitAnyStatus(receives);
      int tag = task.getIndex();
      long stamp = received[tag].getLong(0);
      if (stamp == STOP) {
        stopped++;
      } else {
        note(stamp, task.getCount(MPI.BYTE));
        receives[tag] = receive(tag);
      }
      MPI.COMM_WORLD.send(answer, ANSWER, MPI.BYTE, FARMER, tag);
    }
    report();
  }

  private void note(long stamp, int size) {
    if (stamp > beginNs && stamp < endNs) {
      if (delays == delaysNs.length) {
        delaysNs = Arrays.copyOf(delaysNs, 2 * delays);
      }
      delaysNs[delays++] = System.nanoTime() - stamp;
      bytes += size;
    }
  }

  private void report() {
    long[] sorted = Arrays.copyOf(delaysNs, delays);
    Arrays.sort(sorted);
    double seconds = (endNs - beginNs) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%d,%.1f,%.3f,%.3f,%.3f%n",
        delays,
        bytes / BYTES_PER_MB / seconds,
        sorted[delays / 2] / NS_PER_MS,
        sorted[(int) ((long) delays * (PERCENT - 1) / PERCENT)] / NS_PER_MS,
        sorted[delays - 1] / NS_PER_MS);
  }
}
