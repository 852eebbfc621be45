package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.TreeSet;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Every form of waiting, for one request and for many. */
final class WaitForms implements Program {
  private static final int COUNT = 4;

  @Override
  public void run(Report report) throws MPIException {
    show(report, "waitFor", this::waitOneByOne);
    show(report, "waitStatus", this::waitOneByOneForStatus);
    show(report, "waitAny", this::waitForAny);
    show(report, "waitAnyStatus", this::waitForAnyStatus);
    show(report, "waitAll", (requests, r) -> Request.waitAll(requests));
    show(report, "waitAllStatus", this::waitForAllStatus);
    show(report, "waitSome", this::waitForSome);
    show(report, "waitSomeStatus", this::waitForSomeStatus);
  }

  private static void show(Report report, String form, Form wait) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    IntBuffer out = Values.direct(world.getRank(), COUNT);
    IntBuffer[] in = new IntBuffer[COUNT];
    Request[] requests = new Request[2 * COUNT];
    for (int i = 0; i < COUNT; i++) {
      in[i] = Values.directBlank(COUNT);
      requests[i] = world.iRecv(in[i], COUNT, MPI.INT, left, i);
      requests[COUNT + i] = world.iSend(out, i + 1, MPI.INT, right, i);
    }
    wait.complete(requests, report);
    report.say(form, new Object[] {in[0].get(0), in[1].get(1), in[2].get(2), in[3].get(3)});
    report.say("all null", Arrays.stream(requests).allMatch(Request::isNull));
  }

  private void waitOneByOne(Request[] requests, Report report) throws MPIException {
    for (Request request : requests) {
      request.waitFor();
    }
  }

  private void waitOneByOneForStatus(Request[] requests, Report report) throws MPIException {
    for (int i = 0; i < requests.length; i++) {
      Status status = requests[i].waitStatus();
      if (i < COUNT) {
        report.say("status " + i, Statuses.of(status, MPI.INT));
      }
    }
  }

  private void waitForAny(Request[] requests, Report report) throws MPIException {
    TreeSet<Integer> done = new TreeSet<>();
    for (int next = Request.waitAny(requests);
        next != MPI.UNDEFINED;
        next = Request.waitAny(requests)) {
      done.add(next);
    }
    report.say("done", done);
  }

  private void waitForAnyStatus(Request[] requests, Report report) throws MPIException {
    TreeMap<Integer, String> done = new TreeMap<>();
    for (int i = 0; i < requests.length; i++) {
      Status status = Request.waitAnyStatus(requests);
      done.put(status.getIndex(), text(status));
    }
    report.say("done", done);
  }

  private void waitForAllStatus(Request[] requests, Report report) throws MPIException {
    Status[] statuses = Request.waitAllStatus(requests);
    for (int i = 0; i < COUNT; i++) {
      report.say("error " + statuses[i].getError(), text(statuses[i]));
    }
  }

  private void waitForSome(Request[] requests, Report report) throws MPIException {
    TreeSet<Integer> done = new TreeSet<>();
    for (int[] some = Request.waitSome(requests);
        some != null && some.length > 0;
        some = Request.waitSome(requests)) {
      Arrays.stream(some).forEach(done::add);
    }
    report.say("done", done);
  }

  private void waitForSomeStatus(Request[] requests, Report report) throws MPIException {
    TreeMap<Integer, String> done = new TreeMap<>();
    while (done.size() < requests.length) {
      for (Status status : Request.waitSomeStatus(requests)) {
        done.put(status.getIndex(), text(status));
      }
    }
    report.say("done", done);
  }

  /** Describes a status; that of a send has no defined content. */
  private static String text(Status status) throws MPIException {
    return status.getIndex() < COUNT ? Statuses.of(status, MPI.INT) : "sent";
  }

  private interface Form {
    void complete(Request[] requests, Report report) throws MPIException;
  }
}
