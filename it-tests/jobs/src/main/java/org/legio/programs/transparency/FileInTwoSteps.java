package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Collective reads and writes that are begun and ended by separate calls. */
final class FileInTwoSteps implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    File file =
        new File(
            world,
            report.file("steps"),
            MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
    IntBuffer own = Values.direct(rank, 2);
    IntBuffer in = Values.directBlank(2);
    file.writeAtAllBegin(8L * rank, own, 2, MPI.INT);
    report.say("writeAtAll", file.writeAtAllEnd(own).getCount(MPI.INT));
    file.sync();
    world.barrier();
    file.readAtAllBegin(8L * rank, in, 2, MPI.INT);
    report.say("readAtAll " + file.readAtAllEnd(in).getCount(MPI.INT), in);
    file.seek(8L * rank, MPI.SEEK_SET);
    own.put(0, -rank);
    file.writeAllBegin(own, 2, MPI.INT);
    report.say("writeAll", file.writeAllEnd(own).getCount(MPI.INT));
    file.sync();
    world.barrier();
    file.seek(8L * rank, MPI.SEEK_SET);
    file.readAllBegin(in, 2, MPI.INT);
    report.say("readAll " + file.readAllEnd(in).getCount(MPI.INT), in);
    ordered(world, report, file, own, in);
    atOnce(world, report, file);
    file.close();
  }

  /** With arrays and heap buffers the first step does everything. */
  private static void atOnce(Intracomm world, Report report, File file) throws MPIException {
    int[] own = Values.of(world.getRank(), 2);
    IntBuffer in = IntBuffer.wrap(Values.blank(2));
    long place = 8L * world.getRank();
    world.barrier(); // others may not have read yet what is written here
    file.writeAtAllBegin(place, own, 2, MPI.INT);
    report.say("array, writeAtAll", file.writeAtAllEnd(own).getCount(MPI.INT));
    file.readAtAllBegin(place, in, 2, MPI.INT);
    report.say("heap buffer, readAtAll " + file.readAtAllEnd(in).getCount(MPI.INT), in);
    file.seek(place, MPI.SEEK_SET);
    own[0] = -world.getRank();
    file.writeAllBegin(own, 2, MPI.INT);
    report.say("array, writeAll", file.writeAllEnd(own).getCount(MPI.INT));
    file.seek(place, MPI.SEEK_SET);
    file.readAllBegin(in, 2, MPI.INT);
    report.say("heap buffer, readAll " + file.readAllEnd(in).getCount(MPI.INT), in);
    world.barrier();
    file.seekShared(0, MPI.SEEK_SET);
    file.writeOrderedBegin(own, 1, MPI.INT);
    report.say("array, writeOrdered", file.writeOrderedEnd(own).getCount(MPI.INT));
    world.barrier();
    file.seekShared(0, MPI.SEEK_SET);
    file.readOrderedBegin(in, 1, MPI.INT);
    report.say("heap buffer, readOrdered " + file.readOrderedEnd(in).getCount(MPI.INT), in);
  }

  private static void ordered(
      Intracomm world, Report report, File file, IntBuffer own, IntBuffer in) throws MPIException {
    world.barrier();
    file.seekShared(0, MPI.SEEK_SET);
    file.writeOrderedBegin(own, 1, MPI.INT);
    report.say("writeOrdered", file.writeOrderedEnd(own).getCount(MPI.INT));
    world.barrier();
    file.seekShared(0, MPI.SEEK_SET);
    file.readOrderedBegin(in, 1, MPI.INT);
    report.say("readOrdered " + file.readOrderedEnd(in).getCount(MPI.INT), in);
  }
}
