package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Every form of testing, for one request and for many, until all are complete. */
final class TestForms implements Program {
  private static final int COUNT = 3;

  @Override
  public void run(Report report) throws MPIException {
    show(report, "test", TestForms::testEach);
    show(report, "testStatus", TestForms::testEachForStatus);
    show(report, "getStatus", TestForms::lookThenWait);
    show(report, "testAny", requests -> count(requests, () -> Request.testAny(requests) >= 0));
    show(report, "testAnyStatus", TestForms::testAnyForStatus);
    show(report, "testAll", TestForms::testAllTogether);
    show(report, "testAllStatus", TestForms::testAllForStatus);
    show(report, "testSome", TestForms::testSomeAtATime);
    show(report, "testSomeStatus", TestForms::testSomeForStatus);
  }

  private static void show(Report report, String form, Form test) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    IntBuffer in = Values.directBlank(COUNT);
    IntBuffer out = Values.direct(world.getRank(), COUNT);
    Request[] requests = new Request[COUNT];
    for (int i = 0; i < COUNT; i++) {
      requests[i] = world.iRecv(MPI.slice(in, i), 1, MPI.INT, left, 20 + i);
    }
    world.barrier();
    for (int i = COUNT - 1; i >= 0; i--) {
      world.send(MPI.slice(out, i), 1, MPI.INT, right, 20 + i);
    }
    report.say(form + " " + test.complete(requests), in);
    report.say("all null", Arrays.stream(requests).allMatch(Request::isNull));
  }

  private static Object testEach(Request[] requests) throws MPIException {
    for (Request request : requests) {
      while (!request.test()) {
        Thread.onSpinWait();
      }
    }
    return requests[0].test();
  }

  private static Object testEachForStatus(Request[] requests) throws MPIException {
    List<String> all = new ArrayList<>();
    for (Request request : requests) {
      Status status = request.testStatus();
      while (status == null) {
        Thread.onSpinWait();
        status = request.testStatus();
      }
      all.add(Statuses.of(status, MPI.INT));
    }
    return all;
  }

  private static Object lookThenWait(Request[] requests) throws MPIException {
    List<String> all = new ArrayList<>();
    for (Request request : requests) {
      Status status = request.getStatus();
      while (status == null) {
        Thread.onSpinWait();
        status = request.getStatus();
      }
      all.add(Statuses.of(status, MPI.INT) + (request.isNull() ? " gone" : " there"));
      request.waitFor();
    }
    return all;
  }

  private static Object count(Request[] requests, Step step) throws MPIException {
    int done = 0;
    while (done < requests.length) {
      done += step.isDone() ? 1 : 0;
    }
    return done;
  }

  private static Object testAnyForStatus(Request[] requests) throws MPIException {
    TreeMap<Integer, String> done = new TreeMap<>();
    while (done.size() < requests.length) {
      Status status = Request.testAnyStatus(requests);
      if (status != null) {
        done.put(status.getIndex(), Statuses.of(status, MPI.INT));
      }
    }
    return done;
  }

  private static Object testAllTogether(Request[] requests) throws MPIException {
    while (!Request.testAll(requests)) {
      Thread.onSpinWait();
    }
    return Request.testAll(requests);
  }

  private static Object testAllForStatus(Request[] requests) throws MPIException {
    Status[] statuses = Request.testAllStatus(requests);
    while (statuses == null) {
      Thread.onSpinWait();
      statuses = Request.testAllStatus(requests);
    }
    List<String> all = new ArrayList<>();
    for (Status status : statuses) {
      all.add(status.getIndex() + " " + Statuses.of(status, MPI.INT));
    }
    return all;
  }

  private static Object testSomeAtATime(Request[] requests) throws MPIException {
    TreeSet<Integer> done = new TreeSet<>();
    while (done.size() < requests.length) {
      Arrays.stream(Request.testSome(requests)).forEach(done::add);
    }
    return done;
  }

  private static Object testSomeForStatus(Request[] requests) throws MPIException {
    TreeMap<Integer, String> done = new TreeMap<>();
    while (done.size() < requests.length) {
      for (Status status : Request.testSomeStatus(requests)) {
        done.put(status.getIndex(), Statuses.of(status, MPI.INT));
      }
    }
    return done;
  }

  private interface Form {
    Object complete(Request[] requests) throws MPIException;
  }

  private interface Step {
    boolean isDone() throws MPIException;
  }
}
