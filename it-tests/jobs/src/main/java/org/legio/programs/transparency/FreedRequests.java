package org.legio.programs.transparency;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

/** Frees requests that were waited for or tested before, which has no effect: they are null. */
final class FreedRequests implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Kinds kinds = new Kinds();
    kinds.collectives(report);
    kinds.messages(report);
    kinds.persistent(report);
    kinds.files(report);
    kinds.windows(report);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    MPI.REQUEST_NULL.free();
    report.attempt("cancel of null", MPI.REQUEST_NULL::cancel);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }

  private static void free(Report report, String what, Request... requests) throws MPIException {
    for (Request request : requests) {
      boolean wasNull = request.isNull();
      request.free();
      report.say(what + ": null " + wasNull + ", freed: null", request.isNull());
    }
  }

  /** The kinds of requests. */
  private static final class Kinds {
    private final Intracomm world = MPI.COMM_WORLD;
    private final IntBuffer out = Values.directBlank(1);
    private final IntBuffer in = Values.directBlank(1);

    void collectives(Report report) throws MPIException {
      int size = world.getSize();
      IntBuffer each = Values.directBlank(size);
      IntBuffer all = Values.directBlank(size);
      Request[] requests = {
        world.iBarrier(),
        world.iBcast(in, 1, MPI.INT, 0),
        world.iAllReduce(out, in, 1, MPI.INT, MPI.SUM),
        world.iAllGather(out, 1, MPI.INT, all, 1, MPI.INT),
        world.iAllToAll(each, 1, MPI.INT, all, 1, MPI.INT)
      };
      for (Request request : requests) {
        request.waitFor();
      }
      free(report, "collective", requests);
      Request tested = world.iBarrier();
      while (!tested.test()) {
        Thread.onSpinWait();
      }
      free(report, "tested", tested);
    }

    /** A message to the right and one from the left. */
    private Request[] pair() throws MPIException {
      int right = (world.getRank() + 1) % world.getSize();
      int left = (world.getRank() + world.getSize() - 1) % world.getSize();
      return new Request[] {
        world.iRecv(in, 1, MPI.INT, left, 61), world.iSend(out, 1, MPI.INT, right, 61)
      };
    }

    void messages(Report report) throws MPIException {
      Request[] single = pair();
      single[1].waitStatus();
      single[0].waitFor();
      free(report, "message", single);
      Request[] all = pair();
      Request.waitAll(all);
      free(report, "waitAll", all);
      Request[] statuses = pair();
      Request.waitAllStatus(statuses);
      free(report, "waitAllStatus", statuses);
      Request[] any = pair();
      Request.waitAny(any);
      Request.waitAny(any);
      free(report, "waitAny", any);
      Request[] some = pair();
      for (int done = 0; done < some.length; ) {
        done += Request.testSome(some).length;
      }
      free(report, "testSome", some);
      Request[] tested = pair();
      while (!Request.testAll(tested)) {
        Thread.onSpinWait();
      }
      free(report, "testAll", tested);
      Request toNobody = world.iSend(out, 1, MPI.INT, MPI.PROC_NULL, 61);
      free(report, "free before the end", toNobody);
      free(report, "freed again", toNobody);
    }

    /** A persistent request is not null before it is freed. */
    void persistent(Report report) throws MPIException {
      Prequest request = world.sendInit(out, 1, MPI.INT, MPI.PROC_NULL, 62);
      request.start();
      request.waitFor();
      free(report, "persistent", request);
      free(report, "persistent, again", request);
    }

    void files(Report report) throws MPIException {
      int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
      File file = new File(world, report.file("freed"), mode);
      Request write = file.iWriteAt(4L * world.getRank(), out, 1, MPI.INT);
      write.waitFor();
      Request read = file.iReadAt(4L * world.getRank(), in, 1, MPI.INT);
      read.waitFor();
      free(report, "file", write, read);
      file.close();
    }

    void windows(Report report) throws MPIException {
      ByteBuffer memory = MPI.newByteBuffer(Integer.BYTES);
      Win win = new Win(memory, Integer.BYTES, 1, MPI.INFO_NULL, world);
      win.lockAll(0);
      Request put = win.rPut(out, 1, MPI.INT, world.getRank(), 0, 1, MPI.INT);
      put.waitFor();
      Request get = win.rGet(in, 1, MPI.INT, world.getRank(), 0, 1, MPI.INT);
      get.waitFor();
      win.unlockAll();
      free(report, "window", put, get);
      win.free();
    }
  }
}
