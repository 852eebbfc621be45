package org.legio.programs;

import mpi.Comm;
import mpi.Errhandler;
import mpi.File;
import mpi.MPI;
import mpi.Win;

/**
 * Rank 1 calls the error handler of a communicator, a window or a file, which is the fatal one: a
 * window's from the start, though its communicator's returns errors.
 */
public final class CalledHandler {

  private CalledHandler() {}

  /**
   * Takes {@code communicator}, {@code window}, {@code restored} (a window whose first handler was
   * replaced and set again), {@code unnamed} (a communicator) or {@code file}, and the name of a
   * file to make.
   */
  public static void main(String[] arguments) throws Exception {
    String[] own = MPI.Init(arguments);
    Comm comm = MPI.COMM_WORLD.dup();
    comm.setName("its-own");
    Comm unnamed = comm.dup();
    Comm returning = comm.dup();
    returning.setErrhandler(MPI.ERRORS_RETURN);
    Win window = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, returning);
    window.setName("its-window");
    File file = new File(comm, own[1], MPI.MODE_CREATE | MPI.MODE_RDWR);
    file.setErrhandler(MPI.ERRORS_ARE_FATAL);
    comm.barrier();
    if (comm.getRank() == 1) {
      switch (own[0]) {
        case "communicator" -> comm.callErrhandler(MPI.ERR_COUNT);
        case "unnamed" -> unnamed.callErrhandler(MPI.ERR_COUNT);
        case "window" -> window.callErrhandler(MPI.ERR_COUNT);
        case "restored" -> {
          Errhandler first = window.getErrhandler();
          window.setErrhandler(MPI.ERRORS_RETURN);
          window.setErrhandler(first);
          window.callErrhandler(MPI.ERR_COUNT);
        }
        default -> file.callErrhandler(MPI.ERR_COUNT);
      }
    }
    comm.barrier();
    System.out.println("the job continues");
    file.close();
    window.free();
    MPI.Finalize();
  }
}
