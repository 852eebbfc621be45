package org.legio.bench.programs;

import java.io.IOException;
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
 * <p>Usage: {@code CallPrices BLOCK_US BLOCKS BYTES...}. Every operation is measured at every size
 * in blocks: a barrier, then so many calls that the slowest rank needs about the time of a block.
 * The warm-up: every operation until blocks of it get no faster, but at most 0.3 s each. A sample
 * is the slowest rank's time in a block, divided by the calls; a block's end is agreed on by a
 * collective outside of the measured time.
 */
public final class CallPrices {
  private static final int MOST_CALLS = 1 << 20;
  private static final double NS_PER_US = 1000;
  private static final double MOST_WARM_UP_US = 300_000;
  private static final double WARM_UP_BLOCK_US = 10_000;

  /** After how many blocks that are not faster than the fastest before an operation is warm. */
  private static final int STEADY_BLOCKS = 4;

  /** By how much a block must be faster to count as that. */
  private static final double FASTER = 0.95;

  private final Comm world = MPI.COMM_WORLD;
  private final long[] slowest = new long[1];
  private final double blockUs;
  private final int blocks;
  private final int[] sizes;
  private final ByteBuffer from;
  private final ByteBuffer into;

  private CallPrices(double blockUs, int blocks, int[] sizes) throws MPIException {
    this.blockUs = blockUs;
    this.blocks = blocks;
    this.sizes = sizes;
    int most = Arrays.stream(sizes).max().orElseThrow() * world.getSize();
    this.from = MPI.newByteBuffer(most);
    this.into = MPI.newByteBuffer(most);
  }

  /** Runs the measurement. */
  public static void main(String[] args) throws MPIException, IOException {
    List<String> left = List.of(MPI.Init(args));
    Preloaded.require();
    int[] sizes = left.stream().skip(2).mapToInt(Integer::parseInt).toArray();
    CallPrices prices =
        new CallPrices(Double.parseDouble(left.get(0)), Integer.parseInt(left.get(1)), sizes);
    prices.warmUp();
    prices.measureAll();
    MPI.Finalize();
  }

  /** Lets the JVM compile all operations before the first is measured. */
  private void warmUp() throws MPIException {
    for (Call call : new Operations(sizes[0], from, into).all().values()) {
      warmUp(call);
    }
  }

  /** Repeats a call until blocks of it get no faster; the decisions are the same at all ranks. */
  private void warmUp(Call call) throws MPIException {
    int calls = calls(call, WARM_UP_BLOCK_US);
    double fastest = Double.MAX_VALUE;
    int steady = 0;
    for (double spent = 0; steady < STEADY_BLOCKS && spent < MOST_WARM_UP_US; ) {
      double us = time(call, calls);
      spent += us;
      steady = us < FASTER * fastest ? 0 : steady + 1;
      fastest = Math.min(fastest, us);
    }
  }

  private void measureAll() throws MPIException {
    for (int bytes : sizes) {
      for (Map.Entry<String, Call> operation : new Operations(bytes, from, into).all().entrySet()) {
        boolean hasSize = !operation.getKey().equals("barrier");
        if (hasSize || bytes == sizes[0]) {
          measure(operation.getKey(), hasSize ? bytes : 0, operation.getValue());
        }
      }
    }
  }

  private void measure(String name, int bytes, Call call) throws MPIException {
    int calls = calls(call, blockUs);
    for (int block = 0; block < blocks; block++) {
      double us = time(call, calls) / calls / Operations.stepsIn(name);
      if (world.getRank() == 0) {
        Results.tell(name, bytes, us, "us");
      }
    }
  }

  /** How many calls take about so long; the same number at all ranks. */
  private int calls(Call call, double us) throws MPIException {
    int calls = 1;
    double took = time(call, calls);
    while (took < us && calls < MOST_CALLS) {
      double factor = Math.min(4, Math.max(1.25, us / Math.max(took, 1)));
      calls = (int) Math.ceil(calls * factor);
      took = time(call, calls);
    }
    return calls;
  }

  /** The slowest rank's time for so many calls, in microseconds; the same at all ranks. */
  private double time(Call call, int calls) throws MPIException {
    world.barrier();
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      call.make();
    }
    slowest[0] = System.nanoTime() - start;
    world.allReduce(slowest, 1, MPI.LONG, MPI.MAX);
    return slowest[0] / NS_PER_US;
  }
}
