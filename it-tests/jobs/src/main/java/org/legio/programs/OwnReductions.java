package org.legio.programs;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;

/**
 * Reduces by operations of its own, in every form, in many rounds, from changing depths of the
 * stack.
 *
 * <p>Usage: {@code OwnReductions ROUNDS}. With {@code threads} as second argument, two threads
 * reduce at once, in the blocking forms, with the same operations, each on a communicator of its
 * own. With {@code throw}, the operation throws an exception in each third round. Each rank's input
 * is a digit, its rank plus one, and the operation puts digits one behind the other. So each result
 * shows the ranks whose inputs are in it, and their order. Prints what is wrong, and each new
 * result.
 */
public final class OwnReductions {
  private static final int DEPTHS = 40;

  /** Puts the digits of one number behind those of another: associative, not commutative. */
  private static final Op DIGITS = new Op(new Digits(), false);

  private static final Op LARGER = new Op(new Larger(), true);
  private static final Op EITHER = new Op(new Either(), true);

  private static volatile boolean failing;

  private final Intracomm comm;
  private final int rank;
  private final int size;
  private final Map<String, Long> results = new HashMap<>();
  private final boolean withLater;
  private int round;

  private OwnReductions(Intracomm comm, boolean withLater) throws MPIException {
    this.comm = comm;
    this.withLater = withLater;
    this.rank = comm.getRank();
    this.size = comm.getSize();
  }

  public static void main(String[] args) throws MPIException, InterruptedException {
    MPI.InitThread(args, MPI.THREAD_MULTIPLE);
    int rounds = Integer.parseInt(args[0]);
    String way = args.length > 1 ? args[1] : "";
    OwnReductions own = new OwnReductions(MPI.COMM_WORLD, way.isEmpty());
    switch (way) {
      case "threads" -> own.inTwoThreads(rounds);
      case "throw" -> own.throwing(rounds);
      default -> own.rounds(rounds);
    }
    DIGITS.free();
    System.out.println("rank " + own.rank + " is done; freed: " + DIGITS.isNull());
    MPI.Finalize();
  }

  private void inTwoThreads(int rounds) throws MPIException, InterruptedException {
    OwnReductions other = new OwnReductions(comm.dup(), false);
    Thread thread =
        new Thread(
            () -> {
              try {
                other.rounds(rounds);
              } catch (MPIException e) {
                throw new IllegalStateException(e);
              }
            });
    thread.start();
    rounds(rounds);
    thread.join();
  }

  private void rounds(int rounds) throws MPIException {
    for (round = 1; round <= rounds; round++) {
      atDepth(round % DEPTHS);
    }
  }

  private void atDepth(int depth) throws MPIException {
    if (depth > 0) {
      atDepth(depth - 1);
    } else {
      blocking();
      positional();
      others();
      if (withLater) {
        later();
      }
    }
  }

  private void blocking() throws MPIException {
    int[] in = {rank + 1};
    int[] out = {0};
    comm.allReduce(in, out, 1, MPI.INT, DIGITS);
    uniform("allReduce", out[0]);
    int[] inPlace = {rank + 1};
    comm.allReduce(inPlace, 1, MPI.INT, DIGITS);
    uniform("allReduce in place", inPlace[0]);
    LongBuffer direct = longs(rank + 1);
    comm.allReduce(direct, 1, MPI.LONG, DIGITS);
    uniform("allReduce of longs", direct.get(0));
    comm.reduce(in, out, 1, MPI.INT, DIGITS, 0);
    int[] atRoot = {rank + 1};
    comm.reduce(atRoot, 1, MPI.INT, DIGITS, 0);
    if (rank == 0) {
      check("reduce", out[0]);
      check("reduce in place", atRoot[0]);
    }
    comm.scan(in, out, 1, MPI.INT, DIGITS);
    checkUpTo("scan", rank, out[0]);
    comm.exScan(in, out, 1, MPI.INT, DIGITS);
    if (rank > 0 && out[0] > 0) { // the lowest survivor gets 0 when those below it have died
      checkUpTo("exScan", rank - 1, out[0]);
    }
  }

  private void positional() throws MPIException {
    int[] all = new int[size];
    int[] ones = new int[size];
    Arrays.fill(all, rank + 1);
    Arrays.fill(ones, 1);
    int[] out = {0};
    comm.reduceScatterBlock(all, out, 1, MPI.INT, DIGITS);
    check("reduceScatterBlock", out[0]);
    comm.reduceScatter(all, out, ones, MPI.INT, DIGITS);
    check("reduceScatter", out[0]);
  }

  private void others() throws MPIException {
    double[] largest = {rank, -rank};
    comm.allReduce(largest, 2, MPI.DOUBLE, LARGER);
    expect("larger", largest[0] >= rank && largest[1] >= -rank);
    boolean[] odd = {rank == 0, false};
    comm.allReduce(odd, 2, MPI.BOOLEAN, EITHER);
    expect("either", (odd[0] || rank > 0) && !odd[1]);
    int[] inOut = {2};
    Comm.reduceLocal(new int[] {1}, inOut, 1, MPI.INT, DIGITS);
    expect("reduceLocal", inOut[0] == 12);
    int[] alone = {7};
    MPI.COMM_SELF.allReduce(alone, 1, MPI.INT, DIGITS);
    expect("alone", alone[0] == 7);
  }

  /**
   * Starts all reductions at once, one operation on items of two types, and an operation that is
   * freed.
   */
  private void later() throws MPIException {
    IntBuffer in = ints(rank + 1, size);
    IntBuffer ints = ints(0, 1);
    LongBuffer longs = longs(rank + 1);
    IntBuffer scanned = ints(0, 1);
    IntBuffer before = ints(0, 1);
    IntBuffer own = ints(0, 1);
    IntBuffer ownToo = ints(0, 1);
    IntBuffer atRoot = ints(0, 1);
    IntBuffer freed = ints(rank + 1, 1);
    int[] ones = new int[size];
    Arrays.fill(ones, 1);
    Op once = new Op(new Digits(), false);
    Request[] requests = {
      comm.iAllReduce(in, ints, 1, MPI.INT, DIGITS),
      comm.iAllReduce(longs, 1, MPI.LONG, DIGITS),
      comm.iAllReduce(freed, 1, MPI.INT, once),
      comm.iReduce(in, atRoot, 1, MPI.INT, DIGITS, 0),
      comm.iScan(in, scanned, 1, MPI.INT, DIGITS),
      comm.iExScan(in, before, 1, MPI.INT, DIGITS),
      comm.iReduceScatterBlock(in, own, 1, MPI.INT, DIGITS),
      comm.iReduceScatter(in, ownToo, ones, MPI.INT, DIGITS),
    };
    once.free();
    Request.waitAll(requests);
    uniform("iAllReduce", ints.get(0));
    uniform("iAllReduce of longs", longs.get(0));
    uniform("iAllReduce, freed", freed.get(0));
    if (rank == 0) {
      check("iReduce", atRoot.get(0));
    }
    checkUpTo("iScan", rank, scanned.get(0));
    if (rank > 0 && before.get(0) > 0) {
      checkUpTo("iExScan", rank - 1, before.get(0));
    }
    check("iReduceScatterBlock", own.get(0));
    check("iReduceScatter", ownToo.get(0));
  }

  /**
   * Reduces by an operation that throws at the ranks that call it; all ranks continue after that.
   */
  private void throwing(int rounds) throws MPIException {
    int caught = 0;
    for (round = 1; round <= rounds; round++) {
      failing = round % 3 == 0;
      caught += thrownBy(() -> comm.allReduce(new int[] {rank + 1}, 1, MPI.INT, DIGITS));
      caught += thrownBy(() -> comm.iAllReduce(ints(rank + 1, 1), 1, MPI.INT, DIGITS).waitFor());
      failing = false;
      blocking();
    }
    int[] sum = {caught};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    if (rank == 0) {
      System.out.println("caught: " + (sum[0] >= rounds / 3 * 2));
    }
  }

  /** A call that may throw what the operation has thrown. */
  private interface Throwing {
    void run() throws MPIException;
  }

  private int thrownBy(Throwing call) throws MPIException {
    try {
      call.run();
      return 0;
    } catch (IllegalStateException e) {
      expect("message " + e.getMessage(), failing && "as asked".equals(e.getMessage()));
      return 1;
    }
  }

  private static IntBuffer ints(int value, int count) {
    IntBuffer ints = MPI.newIntBuffer(count);
    for (int i = 0; i < count; i++) {
      ints.put(i, value);
    }
    return ints;
  }

  private static LongBuffer longs(long value) {
    return MPI.newLongBuffer(1).put(0, value);
  }

  /** Takes a result that is the same at all ranks, and prints it when it changes. */
  private void uniform(String form, long result) {
    check(form, result);
    Long before = results.put(form, result);
    if (before == null || before != result) {
      System.out.println(form + " from round " + round + " on at rank " + rank + ": " + result);
    }
  }

  private void check(String form, long result) {
    checkUpTo(form, size - 1, result);
    expect(form + " without its own part: " + result, has(result, rank));
  }

  private void checkUpTo(String form, int last, long result) {
    int above = last + 2;
    for (long rest = result; rest > 0; rest /= 10) {
      int digit = (int) (rest % 10);
      expect(form + " out of order: " + result, digit > 0 && digit < above);
      above = digit;
    }
    expect(form + " without anything", result > 0);
  }

  private static boolean has(long digits, int rank) {
    return Long.toString(digits).indexOf('1' + rank) >= 0;
  }

  private void expect(String what, boolean holds) {
    if (!holds) {
      System.out.println("wrong at rank " + rank + " in round " + round + ": " + what);
    }
  }

  /** Works on ints and longs, in the native memory. */
  private static final class Digits extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      if (failing) {
        throw new IllegalStateException("as asked");
      }
      boolean areLongs = type == MPI.LONG;
      for (int i = 0; i < count; i++) {
        if (areLongs) {
          inOut.putLong(8 * i, behind(in.getLong(8 * i), inOut.getLong(8 * i)));
        } else {
          inOut.putInt(4 * i, (int) behind(in.getInt(4 * i), inOut.getInt(4 * i)));
        }
      }
    }

    private static long behind(long left, long right) {
      long shifted = left;
      for (long rest = right; rest > 0; rest /= 10) {
        shifted *= 10;
      }
      return shifted + right;
    }
  }

  /** Works on arrays. */
  private static final class Larger extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      double[] left = (double[]) in;
      double[] right = (double[]) inOut;
      for (int i = 0; i < count; i++) {
        right[i] = Math.max(left[i], right[i]);
      }
    }
  }

  /** Works on truth values, which have no buffers. */
  private static final class Either extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      boolean[] left = (boolean[]) in;
      boolean[] right = (boolean[]) inOut;
      for (int i = 0; i < count; i++) {
        right[i] |= left[i];
      }
    }
  }
}
