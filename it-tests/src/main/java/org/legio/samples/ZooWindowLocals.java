package org.legio.samples;

import java.nio.ByteBuffer;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Makes the calls that read or set a property of a window without other ranks. */
final class ZooWindowLocals {
  private final WindowUnderTest window;
  private final Win win;
  private final Plaque plaque;

  ZooWindowLocals(WindowUnderTest window, Plaque plaque) {
    this.window = window;
    this.win = window.win();
    this.plaque = plaque;
  }

  void show() throws MPIException {
    plaque.show("getGroup", this::group);
    plaque.show("attributes", this::attributes);
    plaque.show("own attribute", this::ownAttribute);
    win.setName("a window with a name");
    plaque.show("getName", win::getName);
    plaque.show("info", this::info);
    plaque.show("errhandler", () -> win.getErrhandler() != null);
    plaque.show("callErrhandler", this::callErrhandler);
  }

  private Object group() throws MPIException {
    Group group = win.getGroup();
    Group members = window.comm().getGroup();
    String said = group.getSize() + " " + group.getRank() + " " + Group.compare(group, members);
    group.free();
    members.free();
    return said;
  }

  private Object attributes() throws MPIException {
    return win.getAttr(MPI.WIN_SIZE) + " " + win.getAttr(MPI.WIN_DISP_UNIT);
  }

  private Object ownAttribute() throws MPIException {
    int key = Win.createKeyval();
    win.setAttr(key, Integer.valueOf(7));
    Object before = win.getAttr(key);
    win.deleteAttr(key);
    Object after = win.getAttr(key);
    Win.freeKeyval(key);
    return before + " " + after;
  }

  private Object info() throws MPIException {
    Info info = win.getInfo();
    win.setInfo(info);
    info.free();
    return "set";
  }

  private Object callErrhandler() {
    try {
      win.callErrhandler(MPI.ERR_OTHER);
      return "returned";
    } catch (MPIException e) {
      return e.getErrorClass() + " " + e.getMessage();
    }
  }

  /**
   * Makes a window to which memory is attached; its displacements are addresses, too large for
   * Java's int.
   */
  static void showDynamic(Intracomm comm, Info info, Plaque plaque) throws MPIException {
    Win dynamic = new Win(info, comm);
    ByteBuffer memory = MPI.newByteBuffer(64);
    plaque.show(
        "attach",
        () -> {
          dynamic.attach(memory, 64);
          dynamic.fence(0);
          dynamic.sync();
          dynamic.fence(0);
          dynamic.detach(memory);
          return "detached";
        });
    dynamic.free();
    info.free();
    plaque.show("free", () -> "freed");
  }
}
