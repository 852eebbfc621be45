package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Non-blocking reads and writes of a file, single and collective. */
final class FileLater implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    File file =
        new File(
            world,
            report.file("later"),
            MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
    long mine = 16L * rank;
    IntBuffer own = Values.direct(rank, 2);
    Status status = file.iWriteAt(mine, own, 2, MPI.INT).waitStatus();
    report.say("iWriteAt", status.getCount(MPI.INT));
    file.iWriteAtAll(mine + 8, own, 2, MPI.INT).waitFor();
    file.sync();
    world.barrier();
    long next = 16L * ((rank + 1) % size);
    IntBuffer in = Values.directBlank(4);
    status = file.iReadAt(next, in, 4, MPI.INT).waitStatus();
    report.say("iReadAt " + status.getCount(MPI.INT), in);
    IntBuffer again = Values.directBlank(4);
    file.iReadAtAll(next, again, 4, MPI.INT).waitFor();
    report.say("iReadAtAll", again);
    world.barrier();
    pointers(world, report, file, own);
    file.close();
  }

  private static void pointers(Intracomm world, Report report, File file, IntBuffer own)
      throws MPIException {
    file.seek(16L * world.getRank(), MPI.SEEK_SET);
    Request write = file.iWrite(MPI.slice(own, 1), 1, MPI.INT);
    while (!write.test()) {
      Thread.onSpinWait();
    }
    file.iWriteAll(own, 2, MPI.INT).waitFor();
    report.say("position", file.getPosition());
    file.sync();
    world.barrier();
    file.seek(16L * world.getRank(), MPI.SEEK_SET);
    IntBuffer in = Values.directBlank(2);
    file.iRead(in, 2, MPI.INT).waitFor();
    report.say("iRead", in);
    IntBuffer rest = Values.directBlank(2);
    Status status = file.iReadAll(rest, 2, MPI.INT).waitStatus();
    report.say("iReadAll " + status.getCount(MPI.INT), rest);
  }
}
