package org.legio.programs.transparency;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Programs of the suite that begin MPI in their own way or end their JVM, so that each runs in a
 * job of its own.
 *
 * <p>Usage: {@code Alone MODE [ERROR_CODE]}; see {@link Mode}.
 */
public final class Alone {
  private Alone() {}

  /** The programs. */
  public enum Mode {
    /** Begins with threads; two threads of each rank talk at once. */
    THREADS {
      @Override
      void run(String[] args) throws MPIException {
        int level = MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        say("level " + (level == MPI.THREAD_MULTIPLE) + " " + (MPI.queryThread() == level));
        say("main " + MPI.isThreadMain());
        talkInTwoThreads();
        MPI.Finalize();
        say("finalized " + MPI.isFinalized());
      }
    },
    /** An error of a communicator under its initial handler. */
    FATAL_RANK {
      @Override
      void run(String[] args) throws MPIException {
        MPI.Init(args);
        othersWait();
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, MPI.COMM_WORLD.getSize(), 1);
        say("not reached");
      }
    },
    /** An error of a duplicate that inherits the handler. */
    FATAL_ROOT {
      @Override
      void run(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD.dup();
        othersWait();
        comm.bcast(new int[1], 1, MPI.INT, -3);
        say("not reached");
      }
    },
    /** The handler that ends the job is set again and called. */
    FATAL_CALLED {
      @Override
      void run(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
        othersWait();
        MPI.COMM_WORLD.callErrhandler(MPI.ERR_TAG);
        say("not reached");
      }
    },
    /** An error of a window, whose first handler is not its communicator's. */
    FATAL_WINDOW {
      @Override
      void run(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        othersWait();
        win.callErrhandler(MPI.ERR_WIN);
        say("not reached");
      }
    },
    /** One rank aborts the job. */
    ABORT {
      @Override
      void run(String[] args) throws MPIException {
        MPI.Init(args);
        othersWait();
        MPI.COMM_WORLD.abort(args.length > 1 ? Integer.parseInt(args[1]) : 7);
        say("not reached");
      }
    },
    /** All ranks abort the job at once. */
    ABORT_TOGETHER {
      @Override
      void run(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.barrier();
        MPI.COMM_WORLD.abort(7);
        say("not reached");
      }
    };

    abstract void run(String[] args) throws MPIException;
  }

  /** Runs one mode. */
  public static void main(String[] args) throws MPIException {
    Mode.valueOf(args[0]).run(args);
  }

  private static void say(String line) {
    System.out.println(line);
  }

  /** Lets only the last rank continue; the others wait for it until the job ends. */
  private static void othersWait() throws MPIException {
    if (MPI.COMM_WORLD.getRank() < MPI.COMM_WORLD.getSize() - 1) {
      MPI.COMM_WORLD.barrier();
    }
  }

  private static void talkInTwoThreads() throws MPIException {
    Intracomm[] comms = {MPI.COMM_WORLD.dup(), MPI.COMM_WORLD.dup()};
    int[][] sums = {{MPI.COMM_WORLD.getRank()}, {MPI.COMM_WORLD.getRank() + 1}};
    Thread other = new Thread(() -> add(comms[1], sums[1]));
    other.start();
    add(comms[0], sums[0]);
    try {
      other.join();
    } catch (InterruptedException e) {
      throw new MPIException(e);
    }
    say("sums " + sums[0][0] + " " + sums[1][0]);
    comms[0].free();
    comms[1].free();
  }

  private static void add(Intracomm comm, int[] sum) {
    try {
      for (int i = 0; i < 20; i++) {
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        sum[0] %= 1000;
      }
    } catch (MPIException e) {
      throw new IllegalStateException(e);
    }
  }
}
