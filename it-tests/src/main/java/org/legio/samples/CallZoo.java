package org.legio.samples;

import java.util.Arrays;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Makes every kind of call there is between ranks, in every form, on every kind of communicator,
 * and prints a digest of what each returned.
 *
 * <p>Usage: {@code CallZoo [rounds]}. Every rank prints a line a call; two runs on as many ranks
 * print the same lines, in an order that differs between ranks only.
 */
public final class CallZoo {
  private CallZoo() {}

  /** Opens the zoo. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    int rounds = own.length > 0 ? Integer.parseInt(own[0]) : 1;
    int rank = MPI.COMM_WORLD.getRank();
    MPI.attachBuffer(new byte[1 << 16]);
    for (int round = 0; round < rounds; round++) {
      visit("round" + round);
    }
    MPI.detachBuffer();
    System.out.println("rank " + rank + ": the zoo is closed");
    MPI.Finalize();
  }

  private static void visit(String round) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    enter(round + " world", world);
    enter(round + " self", MPI.COMM_SELF);
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

  private static void enterAndFree(String name, Intracomm comm) throws MPIException {
    if (!comm.isNull()) {
      enter(name, comm);
      comm.free();
    }
  }

  private static void enter(String name, Intracomm comm) throws MPIException {
    Plaque plaque = new Plaque(name);
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
