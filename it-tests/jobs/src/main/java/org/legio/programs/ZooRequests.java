package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Sends non-blocking messages between neighbors on a ring, and waits and tests for them in every
 * way.
 */
final class ZooRequests {
  private static final int COUNT = 2;
  private static final int TAG = 21;

  private final Intracomm comm;
  private final Plaque plaque;
  private final int rank;
  private final int left;
  private final int right;

  ZooRequests(Intracomm comm, Plaque plaque) throws MPIException {
    this.comm = comm;
    this.plaque = plaque;
    rank = comm.getRank();
    int size = comm.getSize();
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
  }

  void show() throws MPIException {
    showModes();
    showSingle("waitFor", Request::waitFor);
    showSingle("waitStatus", Request::waitStatus);
    showSingle("test", ZooRequests::untilTest);
    showSingle("testStatus", ZooRequests::untilTestStatus);
    showSingle("getStatus", ZooRequests::untilGetStatus);
    showAll("waitAll", Request::waitAll);
    showAll("waitAllStatus", Request::waitAllStatus);
    showAll("testAll", ZooRequests::untilTestAll);
    showAll("testAllStatus", ZooRequests::untilTestAllStatus);
    showAll("waitAny", ZooRequests::waitAnyEach);
    showAll("waitAnyStatus", ZooRequests::waitAnyStatusEach);
    showAll("testAny", ZooRequests::untilTestAny);
    showAll("testAnyStatus", ZooRequests::untilTestAnyStatus);
    showAll("waitSome", ZooRequests::waitSomeOfAll);
    showAll("waitSomeStatus", ZooRequests::waitSomeStatusOfAll);
    showAll("testSome", ZooRequests::untilTestSome);
    showAll("testSomeStatus", ZooRequests::untilTestSomeStatus);
    showAnySource();
    plaque.show("wait for a null request", () -> MPI.REQUEST_NULL.isNull());
  }

  private IntBuffer values() {
    return (IntBuffer) Storage.DIRECT.of(rank, rank + 100);
  }

  private IntBuffer blank() {
    return (IntBuffer) Storage.DIRECT.blank(COUNT);
  }

  private void showModes() throws MPIException {
    showMode("iSend", out -> comm.iSend(out, COUNT, MPI.INT, right, TAG));
    showMode("ibSend", out -> comm.ibSend(out, COUNT, MPI.INT, right, TAG));
    showMode("isSend", out -> comm.isSend(out, COUNT, MPI.INT, right, TAG));
    showMode("irSend", out -> comm.irSend(out, COUNT, MPI.INT, right, TAG));
  }

  private void showMode(String call, Start start) throws MPIException {
    IntBuffer in = blank();
    Request incoming = comm.iRecv(in, COUNT, MPI.INT, left, TAG);
    comm.barrier();
    plaque.show(
        call,
        () -> {
          Request outgoing = start.send(values());
          incoming.waitFor();
          outgoing.waitFor();
          return Storage.read(in);
        });
  }

  private void showSingle(String call, One completion) throws MPIException {
    IntBuffer in = blank();
    Request incoming = comm.iRecv(in, COUNT, MPI.INT, left, TAG);
    Request outgoing = comm.iSend(values(), COUNT, MPI.INT, right, TAG);
    plaque.show(
        call,
        () -> {
          completion.complete(incoming);
          completion.complete(outgoing);
          return Storage.read(in);
        });
  }

  private void showAll(String call, Many completion) throws MPIException {
    IntBuffer first = blank();
    IntBuffer second = blank();
    Request[] requests = {
      comm.iRecv(first, COUNT, MPI.INT, left, TAG),
      comm.iRecv(second, COUNT, MPI.INT, right, TAG + 1),
      comm.iSend(values(), COUNT, MPI.INT, right, TAG),
      comm.iSend(values(), COUNT, MPI.INT, left, TAG + 1)
    };
    plaque.show(
        call,
        () -> {
          completion.complete(requests);
          return Arrays.toString(Storage.read(first))
              + Arrays.toString(Storage.read(second))
              + Arrays.stream(requests).allMatch(Request::isNull);
        });
  }

  private static void untilTest(Request request) throws MPIException {
    while (!request.test()) {
      Thread.onSpinWait();
    }
  }

  private static void untilTestStatus(Request request) throws MPIException {
    while (request.testStatus() == null) {
      Thread.onSpinWait();
    }
  }

  private static void untilGetStatus(Request request) throws MPIException {
    while (request.getStatus() == null) {
      Thread.onSpinWait();
    }
    request.waitFor();
  }

  private static void untilTestAll(Request[] requests) throws MPIException {
    while (!Request.testAll(requests)) {
      Thread.onSpinWait();
    }
  }

  private static void untilTestAllStatus(Request[] requests) throws MPIException {
    while (Request.testAllStatus(requests) == null) {
      Thread.onSpinWait();
    }
  }

  private static void waitAnyEach(Request[] requests) throws MPIException {
    while (Request.waitAny(requests) != MPI.UNDEFINED) {
      Thread.onSpinWait();
    }
  }

  private static void waitAnyStatusEach(Request[] requests) throws MPIException {
    for (int i = 0; i < requests.length; i++) {
      Request.waitAnyStatus(requests);
    }
  }

  private static void untilTestAny(Request[] requests) throws MPIException {
    for (int done = 0; done < requests.length; ) {
      done += Request.testAny(requests) == MPI.UNDEFINED ? 0 : 1;
    }
  }

  private static void untilTestAnyStatus(Request[] requests) throws MPIException {
    for (int done = 0; done < requests.length; ) {
      done += Request.testAnyStatus(requests) == null ? 0 : 1;
    }
  }

  private static void waitSomeOfAll(Request[] requests) throws MPIException {
    for (int done = 0; done < requests.length; ) {
      done += Request.waitSome(requests).length;
    }
  }

  private static void waitSomeStatusOfAll(Request[] requests) throws MPIException {
    for (int done = 0; done < requests.length; ) {
      done += Request.waitSomeStatus(requests).length;
    }
  }

  private static void untilTestSome(Request[] requests) throws MPIException {
    for (int done = 0; done < requests.length; ) {
      done += Request.testSome(requests).length;
    }
  }

  private static void untilTestSomeStatus(Request[] requests) throws MPIException {
    for (int done = 0; done < requests.length; ) {
      done += Request.testSomeStatus(requests).length;
    }
  }

  /**
   * Sends a message to itself and receives it from any source; skips empty messages, which stand
   * for dead ranks.
   */
  private void showAnySource() throws MPIException {
    int tag = TAG + 2;
    Request outgoing = comm.iSend(values(), COUNT, MPI.INT, rank, tag);
    IntBuffer in = blank();
    plaque.show(
        "iRecv any source",
        () -> {
          Status status = receiveFromAnyone(in, tag);
          while (status.getCount(MPI.INT) == 0) {
            status = receiveFromAnyone(in, tag);
          }
          return status.getSource() + Arrays.toString(Storage.read(in));
        });
    outgoing.waitFor();
  }

  private Status receiveFromAnyone(IntBuffer in, int tag) throws MPIException {
    return comm.iRecv(in, COUNT, MPI.INT, MPI.ANY_SOURCE, tag).waitStatus();
  }

  /** A way to start sending to the right. */
  private interface Start {
    Request send(IntBuffer out) throws MPIException;
  }

  /** A way to complete one request. */
  private interface One {
    void complete(Request request) throws MPIException;
  }

  /** A way to complete several requests. */
  private interface Many {
    void complete(Request[] requests) throws MPIException;
  }
}
