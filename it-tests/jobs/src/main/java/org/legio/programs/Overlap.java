package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Starts all non-blocking collective operations at once, round after round, and completes them in a
 * given way.
 *
 * <p>Usage: {@code Overlap ROUNDS FORM}, where {@code FORM} is {@code wait}, {@code waitStatus},
 * {@code test}, {@code testStatus}, {@code getStatus}, {@code waitAll}, {@code waitAllStatus},
 * {@code waitAny}, {@code waitAnyStatus}, {@code waitSome}, {@code waitSomeStatus}, {@code
 * testAll}, {@code testAllStatus}, {@code testAny}, {@code testAnyStatus}, {@code testSome} or
 * {@code testSomeStatus}. A message to the right and one from the left are among them. Each rank
 * contributes {@code 100 * round + 10 * rank + i} as its item i and prints each result; an item
 * that no rank has given is -1.
 */
public final class Overlap {
  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final int size = world.getSize();
  private final Map<String, IntBuffer> results = new LinkedHashMap<>();
  private final String form;
  private Request[] requests = {};

  private Overlap(String form) throws MPIException {
    this.form = form;
  }

  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    Overlap overlap = new Overlap(own[1]);
    for (int round = 1; round <= Integer.parseInt(own[0]); round++) {
      overlap.start(round);
      overlap.complete();
      overlap.print(round);
    }
    MPI.Finalize();
  }

  private void start(int round) throws MPIException {
    results.clear();
    int[] ones = filled(1);
    int[] steps = new int[size];
    int[] bytes = new int[size];
    Datatype[] ints = new Datatype[size];
    Arrays.setAll(steps, i -> 2 * i);
    Arrays.setAll(bytes, i -> 8 * i);
    Arrays.fill(ints, MPI.INT);
    IntBuffer mine = own(round, 2 * size);
    IntBuffer inPlace = own(round, 2);
    IntBuffer bcast = rank == 0 ? own(round, 2) : result("", 2);
    IntBuffer right = own(round, 1);
    results.put("iBcast", bcast);
    results.put("iAllReduce-in-place", inPlace);
    requests =
        new Request[] {
          world.iBarrier(),
          world.iBcast(bcast, 2, MPI.INT, 0),
          world.iReduce(mine, result("iReduce", 2), 2, MPI.INT, MPI.SUM, 0),
          world.iAllReduce(mine, result("iAllReduce", 2), 2, MPI.INT, MPI.SUM),
          world.iAllReduce(inPlace, 2, MPI.INT, MPI.SUM),
          world.iScan(mine, result("iScan", 1), 1, MPI.INT, MPI.SUM),
          world.iExScan(mine, result("iExScan", 1), 1, MPI.INT, MPI.SUM),
          world.iReduceScatterBlock(mine, result("iReduceScatterBlock", 1), 1, MPI.INT, MPI.SUM),
          world.iReduceScatter(mine, result("iReduceScatter", 2), filled(2), MPI.INT, MPI.SUM),
          world.iRecv(result("iRecv", 1), 1, MPI.INT, (rank + size - 1) % size, round),
          world.iSend(right, 1, MPI.INT, (rank + 1) % size, round),
          world.iGather(mine, 1, MPI.INT, result("iGather", size), 1, MPI.INT, 0),
          world.iGatherv(mine, 1, MPI.INT, result("iGatherv", 2 * size), ones, steps, MPI.INT, 0),
          world.iScatter(mine, 1, MPI.INT, result("iScatter", 1), 1, MPI.INT, 0),
          world.iScatterv(mine, ones, steps, MPI.INT, result("iScatterv", 1), 1, MPI.INT, 0),
          world.iAllGather(mine, 1, MPI.INT, result("iAllGather", size), 1, MPI.INT),
          world.iAllGatherv(
              mine, 1, MPI.INT, result("iAllGatherv", 2 * size), ones, steps, MPI.INT),
          world.iAllToAll(mine, 1, MPI.INT, result("iAllToAll", size), 1, MPI.INT),
          world.iAllToAllv(
              mine, ones, steps, MPI.INT, result("iAllToAllv", 2 * size), ones, steps, MPI.INT),
          world.iAllToAllw(
              mine, ones, bytes, ints, result("iAllToAllw", 2 * size), ones, bytes, ints),
        };
    results.remove("");
  }

  private int[] filled(int value) {
    int[] filled = new int[size];
    Arrays.fill(filled, value);
    return filled;
  }

  private IntBuffer own(int round, int items) {
    IntBuffer own = MPI.newIntBuffer(items);
    for (int i = 0; i < items; i++) {
      own.put(i, 100 * round + 10 * rank + i);
    }
    return own;
  }

  private IntBuffer result(String operation, int items) {
    IntBuffer result = MPI.newIntBuffer(items);
    for (int i = 0; i < items; i++) {
      result.put(i, -1);
    }
    results.put(operation, result);
    return result;
  }

  private void complete() throws MPIException {
    switch (form) {
      case "waitAll" -> Request.waitAll(requests);
      case "waitAllStatus" -> check(Request.waitAllStatus(requests).length == requests.length);
      case "testAll" -> repeat(() -> Request.testAll(requests));
      case "testAllStatus" -> repeat(() -> Request.testAllStatus(requests) != null);
      case "wait", "waitStatus", "test", "testStatus", "getStatus" -> completeEach();
      default -> completeSome();
    }
    for (Request request : requests) {
      check(request.isNull());
    }
  }

  /** Completes one request after the other; odd ranks begin with the last. */
  private void completeEach() throws MPIException {
    for (int i = 0; i < requests.length; i++) {
      Request request = requests[rank % 2 == 0 ? i : requests.length - 1 - i];
      switch (form) {
        case "wait" -> request.waitFor();
        case "waitStatus" -> request.waitStatus();
        case "test" -> repeat(request::test);
        case "testStatus" -> repeat(() -> request.testStatus() != null);
        default -> {
          repeat(() -> request.getStatus() != null);
          request.waitFor();
        }
      }
    }
  }

  private void completeSome() throws MPIException {
    for (int left = requests.length; left > 0; ) {
      left -=
          switch (form) {
            case "waitAny" -> one(Request.waitAny(requests));
            case "waitAnyStatus" -> one(Request.waitAnyStatus(requests).getIndex());
            case "testAny" -> one(Request.testAny(requests));
            case "testAnyStatus" -> one(Request.testAnyStatus(requests));
            case "waitSome" -> Request.waitSome(requests).length;
            case "waitSomeStatus" -> Request.waitSomeStatus(requests).length;
            case "testSome" -> Request.testSome(requests).length;
            case "testSomeStatus" -> Request.testSomeStatus(requests).length;
            default -> throw new IllegalArgumentException("no way to complete requests: " + form);
          };
    }
  }

  private static int one(int index) {
    return index == MPI.UNDEFINED ? 0 : 1;
  }

  private static int one(Status status) {
    return status == null ? 0 : 1;
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("a request is not complete");
    }
  }

  private static void repeat(Question question) throws MPIException {
    while (!question.isAnswered()) {
      Thread.onSpinWait();
    }
  }

  private void print(int round) {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, IntBuffer> result : results.entrySet()) {
      int[] items = new int[result.getValue().capacity()];
      result.getValue().get(0, items);
      lines.append(
          String.format(
              "%d %s rank %d: %s%n", round, result.getKey(), rank, Arrays.toString(items)));
    }
    System.out.print(lines);
  }

  /** A test that is repeated until it is true. */
  private interface Question {
    boolean isAnswered() throws MPIException;
  }
}
