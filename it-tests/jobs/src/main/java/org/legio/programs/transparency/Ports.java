package org.legio.programs.transparency;

import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** One half of the world opens a port, publishes it by name, and the other half connects to it. */
final class Ports implements Program {
  @Override
  public void run(Report report) throws MPIException {
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Info info = new Info();
    String port = Intracomm.openPort();
    String other = Intracomm.openPort(info);
    report.say("ports", !port.isEmpty() && !other.isEmpty());
    String name = "legio-ports-" + MPI.COMM_WORLD.getRank();
    report.attempt("publish", () -> Intracomm.publishName(name, port));
    report.attempt("look up", () -> report.say("found", Intracomm.lookupName(name).equals(port)));
    report.attempt("unpublish", () -> Intracomm.unpublishName(name, port));
    report.attempt("look up again", () -> Intracomm.lookupName(name));
    report.attempt("publish", () -> Intracomm.publishName(name, info, other));
    report.attempt(
        "look up", () -> report.say("found", Intracomm.lookupName(name, info).equals(other)));
    report.attempt("unpublish", () -> Intracomm.unpublishName(name, info, other));
    Intracomm.closePort(port);
    Intracomm.closePort(other);
    if (MPI.COMM_WORLD.getSize() > 1) {
      join(report, info);
    }
    info.free();
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }

  private static void join(Report report, Info info) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    boolean isServer = world.getRank() == 0;
    Intracomm side = world.split(isServer ? 0 : 1, world.getRank());
    String first = tellPort(world, isServer);
    describe(report, isServer ? side.accept(first, 0) : side.connect(first, 0), isServer);
    String second = tellPort(world, isServer);
    describe(
        report, isServer ? side.accept(second, info, 0) : side.connect(second, info, 0), isServer);
    side.free();
  }

  private static String tellPort(Intracomm world, boolean isServer) throws MPIException {
    byte[] port = new byte[1024];
    if (isServer) {
      byte[] opened = Intracomm.openPort().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      System.arraycopy(opened, 0, port, 0, opened.length);
    }
    world.bcast(port, port.length, MPI.BYTE, 0);
    return new String(port, java.nio.charset.StandardCharsets.UTF_8).trim();
  }

  private static void describe(Report report, Intercomm across, boolean isServer)
      throws MPIException {
    report.say("there", across.getRemoteSize());
    Intracomm merged = across.merge(isServer);
    report.say("merged", merged.getRank() + " of " + merged.getSize());
    merged.free();
    across.free();
  }
}
