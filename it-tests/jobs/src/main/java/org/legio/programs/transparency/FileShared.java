package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** A log that all ranks write by one pointer: in order of rank, and each as it comes. */
final class FileShared implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    File file =
        new File(
            world,
            report.file("shared"),
            MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
    Status status = file.writeOrdered(Values.of(rank, rank + 1), rank + 1, MPI.INT);
    report.say("writeOrdered", status.getCount(MPI.INT));
    report.say("position", position(world, file));
    file.writeShared(Values.of(9, 1), 1, MPI.INT);
    file.iWriteShared(Values.direct(9, 1), 1, MPI.INT).waitFor();
    report.say("after shared writes", position(world, file));
    rewind(world, file);
    int[] in = new int[rank + 1];
    status = file.readOrdered(in, rank + 1, MPI.INT);
    report.say("readOrdered " + status.getCount(MPI.INT), in);
    world.barrier();
    int[] one = new int[1];
    file.readShared(one, 1, MPI.INT);
    IntBuffer other = Values.directBlank(1);
    file.iReadShared(other, 1, MPI.INT).waitFor();
    report.say("shared", one[0] + other.get(0));
    report.say("at the end", position(world, file));
    file.close();
  }

  /** The shared position. No rank moves it before all ranks have read it. */
  private static long position(Intracomm world, File file) throws MPIException {
    world.barrier();
    long position = file.getPositionShared();
    world.barrier();
    return position;
  }

  private static void rewind(Intracomm world, File file) throws MPIException {
    world.barrier();
    file.seekShared(0, MPI.SEEK_SET);
    world.barrier();
  }
}
