package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Datatype;
import mpi.File;
import mpi.FileView;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** A file read and written by each rank's own pointer, through a view of its own. */
final class FilePointers implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    File file =
        new File(
            world,
            report.file("pointers"),
            MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
    Datatype every = Datatype.createResized(MPI.INT, 0, 4 * size);
    every.commit();
    file.setView(4L * rank, MPI.INT, every, "native", MPI.INFO_NULL);
    FileView view = file.getView();
    report.say("view", view.getDisp() + " " + view.getDataRep());
    report.say("types", view.getEType().getSize() + " " + view.getFileType().getExtent());
    report.say("own view", new FileView(8, MPI.INT, MPI.INT, "native").getDisp());
    file.write(Values.of(rank, 2), 2, MPI.INT);
    file.writeAll(Values.direct(rank, 2), 2, MPI.INT);
    report.say("position", file.getPosition());
    file.sync();
    world.barrier();
    report.say("offset", file.getByteOffset(3));
    file.seek(-3, MPI.SEEK_CUR);
    int[] in = new int[2];
    Status status = file.read(in, 2, MPI.INT);
    report.say("read " + status.getCount(MPI.INT), in);
    file.seek(0, MPI.SEEK_SET);
    IntBuffer all = Values.directBlank(4);
    status = file.readAll(all, 4, MPI.INT);
    report.say("readAll " + status.getCount(MPI.INT), all);
    plain(world, report, file);
    file.close();
    every.free();
  }

  private static void plain(Intracomm world, Report report, File file) throws MPIException {
    file.sync();
    world.barrier();
    file.sync();
    file.setView(0, MPI.INT, MPI.INT, "native");
    file.seek(-world.getSize(), MPI.SEEK_END);
    int[] tail = new int[world.getSize()];
    file.read(tail, tail.length, MPI.INT);
    report.say("tail", tail);
    report.say("at the end", file.getPosition());
  }
}
