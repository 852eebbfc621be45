package org.legio.programs;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Makes every kind of call between ranks, in every form, on every kind of communicator, and writes
 * down the results.
 *
 * <p>Usage: {@code CallZoo FOLDER [rounds [brief]]}. Every rank writes a line a call into
 * FOLDER/rank-R, or to standard output if FOLDER is {@code -}; two runs on as many ranks write the
 * same. A brief visit makes every kind of communicator, too, but all other calls on {@code
 * MPI_COMM_WORLD} only.
 */
public final class CallZoo {
  private final PrintStream out;
  private final boolean isBrief;

  private CallZoo(PrintStream out, boolean isBrief) {
    this.out = out;
    this.isBrief = isBrief;
  }

  public static void main(String[] args) throws MPIException, IOException {
    String[] own = MPI.Init(args);
    int rounds = own.length > 1 ? Integer.parseInt(own[1]) : 1;
    int rank = MPI.COMM_WORLD.getRank();
    MPI.attachBuffer(new byte[1 << 16]);
    try (PrintStream out = ZooBook.open(own[0], rank)) {
      CallZoo zoo = new CallZoo(out, own.length > 2);
      for (int round = 0; round < rounds; round++) {
        zoo.visit("round " + round);
      }
    }
    MPI.detachBuffer();
    System.out.println("rank " + rank + ": the zoo is closed");
    MPI.Finalize();
  }

  private void visit(String round) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    enter(round + " world", world);
    enterOther(round + " self", MPI.COMM_SELF);
    enterAndFree(round + " dup", world.dup());
    enterAndFree(round + " dupWithInfo", world.dupWithInfo(new Info()));
    enterAndFree(round + " clone", world.clone());
    enterAndFree(round + " split", world.split(rank % 2, -rank));
    enterAndFree(
        round + " splitUndefined", world.split(rank == size - 1 ? MPI.UNDEFINED : 1, rank));
    enterAndFree(round + " splitType", world.splitType(mpi.Comm.TYPE_SHARED, rank, new Info()));
    Group all = world.getGroup();
    int[] backwards = new int[size];
    Arrays.setAll(backwards, i -> size - 1 - i);
    Group reversed = all.incl(backwards);
    enterAndFree(round + " create", world.create(reversed));
    Group odd = all.rangeIncl(new int[][] {{size / 2, size - 1, 1}});
    enterAndFree(round + " createOfHalf", world.create(odd));
    if (rank >= size / 2) {
      enterAndFree(round + " createGroup", world.createGroup(odd, 7));
    }
    Intracomm half = world.split(rank % 2, rank);
    enterAndFree(round + " dupOfSplit", half.dup());
    half.free();
    odd.free();
    reversed.free();
    all.free();
  }

  private void enterAndFree(String name, Intracomm comm) throws MPIException {
    if (!comm.isNull()) {
      enterOther(name, comm);
      comm.free();
    }
  }

  /** Enters one that is not {@code MPI_COMM_WORLD}. */
  private void enterOther(String name, Intracomm comm) throws MPIException {
    if (!isBrief) {
      enter(name, comm);
    }
  }

  private void enter(String name, Intracomm comm) throws MPIException {
    Plaque plaque = new Plaque(name, out);
    new ZooLocals(comm, plaque).show();
    for (Storage storage : Storage.values()) {
      new ZooCollectives(comm, plaque, storage).show();
      new ZooReductions(comm, plaque, storage).show();
      new ZooMessages(comm, plaque, storage).show();
    }
    new ZooRequests(comm, plaque).show();
    new ZooDatatypes(comm, plaque).show();
  }
}
