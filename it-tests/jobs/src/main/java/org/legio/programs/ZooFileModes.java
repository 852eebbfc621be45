package org.legio.programs;

import java.util.Arrays;
import mpi.Errhandler;
import mpi.File;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Opens and closes files in all modes, asks for their properties, and makes real errors. */
final class ZooFileModes {
  private final Intracomm comm;
  private final String prefix;
  private final Plaque plaque;
  private final int rank;

  ZooFileModes(Intracomm comm, String prefix, Plaque plaque) throws MPIException {
    this.comm = comm;
    this.prefix = prefix;
    this.plaque = plaque;
    rank = comm.getRank();
  }

  void show() throws MPIException {
    showOpening();
    showAppending();
    showDeleting();
    showWrongModes();
    showSizes();
    showTellings();
    showErrhandlers();
    showCommunicatorFreed();
  }

  private interface Use {
    Object of(File file) throws MPIException;
  }

  /** Opens a file, uses it and closes it. */
  private void with(String what, String name, int mode, Use use) throws MPIException {
    comm.barrier();
    plaque.tell(
        what,
        () -> {
          File file = new File(comm, name, mode);
          try {
            return use.of(file);
          } finally {
            file.close();
          }
        });
    comm.barrier();
    plaque.tell(what + " exists", () -> exists(name));
    comm.barrier();
  }

  /** Asks MPI, so that all replicas of a rank get the same answer. */
  private static boolean exists(String name) throws MPIException {
    try {
      new File(MPI.COMM_SELF, name, MPI.MODE_RDONLY).close();
      return true;
    } catch (MPIException e) {
      if (e.getErrorClass() != MPI.ERR_NO_SUCH_FILE) {
        throw e;
      }
      return false;
    }
  }

  private static Object write(File file) throws MPIException {
    return file.writeAtAll(0, new int[] {1, 2, 3}, 3, MPI.INT).getCount(MPI.INT);
  }

  private static Object read(File file) throws MPIException {
    int[] data = new int[3];
    int count = file.readAtAll(0, data, 3, MPI.INT).getCount(MPI.INT);
    return count + " " + Arrays.toString(data);
  }

  private void showOpening() throws MPIException {
    String name = prefix + ".modes";
    with("open missing", prefix + ".missing", MPI.MODE_RDONLY, f -> "open");
    with("open in missing", prefix + "/missing", MPI.MODE_CREATE | MPI.MODE_RDWR, f -> "open");
    with("open no mode", name, MPI.MODE_CREATE, f -> "open");
    with("open read and write", name, MPI.MODE_RDONLY | MPI.MODE_WRONLY, f -> "open");
    with("create to read", name, MPI.MODE_CREATE | MPI.MODE_RDONLY, f -> "open");
    with("exclude to read", name, MPI.MODE_EXCL | MPI.MODE_RDONLY, f -> "open");
    with("exclusive", name, exclusive(), ZooFileModes::write);
    with("exclusive again", name, exclusive(), ZooFileModes::write);
    with("exclusive without create", name, MPI.MODE_EXCL | MPI.MODE_RDWR, ZooFileModes::write);
    with("unique", name, MPI.MODE_UNIQUE_OPEN | MPI.MODE_RDWR, ZooFileModes::read);
    with("prefix", "ufs:" + name, MPI.MODE_RDWR, ZooFileModes::read);
    with("sequential", name, MPI.MODE_SEQUENTIAL | MPI.MODE_RDWR, this::sequential);
    with("sequential readAt", name, MPI.MODE_SEQUENTIAL | MPI.MODE_RDONLY, ZooFileModes::read);
  }

  private static int exclusive() {
    return MPI.MODE_CREATE | MPI.MODE_EXCL | MPI.MODE_RDWR;
  }

  private Object sequential(File file) throws MPIException {
    int[] data = {rank, rank};
    file.writeOrdered(data, 2, MPI.INT);
    plaque.tell("sequential getPositionShared", file::getPositionShared);
    comm.barrier();
    plaque.tell(
        "sequential seekShared",
        () -> {
          file.seekShared(0, MPI.SEEK_SET);
          return "sought";
        });
    plaque.tell("sequential getPosition", file::getPosition);
    plaque.tell(
        "sequential seek",
        () -> {
          file.seek(0, MPI.SEEK_SET);
          return "sought";
        });
    plaque.tell(
        "sequential view",
        () -> {
          file.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "native");
          return "set";
        });
    return "open";
  }

  private void showAppending() throws MPIException {
    String name = prefix + ".append";
    with("create", name, MPI.MODE_CREATE | MPI.MODE_WRONLY, ZooFileModes::write);
    int append = MPI.MODE_APPEND | MPI.MODE_RDWR;
    with("append", name, append, f -> f.getPosition() + " " + f.getPositionShared());
    with(
        "append ordered",
        name,
        append,
        f -> f.writeOrdered(new int[] {rank}, 1, MPI.INT).getCount(MPI.INT));
    with(
        "append then view",
        name,
        append,
        f -> {
          f.setView(0, MPI.INT, MPI.INT, "native");
          return f.getPosition() + " " + f.getPositionShared();
        });
  }

  private void showDeleting() throws MPIException {
    String name = prefix + ".deleted";
    int mode = MPI.MODE_DELETE_ON_CLOSE | MPI.MODE_CREATE | MPI.MODE_RDWR;
    with("delete on close", name, mode, ZooFileModes::write);
    with("create to delete", name, MPI.MODE_CREATE | MPI.MODE_RDWR, ZooFileModes::write);
    if (rank == 0) {
      plaque.tell("delete", () -> delete(name));
      plaque.tell("delete missing", () -> delete(name));
    }
    comm.barrier();
  }

  private static Object delete(String name) throws MPIException {
    File.delete(name);
    return "deleted";
  }

  private void showWrongModes() throws MPIException {
    String name = prefix + ".modes";
    with(
        "read what is to be written",
        name,
        MPI.MODE_WRONLY,
        f -> f.readAt(0, new int[1], 1, MPI.INT));
    with(
        "individual write of what is to be read",
        name,
        MPI.MODE_RDONLY,
        f -> f.write(new int[1], 1, MPI.INT));
    with(
        "shared write of what is to be read",
        name,
        MPI.MODE_RDONLY,
        f -> f.writeShared(new int[1], 1, MPI.INT));
    with("negative count", name, MPI.MODE_RDWR, f -> f.writeAtAll(0, new int[1], -1, MPI.INT));
    with("negative offset", name, MPI.MODE_RDWR, f -> f.readAt(-1, new int[1], 1, MPI.INT));
    with("negative size", name, MPI.MODE_RDWR, f -> sized(f, -1));
    with("size of what is to be read", name, MPI.MODE_RDONLY, f -> sized(f, 5));
    with("wrong seek", name, MPI.MODE_RDWR, ZooFileModes::wrongSeek);
  }

  private static Object sized(File file, long size) throws MPIException {
    file.setSize(size);
    return file.getSize();
  }

  private static Object wrongSeek(File file) throws MPIException {
    file.seek(-5, MPI.SEEK_SET);
    return file.getPosition();
  }

  private void showSizes() throws MPIException {
    with(
        "sizes",
        prefix + ".sizes",
        MPI.MODE_CREATE | MPI.MODE_RDWR,
        file -> {
          plaque.tell("getSize", file::getSize);
          comm.barrier();
          file.setSize(100);
          plaque.tell("setSize", file::getSize);
          comm.barrier();
          file.setSize(10);
          plaque.tell("cut", file::getSize);
          return file.getSize();
        });
    if (MPI.COMM_WORLD.getSize()
        <= 2) { // on more ranks, Open MPI 5.0.7 fails at rank 0 and hangs at others
      with("sync", prefix + ".sizes", MPI.MODE_RDWR, ZooFileModes::synced);
    }
    if (comm.getSize() == 1) { // Open MPI 5.0.7 confuses the ranks of a file after it
      with(
          "preallocate",
          prefix + ".sizes",
          MPI.MODE_RDWR,
          file -> {
            file.preallocate(200);
            return file.getSize();
          });
    }
  }

  private static Object synced(File file) throws MPIException {
    file.sync();
    return "synced";
  }

  private void showTellings() throws MPIException {
    Info hints = new Info();
    hints.set("collective_buffering", "true");
    File file =
        new File(
            comm,
            prefix + ".tells",
            MPI.MODE_CREATE | MPI.MODE_DELETE_ON_CLOSE | MPI.MODE_RDWR,
            hints);
    plaque.tell("getAMode", file::getAMode);
    plaque.tell("getAtomicity", file::getAtomicity);
    plaque.tell(
        "setAtomicity",
        () -> {
          file.setAtomicity(true);
          return file.getAtomicity();
        });
    plaque.tell("getInfo", () -> keys(file.getInfo()));
    hints.set("cb_nodes", "1");
    plaque.tell(
        "setInfo",
        () -> {
          file.setInfo(hints);
          return keys(file.getInfo());
        });
    Group group = file.getGroup();
    Group same = comm.getGroup();
    plaque.tell("getGroup", () -> Group.compare(group, same));
    group.free();
    same.free();
    file.setView(0, MPI.INT, MPI.INT, "native", hints);
    file.close();
    plaque.tell("closed", file::getSize);
    hints.free();
  }

  private static Object keys(Info info) throws MPIException {
    StringBuilder keys = new StringBuilder();
    for (int i = 0; i < info.size(); i++) {
      keys.append(info.getKey(i)).append('=').append(info.get(info.getKey(i))).append(' ');
    }
    info.free();
    return keys;
  }

  private void showErrhandlers() throws MPIException {
    with(
        "errhandlers",
        prefix + ".modes",
        MPI.MODE_RDONLY,
        file -> {
          Errhandler preset = file.getErrhandler();
          file.setErrhandler(MPI.ERRORS_ARE_FATAL);
          file.setErrhandler(preset);
          file.callErrhandler(MPI.ERR_IO);
          return file.write(new int[1], 1, MPI.INT);
        });
  }

  private void showCommunicatorFreed() throws MPIException {
    Intracomm brief = comm.dup();
    File file = new File(brief, prefix + ".freed", MPI.MODE_CREATE | MPI.MODE_RDWR);
    brief.free();
    plaque.tell("write with its communicator freed", () -> write(file));
    plaque.tell(
        "ordered with its communicator freed",
        () -> file.writeOrdered(new int[] {rank}, 1, MPI.INT).getCount(MPI.INT));
    Group group = file.getGroup();
    Group same = comm.getGroup();
    plaque.tell("group with its communicator freed", () -> Group.compare(group, same));
    group.free();
    same.free();
    file.close();
  }
}
