package org.legio.programs.transparency;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Attributes of communicators, datatypes and windows, and the library's own. */
final class Attributes implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm comm = MPI.COMM_WORLD.dup();
    int key = Comm.createKeyval();
    int other = Comm.createKeyval();
    report.say("nothing", comm.getAttr(key) == null);
    comm.setAttr(key, "painted " + comm.getRank());
    comm.setAttr(other, 42);
    comm.setAttr(other, 43);
    report.say("painted", comm.getAttr(key));
    report.say("replaced", comm.getAttr(other));
    comm.deleteAttr(key);
    report.say("deleted", comm.getAttr(key) == null);
    handedOn(report, comm, other);
    Comm.freeKeyval(key);
    Comm.freeKeyval(other);
    comm.free();
    ofTypes(report);
    predefined(report);
  }

  /** Reports which calls that make communicators copy attributes. */
  private static void handedOn(Report report, Intracomm comm, int key) throws MPIException {
    Intracomm dup = comm.dup();
    Intracomm part = comm.split(0, 0);
    Group all = comm.getGroup();
    Intracomm made = comm.create(all);
    Intracomm ofGroup = comm.createGroup(all, 5);
    Intracomm dupOfGroups = ofGroup.dup();
    Intracomm[] heirs = {dup, part, made, ofGroup, dupOfGroups};
    for (int i = 0; i < heirs.length; i++) {
      report.say("heir " + i + " has", String.valueOf(heirs[i].getAttr(key)));
      report.say("heir " + i + " of MPI has", String.valueOf(heirs[i].getAttr(MPI.TAG_UB)));
      heirs[i].free();
    }
    all.free();
    Group own = MPI.COMM_SELF.getGroup();
    Intracomm ofOwn = MPI.COMM_SELF.createGroup(own, 5);
    report.say("self's heir of MPI has", String.valueOf(ofOwn.getAttr(MPI.TAG_UB)));
    ofOwn.free();
    own.free();
  }

  private static void ofTypes(Report report) throws MPIException {
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    int key = Datatype.createKeyval();
    pair.setAttr(key, "a pair");
    report.say("type", pair.getAttr(key));
    pair.deleteAttr(key);
    report.say("deleted", pair.getAttr(key) == null);
    Datatype.freeKeyval(key);
    pair.free();
    Win win = new Win(Values.buffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    int winKey = Win.createKeyval();
    win.setAttr(winKey, 7L);
    report.say("window", win.getAttr(winKey));
    win.deleteAttr(winKey);
    report.say("deleted", win.getAttr(winKey) == null);
    report.say("size", win.getAttr(MPI.WIN_SIZE));
    report.say("unit", win.getAttr(MPI.WIN_DISP_UNIT));
    Win.freeKeyval(winKey);
    win.free();
    ofWindows(report);
  }

  /** The attributes that every window has. */
  private static void ofWindows(Report report) throws MPIException {
    IntBuffer memory = Values.buffer(1, 2, 3, 4, 5);
    Win win = new Win(memory, 5, 2, MPI.INFO_NULL, MPI.COMM_WORLD);
    Win part = new Win(MPI.slice(memory, 3), 2, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    Win dynamic = new Win(MPI.INFO_NULL, MPI.COMM_WORLD);
    long base = (Long) win.getAttr(MPI.WIN_BASE);
    report.say("aligned", base != 0 && base % Integer.BYTES == 0);
    report.say("part", (Long) part.getAttr(MPI.WIN_BASE) - base);
    report.say("sizes", win.getAttr(MPI.WIN_SIZE) + " " + part.getAttr(MPI.WIN_SIZE));
    report.say("unit", win.getAttr(MPI.WIN_DISP_UNIT));
    report.say(
        "dynamic",
        dynamic.getAttr(MPI.WIN_BASE)
            + " "
            + dynamic.getAttr(MPI.WIN_SIZE)
            + " "
            + dynamic.getAttr(MPI.WIN_DISP_UNIT));
    dynamic.free();
    part.free();
    win.free();
  }

  private static void predefined(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    Object tagUb = world.getAttr(MPI.TAG_UB);
    report.say("tags enough", tagUb instanceof Integer tag && tag >= 32767);
    report.say("one clock", world.getAttr(MPI.WTIME_IS_GLOBAL));
    report.say("application", world.getAttr(MPI.APPNUM));
    report.say("host", String.valueOf(world.getAttr(MPI.HOST)));
    report.say("io", String.valueOf(world.getAttr(MPI.IO)));
    report.say("last code", world.getAttr(MPI.LASTUSEDCODE));
    report.say("universe", world.getAttr(MPI.UNIVERSE_SIZE) != null);
    report.say("on self", String.valueOf(MPI.COMM_SELF.getAttr(MPI.TAG_UB)));
  }
}
