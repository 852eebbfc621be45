package org.legio.bench.programs;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures what calls cost when nobody dies.
 *
 * <p>Usage: {@code CallPrices SET[:CALL+CALL...] BLOCK_US BLOCKS BYTES...}; the set is {@code
 * operations} ({@link TimedOperations}) or {@code accesses} ({@link TimedAccesses}). Every call of
 * it, or every one that is named, is measured at every size in blocks: a barrier, then so many
 * calls that the slowest rank needs about the time of a block. A sample is the slowest rank's time
 * in a block, divided by the number of calls. A collective outside of the measured time finds the
 * slowest rank. Between blocks ranks measure the machine's noise.
 *
 * <p>The warm-up runs every operation in blocks until several blocks in a row get no faster and no
 * rank's compiler works in them, but only for a limited time. A short second warm-up comes directly
 * before the measurement, because other operations can make the compiler drop code. Ranks rest as
 * long as they have worked: where ranks fill all cores, a compiler would otherwise need seconds
 * instead of milliseconds.
 */
public final class CallPrices {
  /** The argument that chooses {@link TimedAccesses}. */
  public static final String ACCESSES = "accesses";

  /** The argument that chooses {@link TimedOperations}. */
  public static final String OPERATIONS = "operations";

  /** Stands between a set and the names of those of its calls that are measured. */
  public static final String ONLY = ":";

  private static final int MAX_CALLS = 1 << 20;
  private static final int FEW_CALLS = 16;
  private static final double NS_PER_US = 1000;

  /**
   * The places in {@link #slowest}: the ranks' time in nanoseconds, the compiler's in milliseconds.
   */
  private static final int TIME = 0;

  private static final int COMPILED = 1;
  private static final double NS_PER_MS = 1e6;

  /**
   * The share of a block's time in which the compiler may work if the block is to count as steady.
   */
  private static final double IDLE = 0.1;

  private static final double WARM_UP_BLOCK_US = 10_000;

  /** The greatest length of an operation's warm-up, as a multiple of the time of all its blocks. */
  private static final int MAX_WARM_UP = 64;

  /**
   * The least number of calls in a warm-up, if time allows: the JVM's optimizing compiler starts
   * only after so many.
   */
  private static final int WARM_UP_CALLS = 20_000;

  /**
   * The numbers of blocks without a change after which an operation is warm: at first, and once
   * more.
   */
  private static final int STEADY_BLOCKS = 8;

  private static final int STEADY_AGAIN = 4;

  /** A block counts as a change if its time is less than this share of the fastest time so far. */
  private static final double FASTER = 0.95;

  /** How long ranks spin between blocks, in milliseconds. */
  private static final int SPIN = 3;

  private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();

  private final Comm world = MPI.COMM_WORLD;
  private final Noise noise = Noise.ofAll();
  private final long[] slowest = new long[2];
  private final double blockUs;
  private final int blocks;
  private final int[] sizes;
  private final CallSet calls;
  private final List<String> only;

  private CallPrices(String set, double blockUs, int blocks, int[] sizes) throws MPIException {
    this.blockUs = blockUs;
    this.blocks = blocks;
    this.sizes = sizes;
    String[] names = set.split(ONLY, 2);
    this.only = names.length == 1 ? List.of() : List.of(names[1].split("\\+"));
    int most = Arrays.stream(sizes).max().orElseThrow() * world.getSize();
    ByteBuffer from = MPI.newByteBuffer(most);
    ByteBuffer into = MPI.newByteBuffer(most);
    this.calls =
        names[0].equals(ACCESSES)
            ? new TimedAccesses(most, from, into)
            : new TimedOperations(from, into);
  }

  public static void main(String[] args) throws MPIException, IOException {
    List<String> left = List.of(MPI.Init(args));
    Preloaded.require();
    int[] sizes = left.stream().skip(3).mapToInt(Integer::parseInt).toArray();
    CallPrices prices =
        new CallPrices(
            left.get(0), Double.parseDouble(left.get(1)), Integer.parseInt(left.get(2)), sizes);
    prices.warmUp();
    prices.measureAll();
    prices.calls.close();
    MPI.Finalize();
  }

  /** Lets the JVM compile all operations before the first is measured. */
  private void warmUp() throws MPIException {
    for (TimedCall call : calls(sizes[0]).values()) {
      warmUp(call, WARM_UP_CALLS, STEADY_BLOCKS);
    }
  }

  /**
   * Repeats a call until its blocks change no more. All ranks decide alike.
   *
   * @param minCalls the least number of calls
   * @param steadyBlocks the number of blocks without a change after which it is warm
   */
  private void warmUp(TimedCall call, int minCalls, int steadyBlocks) throws MPIException {
    int count = count(call, WARM_UP_BLOCK_US);
    double longestNs = MAX_WARM_UP * blocks * blockUs * NS_PER_US;
    WarmUp warmUp = new WarmUp(steadyBlocks, FASTER, IDLE, longestNs);
    for (int made = 0; (!warmUp.isSteady() || made < minCalls) && warmUp.hasTime(); made += count) {
      double us = time(call, count);
      warmUp.endBlock(us * NS_PER_US, slowest[COMPILED] * NS_PER_MS);
    }
  }

  private Map<String, TimedCall> calls(int bytes) throws MPIException {
    Map<String, TimedCall> all = calls.at(bytes);
    if (!only.isEmpty()) {
      all.keySet().retainAll(only);
    }
    return all;
  }

  private void measureAll() throws MPIException {
    for (int bytes : sizes) {
      for (Map.Entry<String, TimedCall> operation : calls(bytes).entrySet()) {
        boolean hasSize = calls.hasSize(operation.getKey());
        if (hasSize || bytes == sizes[0]) {
          measure(operation.getKey(), hasSize ? bytes : 0, operation.getValue());
        }
      }
    }
  }

  private void measure(String name, int bytes, TimedCall call) throws MPIException {
    warmUp(call, 1, STEADY_AGAIN);
    int count = count(call, blockUs);
    double before = noise.beside(SPIN);
    for (int block = 0; block < blocks; block++) {
      double us = time(call, count) / count / calls.stepsIn(name);
      double inside = noise.end();
      double after = noise.beside(SPIN);
      if (world.getRank() == 0) {
        Results.tell(name, bytes, us, "us", Math.max(inside, Math.max(before, after)));
      }
      before = after;
    }
  }

  /**
   * The number of calls that take about so many microseconds; the same at all ranks. Of few calls
   * the time may be only that in which ranks without a core of their own come to the first one.
   */
  private int count(TimedCall call, double us) throws MPIException {
    int count = 1;
    double took = time(call, count);
    while ((took < us || (count < FEW_CALLS && took < FEW_CALLS * us)) && count < MAX_CALLS) {
      double factor = Math.min(4, Math.max(1.25, us / Math.max(took, 1)));
      count = (int) Math.ceil(count * factor);
      took = time(call, count);
    }
    return count;
  }

  /** The slowest rank's time for so many calls, in microseconds; the same at all ranks. */
  private double time(TimedCall call, int count) throws MPIException {
    world.barrier();
    noise.begin();
    long compiled = compiler.getTotalCompilationTime();
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      call.make();
    }
    slowest[TIME] = System.nanoTime() - start;
    slowest[COMPILED] = compiler.getTotalCompilationTime() - compiled;
    world.allReduce(slowest, slowest.length, MPI.LONG, MPI.MAX);
    return slowest[TIME] / NS_PER_US;
  }
}
