package org.legio.programs;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Makes every kind of call on files, in every form, and writes down the results.
 *
 * <p>Usage: {@code FileZoo FOLDER [rounds [BOOKS]]}. Every rank writes a line a call into
 * BOOKS/rank-R, or to standard output if BOOKS is {@code -}; it is FOLDER unless said otherwise.
 * The files that the calls write are in FOLDER. Two runs on as many ranks write the same.
 */
public final class FileZoo {

  private FileZoo() {}

  public static void main(String[] args) throws MPIException, IOException {
    String[] own = MPI.Init(args);
    Path folder = Path.of(own[0]);
    int rounds = own.length > 1 ? Integer.parseInt(own[1]) : 1;
    int rank = MPI.COMM_WORLD.getRank();
    try (PrintStream out = ZooBook.open(own.length > 2 ? own[2] : own[0], rank)) {
      for (int round = 0; round < rounds; round++) {
        visit(folder, "round " + round, out);
      }
    }
    System.out.println("rank " + rank + ": the zoo is closed");
    MPI.Finalize();
  }

  private static void visit(Path folder, String round, PrintStream out) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    show(folder, round, "world", world, out);
    show(folder, round, "self" + world.getRank(), MPI.COMM_SELF, out);
    Intracomm backwards = world.split(0, -world.getRank());
    show(folder, round, "backwards", backwards, out);
    backwards.free();
    Intracomm half = world.split(world.getRank() % 2, 0);
    show(folder, round, "half" + world.getRank() % 2, half, out);
    half.free();
  }

  private static void show(Path folder, String round, String name, Intracomm comm, PrintStream out)
      throws MPIException {
    Plaque plaque = new Plaque(round + " " + name, out);
    String prefix = folder.resolve(name).toString();
    new ZooFileData(comm, prefix, plaque).show();
    new ZooFileShared(comm, prefix, plaque).show();
    new ZooFileModes(comm, prefix, plaque).show();
  }
}
