package org.legio.programs.transparency;

import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Files that do not exist or must not be written: classes of errors, and handlers. */
final class FileErrors implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    report.attempt(
        "no such file", () -> new File(world, report.file("missing"), MPI.MODE_RDONLY).close());
    report.attempt("not there to delete", () -> File.delete(report.file("missing")));
    String name = report.file("present");
    world.barrier();
    File file = new File(world, name, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_EXCL);
    report.say("handler", file.getErrhandler() != null);
    file.setErrhandler(MPI.ERRORS_RETURN);
    file.writeAtAll(4L * world.getRank(), Values.of(world.getRank(), 1), 1, MPI.INT);
    report.attempt("count", () -> file.readAt(0, new int[1], -1, MPI.INT));
    report.attempt("whence", () -> file.seek(0, 12345));
    report.attempt("call handler", () -> file.callErrhandler(MPI.ERR_FILE));
    file.close();
    world.barrier();
    File readOnly = new File(world, name, MPI.MODE_RDONLY);
    report.attempt("write", () -> readOnly.writeAt(0, new int[1], 1, MPI.INT));
    readOnly.close();
    report.attempt("closed", () -> readOnly.readAt(0, new int[1], 1, MPI.INT));
    world.barrier();
    if (world.getRank() == 0) {
      File.delete(name);
    }
  }
}
