package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.File;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Every rank writes its records at its own place in a file and reads its neighbor's. */
final class FileOfRecords implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    File file = new File(world, report.file("records"), MPI.MODE_CREATE | MPI.MODE_RDWR);
    report.say("mode", file.getAMode() == (MPI.MODE_CREATE | MPI.MODE_RDWR));
    long mine = 12L * rank;
    Status status = file.writeAt(mine, Values.of(rank, 2), 2, MPI.INT);
    report.say("writeAt", status.getCount(MPI.INT));
    file.writeAtAll(mine + 8, Values.buffer(rank + 50), 1, MPI.INT);
    file.sync();
    world.barrier();
    file.sync();
    report.say("size", file.getSize());
    long next = 12L * ((rank + 1) % size);
    int[] in = new int[2];
    status = file.readAt(next, in, 2, MPI.INT);
    report.say("readAt " + status.getCount(MPI.INT), in);
    IntBuffer direct = Values.directBlank(3);
    status = file.readAtAll(next, direct, 3, MPI.INT);
    report.say("readAtAll " + status.getCount(MPI.INT), direct);
    status = file.readAt(12L * size, in, 2, MPI.INT);
    report.say("past the end", status.getCount(MPI.INT));
    status = file.writeAtAll(0, in, 0, MPI.INT);
    report.say("nothing", status.getCount(MPI.INT));
    group(report, file);
    file.close();
    world.barrier();
    if (rank == 0) {
      File.delete(report.file("records"));
    }
  }

  private static void group(Report report, File file) throws MPIException {
    Group group = file.getGroup();
    report.say("group", group.getSize() + ", rank " + group.getRank());
    group.free();
    Info info = file.getInfo();
    report.say("has info", !info.isNull());
    info.free();
    report.say("extent", file.getTypeExtent(MPI.DOUBLE));
  }
}
