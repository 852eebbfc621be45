package org.legio.programs.transparency;

import mpi.File;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** The size of a file set, reserved and looked at; a file deleted when it is closed. */
final class FileSizes implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    Info info = new Info();
    info.set("access_style", "read_mostly");
    String name = report.file("sizes");
    File file =
        new File(world, name, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE, info);
    file.setSize(100);
    look(report, "set", file);
    file.preallocate(50);
    look(report, "reserved", file);
    file.setSize(8);
    look(report, "cut", file);
    file.setInfo(info);
    file.setAtomicity(true);
    report.say("atomic", file.getAtomicity());
    file.setAtomicity(false);
    report.say("atomic", file.getAtomicity());
    report.say("there", new java.io.File(name).exists());
    world.barrier();
    file.close();
    world.barrier();
    report.say("gone", !new java.io.File(name).exists());
    world.barrier();
    if (world.getRank() == 0) {
      File alone = new File(MPI.COMM_SELF, name, MPI.MODE_CREATE | MPI.MODE_WRONLY);
      alone.write(new byte[] {1, 2, 3}, 3, MPI.BYTE);
      report.say("alone", alone.getSize());
      alone.close();
      File.delete(name, info);
    }
    info.free();
    report.say("gone again", world.getRank() != 0 || !new java.io.File(name).exists());
  }

  /** Reports the size. No rank changes it before all ranks have read it. */
  private static void look(Report report, String what, File file) throws MPIException {
    report.say(what, file.getSize());
    MPI.COMM_WORLD.barrier();
  }
}
