package org.legio.programs;

import java.util.Arrays;
import mpi.Comm;
import mpi.Errhandler;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Makes the calls that read or set a property of a communicator without a message. */
final class ZooLocals {
  private final Intracomm comm;
  private final Plaque plaque;
  private final int rank;
  private final int size;

  ZooLocals(Intracomm comm, Plaque plaque) throws MPIException {
    this.comm = comm;
    this.plaque = plaque;
    rank = comm.getRank();
    size = comm.getSize();
  }

  void show() throws MPIException {
    plaque.show("getRank", () -> rank);
    plaque.show("getSize", () -> size);
    plaque.show("isNull", comm::isNull);
    plaque.show("isInter", comm::isInter);
    plaque.show("getTopology", () -> comm.getTopology() == MPI.UNDEFINED);
    plaque.show("compare with world", () -> Comm.compare(comm, MPI.COMM_WORLD));
    plaque.show("compare with itself", () -> Comm.compare(comm, comm) == MPI.IDENT);
    showGroups();
    showAttributes();
    showErrhandlers();
  }

  private void showGroups() throws MPIException {
    Group group = comm.getGroup();
    Group world = MPI.COMM_WORLD.getGroup();
    int[] ranks = new int[size];
    Arrays.setAll(ranks, i -> i);
    plaque.show("group getSize", group::getSize);
    plaque.show("group getRank", group::getRank);
    plaque.show("group compare", () -> Group.compare(group, world));
    plaque.show("translateRanks", () -> Group.translateRanks(group, ranks, world));
    Group others = group.excl(new int[] {rank});
    plaque.show("translateRanks undefined", () -> Group.translateRanks(group, ranks, others));
    plaque.show("difference", () -> sizeAndFree(Group.difference(world, group)));
    plaque.show("intersection", () -> sizeAndFree(Group.intersection(others, world)));
    plaque.show("union", () -> sizeAndFree(Group.union(others, group)));
    if (size > 1) {
      others.free();
    }
    world.free();
    group.free();
  }

  private static int sizeAndFree(Group group) throws MPIException {
    int size = group.getSize();
    if (size > 0) {
      group.free();
    }
    return size;
  }

  private void showAttributes() throws MPIException {
    int key = Comm.createKeyval();
    plaque.show("getAttr before", () -> comm.getAttr(key) == null);
    comm.setAttr(key, "painted " + rank);
    plaque.show("getAttr", () -> String.valueOf(comm.getAttr(key)));
    comm.deleteAttr(key);
    plaque.show("getAttr after", () -> comm.getAttr(key) == null);
    Comm.freeKeyval(key);
    plaque.show("getAttr TAG_UB", () -> String.valueOf(comm.getAttr(MPI.TAG_UB)));
    String before = comm.getName();
    comm.setName("cage");
    plaque.show("getName", comm::getName);
    comm.setName(before);
  }

  private void showErrhandlers() throws MPIException {
    Errhandler before = comm.getErrhandler();
    comm.setErrhandler(MPI.ERRORS_RETURN);
    plaque.show("send to no rank", () -> errorClassOf(() -> send(size)));
    plaque.show(
        "negative count",
        () -> errorClassOf(() -> comm.bcast(MPI.newIntBuffer(1), -1, MPI.INT, 0)));
    plaque.show("no such root", () -> errorClassOf(() -> comm.bcast(new int[1], 1, MPI.INT, size)));
    plaque.show("callErrhandler", () -> errorClassOf(() -> comm.callErrhandler(MPI.ERR_OTHER)));
    comm.setErrhandler(before);
  }

  private void send(int destination) throws MPIException {
    comm.send(new int[1], 1, MPI.INT, destination, 0);
  }

  private static String errorClassOf(Mistake mistake) {
    try {
      mistake.make();
      return "no error";
    } catch (MPIException e) {
      return "error class " + e.getErrorClass();
    }
  }

  /** A wrong call. */
  private interface Mistake {
    void make() throws MPIException;
  }
}
