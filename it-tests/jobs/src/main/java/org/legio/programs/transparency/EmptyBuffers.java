package org.legio.programs.transparency;

import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Calls with no items, whose buffers may then be any object: boxed numbers here. */
final class EmptyBuffers implements Program {
  private final Integer one = 0;
  private final Integer[] several = {7, 8};

  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    messages(report, world);
    collectives(report, world);
    uneven(report, world);
    int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
    File file = new File(world, report.file("empty"), mode);
    report.say("write", file.writeAt(0, one, 0, MPI.INT).getCount(MPI.INT));
    report.say("writeAll", file.writeAtAll(0, several, 0, MPI.INT).getCount(MPI.INT));
    report.say("read", file.readAt(0, one, 0, MPI.INT).getCount(MPI.INT));
    report.say("readAll", file.readAtAll(0, several, 0, MPI.INT).getCount(MPI.INT));
    file.close();
    report.say("untouched", several);
  }

  private void messages(Report report, Intracomm world) throws MPIException {
    Datatype type = MPI.INT;
    int right = (world.getRank() + 1) % world.getSize();
    int left = (world.getRank() + world.getSize() - 1) % world.getSize();
    world.sendRecv(one, 0, type, right, 1, several, 0, type, left, 1);
    world.sendRecvReplace(one, 0, type, right, 2, left, 2);
    if (world.getRank() > 0) {
      report.say("recv", world.recv(one, 0, type, left, 3).getCount(type));
    }
    if (right > 0) {
      world.send(several, 0, type, right, 3);
      world.sSend(one, 0, type, right, 4);
    }
    if (world.getRank() > 0) {
      report.say("recv", world.recv(several, 0, type, left, 4).getCount(type));
    }
  }

  private void collectives(Report report, Intracomm world) throws MPIException {
    Datatype type = MPI.INT;
    world.bcast(one, 0, type, 0);
    world.gather(one, 0, type, several, 0, type, 0);
    world.scatter(several, 0, type, one, 0, type, 0);
    world.allGather(one, 0, type, several, 0, type);
    world.allToAll(one, 0, type, several, 0, type);
    world.reduce(one, several, 0, type, MPI.SUM, 0);
    world.allReduce(one, several, 0, type, MPI.SUM);
    world.scan(one, several, 0, type, MPI.SUM);
    world.exScan(one, several, 0, type, MPI.SUM);
    report.say("collectives");
  }

  private void uneven(Report report, Intracomm world) throws MPIException {
    int[] none = new int[world.getSize()];
    world.gatherv(one, 0, MPI.INT, several, none, none, MPI.INT, 0);
    world.scatterv(several, none, none, MPI.INT, one, 0, MPI.INT, 0);
    world.allGatherv(one, 0, MPI.INT, several, none, none, MPI.INT);
    world.allToAllv(one, none, none, MPI.INT, several, none, none, MPI.INT);
    report.say("uneven ones");
  }
}
