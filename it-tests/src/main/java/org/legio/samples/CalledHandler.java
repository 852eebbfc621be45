package org.legio.samples;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Comm;
import mpi.File;
import mpi.MPI;
import mpi.Win;

/** Rank 1 calls the error handler of a communicator, a window or a file, which is the fatal one. */
public final class CalledHandler {

  private CalledHandler() {}

  /** Takes {@code communicator}, {@code window} or {@code file}. */
  public static void main(String[] arguments) throws Exception {
    String[] own = MPI.Init(arguments);
    Comm comm = MPI.COMM_WORLD.dup();
    comm.setName("its-own");
    Win window = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    window.setErrhandler(MPI.ERRORS_ARE_FATAL);
    window.setName("its-window");
    Path path = Files.createTempFile("called-handler-", ".bin");
    File file = new File(MPI.COMM_SELF, path.toString(), MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
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
