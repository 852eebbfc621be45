package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;
import mpi.Win;

/**
 * Does what MPI permits and Open MPI 5.0.7's Java binding gets wrong ({@code
 * docs/results/open-mpi.md}), and says whether it came out right. For two ranks.
 */
public final class AsTheStandardSays {
  private static final int[] OPERANDS = {1, 2000, 3};
  private static final int MANY = 20_000;
  private static final int SUMS = 1_000;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank;

  private AsTheStandardSays() throws MPIException {
    rank = world.getRank();
  }

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    AsTheStandardSays sample = new AsTheStandardSays();
    sample.accumulatesBits();
    sample.scattersLargeArrays();
    sample.addsByItsOwnOperation();
    sample.talksToOneNeighborOnBothSides();
    sample.receivesNothing();
    sample.leavesTheRestOfAnArray();
    sample.placesTheBlockOfOneProcess();
    sample.refusesRanksThatAreNone();
    sample.refusesOtherJobs();
    sample.keepsPredefinedObjects();
    MPI.Finalize();
  }

  private void say(String what, Object value) {
    System.out.println("rank " + rank + " " + what + ": " + value);
  }

  /** What is predefined cannot be freed, and stays. */
  private void keepsPredefinedObjects() throws MPIException {
    int[] one = {1};
    String sum = errorOf(MPI.SUM::free);
    world.allReduce(one, 1, MPI.INT, MPI.SUM);
    say("freed sum", sum + ", then " + one[0]);
    say("freed empty group", errorOf(MPI.GROUP_EMPTY::free));
  }

  /** Accumulations of several items with operations on bits, in created windows. */
  private void accumulatesBits() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(3).put(0, 2000).put(1, 1).put(2, 7);
    Win win = new Win(memory, 3, 1, MPI.INFO_NULL, world);
    IntBuffer operands = MPI.newIntBuffer(3).put(0, OPERANDS);
    win.fence(0);
    win.accumulate(operands, 3, MPI.INT, 1 - rank, 0, 3, MPI.INT, MPI.BXOR);
    win.fence(0);
    say("xor", memory.get(0) + " " + memory.get(1) + " " + memory.get(2));
    win.free();
  }

  /** More than 64 KiB into an array. */
  private void scattersLargeArrays() throws MPIException {
    int[] all = new int[2 * MANY];
    Arrays.setAll(all, i -> i);
    int[] own = new int[MANY];
    world.scatter(all, MANY, MPI.INT, own, MANY, MPI.INT, 0);
    say("scattered", own[0] + " to " + own[MANY - 1]);
  }

  /** A plain loop, longer than the binding's references live. */
  private void addsByItsOwnOperation() throws MPIException {
    Op sum = new Op(new Sum(), true);
    int[] value = new int[1];
    int total = 0;
    for (int i = 0; i < SUMS; i++) {
      value[0] = rank + 1;
      world.allReduce(value, 1, MPI.INT, sum);
      total += value[0];
    }
    say("own sums", total);
    sum.free();
  }

  private static final class Sum extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        ((int[]) inOut)[i] += ((int[]) in)[i];
      }
    }
  }

  /** In a ring of two, what is sent to the left comes from the right. */
  private void talksToOneNeighborOnBothSides() throws MPIException {
    Intracomm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
    IntBuffer out = MPI.newIntBuffer(2).put(0, 10 * rank).put(1, 10 * rank + 1);
    IntBuffer blocking = MPI.newIntBuffer(2);
    IntBuffer later = MPI.newIntBuffer(2);
    ring.neighborAllToAll(out, 1, MPI.INT, blocking, 1, MPI.INT);
    ring.iNeighborAllToAll(out, 1, MPI.INT, later, 1, MPI.INT).waitFor();
    say(
        "neighbors",
        blocking.get(0) + " " + blocking.get(1) + ", " + later.get(0) + " " + later.get(1));
    ring.free();
  }

  private void receivesNothing() throws MPIException {
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    pair.commit();
    world.recv(new int[2], 0, pair, MPI.PROC_NULL, 1);
    say("received", "nothing");
    pair.free();
  }

  private void leavesTheRestOfAnArray() throws MPIException {
    int[] long4 = {-1, -1, -1, -1};
    if (rank == 0) {
      world.send(new int[] {5}, 1, MPI.INT, 1, 2);
    } else {
      world.recv(long4, 4, MPI.INT, 0, 2);
    }
    say("array", Arrays.toString(long4));
  }

  private void placesTheBlockOfOneProcess() throws MPIException {
    IntBuffer in = MPI.newIntBuffer(2).put(0, -1).put(1, -1);
    IntBuffer out = MPI.newIntBuffer(2).put(0, 8).put(1, 9);
    int[] one = {1};
    int[] second = {Integer.BYTES};
    Datatype[] types = {MPI.INT};
    MPI.COMM_SELF.allToAllw(out, one, second, types, in, one, second, types);
    say("own block", in.get(0) + " " + in.get(1));
  }

  /** Open MPI crashes in some of these. */
  private void refusesRanksThatAreNone() throws MPIException {
    Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, world);
    win.setErrhandler(MPI.ERRORS_RETURN);
    win.lockAll(0);
    say("flush", errorOf(() -> win.flush(2)));
    win.unlockAll();
    win.free();
    say("freed key", errorOf(() -> Comm.freeKeyval(MPI.KEYVAL_INVALID)));
  }

  /** What would need another job. */
  private void refusesOtherJobs() throws MPIException {
    say("port", errorOf(Intracomm::openPort));
    say("accept", errorOf(() -> world.accept("port", 0)));
    say("connect", errorOf(() -> world.connect("port", 0)));
    say(
        "spawn",
        errorOf(() -> world.spawn("java", new String[0], 1, MPI.INFO_NULL, 0, new int[1])));
  }

  /** What may throw. */
  private interface Call {
    void run() throws MPIException;
  }

  private static String errorOf(Call call) {
    try {
      call.run();
      return "none";
    } catch (MPIException e) {
      return "class " + e.getErrorClass();
    }
  }
}
