package org.legio.samples;

import mpi.Comm;
import mpi.File;
import mpi.MPI;
import mpi.Win;

/** Rank 1 calls the error handler of a communicator, a window or a file, which is the fatal one. */
public final class CalledHandler {

  private CalledHandler() {}

  /** Takes {@code communicator}, {@code window} or {@code file}, and the name of a file to make. */
  public static void main(String[] arguments) throws Exception {
    String[] own = MPI.Init(arguments);
    Comm comm = MPI.COMM_WORLD.dup();
    comm.setName("its-own");
    Win window = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    window.setErrhandler(MPI.ERRORS_ARE_FATAL);
    window.setName("its-window");
    File file = new File(comm, own[1], MPI.MODE_CREATE | MPI.MODE_RDWR);
    file.setErrhandler(MPI.ERRORS_ARE_FATAL);
    comm.barrier();
    if (comm.getRank() == 1) {
      switch (own[0]) {
        case "communicator" -> comm.callErrhandler(MPI.ERR_COUNT);
        case "window" -> window.callErrhandler(MPI.ERR_COUNT);
        default -> file.callErrhandler(MPI.ERR_COUNT);
      }
    }
    comm.barrier();
    System.out.println("the job goes on");
    file.close();
    window.free();
    MPI.Finalize();
  }
}
