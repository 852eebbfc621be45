package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Exchanges messages and collective data between two groups, the even and the odd ranks, round by
 * round: over an intercommunicator, then over its duplicate, then over the merged communicator.
 * Argument: the number of rounds.
 */
public final class TwoGroups {
  private static final int TAG = 7;

  private final Intracomm local;
  private final Intercomm inter;
  private final int world;
  private final boolean isEven;
  private int round;

  private TwoGroups() throws MPIException {
    world = MPI.COMM_WORLD.getRank();
    isEven = world % 2 == 0;
    local = MPI.COMM_WORLD.split(isEven ? 0 : 1, world);
    inter = MPI.COMM_WORLD.createIntercomm(local, 0, isEven ? 1 : 0, TAG);
  }

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    if (MPI.COMM_WORLD.getSize() < 2) {
      System.out.println("two groups need two ranks");
    } else {
      new TwoGroups().run(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2);
    }
    MPI.Finalize();
  }

  private void run(int rounds) throws MPIException {
    Group remote = inter.getRemoteGroup();
    Group own = inter.getGroup();
    show("inter", inter.isInter(), inter.getSize(), inter.getRank(), inter.getRemoteSize());
    show("groups", own.getSize(), remote.getSize(), remote.getRank() == MPI.UNDEFINED);
    for (round = 1; round <= rounds; round++) {
      exchange(inter);
    }
    Intercomm twin = inter.dup();
    exchange(twin);
    twin.free();
    for (boolean high : new boolean[] {isEven, !isEven, true, false}) {
      Intracomm merged = inter.merge(high);
      int[] all = new int[merged.getSize()];
      Arrays.fill(all, -1);
      merged.allGather(new int[] {world}, 1, MPI.INT, all, 1, MPI.INT);
      showInts("merged " + merged.isInter() + " " + merged.getRank(), all);
      merged.free();
    }
    inter.free();
    local.free();
  }

  private void exchange(Intercomm comm) throws MPIException {
    int remotes = comm.getRemoteSize();
    int[] blocks = filled(remotes);
    comm.allGather(new int[] {value()}, 1, MPI.INT, blocks, 1, MPI.INT);
    showInts("allGather", blocks);

    int[] sum = {-1};
    comm.allReduce(new int[] {value()}, sum, 1, MPI.INT, MPI.SUM);
    showInts("allReduce", sum);

    int[] parts = new int[remotes];
    Arrays.setAll(parts, r -> 100 * value() + r);
    int[] swapped = filled(remotes);
    comm.allToAll(parts, 1, MPI.INT, swapped, 1, MPI.INT);
    showInts("allToAll", swapped);

    showInts("allToAllw", typed(comm, remotes));
    rooted(comm, remotes);
    messages(comm, remotes);
    comm.barrier();
  }

  /** Exchanges blocks that have a type each, the last block first. */
  private int[] typed(Intercomm comm, int remotes) throws MPIException {
    IntBuffer parts = MPI.newIntBuffer(remotes);
    IntBuffer swapped = MPI.newIntBuffer(remotes);
    int[] counts = new int[remotes];
    Arrays.fill(counts, 1);
    int[] places = new int[remotes];
    Arrays.setAll(places, r -> Integer.BYTES * (remotes - 1 - r));
    Datatype[] types = new Datatype[remotes];
    Arrays.fill(types, MPI.INT);
    for (int r = 0; r < remotes; r++) {
      parts.put(r, 100 * value() + r);
      swapped.put(r, -1);
    }
    comm.allToAllw(parts, counts, places, types, swapped, counts, places, types);
    int[] received = new int[remotes];
    swapped.get(0, received);
    return received;
  }

  /** Makes the calls with a root, which is the last of the even ranks. */
  private void rooted(Intercomm comm, int remotes) throws MPIException {
    int evens = isEven ? comm.getSize() : remotes;
    int root = isEven ? comm.getRank() == evens - 1 ? MPI.ROOT : MPI.PROC_NULL : evens - 1;
    int[] word = {isEven ? value() : -1};
    comm.bcast(word, 1, MPI.INT, root);
    int[] gathered = filled(remotes);
    comm.gather(new int[] {value()}, 1, MPI.INT, gathered, 1, MPI.INT, root);
    int[] most = {-1};
    comm.reduce(new int[] {value()}, most, 1, MPI.INT, MPI.MAX, root);
    show("bcast", word[0]);
    if (root == MPI.ROOT) {
      show("root", Arrays.toString(gathered), most[0]);
    }
  }

  /** Exchanges a message between each pair of equal ranks; the receives are from any source. */
  private void messages(Intercomm comm, int remotes) throws MPIException {
    int rank = comm.getRank();
    if (rank >= remotes) {
      return;
    }
    int[] got = {-1};
    if (isEven) {
      comm.send(new int[] {value()}, 1, MPI.INT, rank, TAG);
      comm.recv(got, 1, MPI.INT, rank, TAG);
      showInts("message", got);
    } else {
      Status status = comm.recv(got, 1, MPI.INT, rank, TAG);
      comm.send(new int[] {value()}, 1, MPI.INT, rank, TAG);
      showInts("message", got[0], status.getSource(), status.getTag());
    }
  }

  private int value() {
    return 1000 * round + world;
  }

  private static int[] filled(int length) {
    int[] filled = new int[length];
    Arrays.fill(filled, -1);
    return filled;
  }

  private void showInts(String what, int... values) {
    print(what, Arrays.toString(values));
  }

  private void show(String what, Object... values) {
    print(what, Arrays.toString(values));
  }

  private void print(String what, String values) {
    System.out.println("rank " + world + " round " + round + " " + what + " " + values);
  }
}
