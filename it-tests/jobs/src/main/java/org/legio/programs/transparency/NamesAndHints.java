package org.legio.programs.transparency;

import java.util.TreeSet;
import mpi.Datatype;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Names of communicators, datatypes and windows; info objects and hints. */
final class NamesAndHints implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Info info = new Info();
    info.set("path", "/somewhere");
    info.set("soft", "1:2");
    report.say("size", info.size());
    report.say("path", info.get("path"));
    report.say("missing", String.valueOf(info.get("missing")));
    Info dup = info.dup();
    Info clone = info.clone();
    info.delete("path");
    report.say("sizes", new int[] {info.size(), dup.size(), clone.size()});
    TreeSet<String> keys = new TreeSet<>();
    for (int i = 0; i < dup.size(); i++) {
      keys.add(dup.getKey(i));
    }
    report.say("keys", keys);
    info.free();
    report.say("freed", info.isNull());
    report.say("environment", MPI.INFO_ENV.size() > 0);
    ofCommunicators(report, dup);
    dup.free();
    clone.free();
  }

  private static void ofCommunicators(Report report, Info hints) throws MPIException {
    report.say("world", MPI.COMM_WORLD.getName());
    report.say("self", MPI.COMM_SELF.getName());
    Intracomm comm = MPI.COMM_WORLD.dup();
    comm.setName("a duplicate");
    report.say("duplicate", comm.getName());
    comm.setInfo(hints);
    Info got = comm.getInfo();
    report.say("has info", !got.isNull());
    got.free();
    comm.free();
    report.say("type", MPI.DOUBLE.getName());
    Datatype pair = Datatype.createContiguous(2, MPI.DOUBLE);
    pair.setName("pair");
    report.say("own type", pair.getName());
    pair.free();
    Win win = new Win(Values.buffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    win.setName("window");
    report.say("window", win.getName());
    win.setInfo(hints);
    Info ofWindow = win.getInfo();
    report.say("has info", !ofWindow.isNull());
    ofWindow.free();
    win.free();
  }
}
