package org.legio.bench.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Measures messages between the first two ranks, and a sum over all, in a way that replicas of a
 * rank do alike: numbers of calls are fixed, and the clock is MPI's, which is the same for all of
 * them.
 *
 * <p>Usage: {@code MessageCosts BLOCKS CALLS [limit]}. Each of the BLOCKS of CALLS calls is a
 * sample: half a round trip of {@value #SMALL} and {@value #LARGE} bytes, one of {@value #WINDOW}
 * messages of {@value #MIDDLE} bytes that are under way together, a barrier and a sum of one
 * number. A rank that is alone sends to itself: then two cores are enough for two replicas. With
 * {@code limit} each block follows one of the {@link MachineLimit}, since cores move apart and
 * together again on virtual machines.
 */
public final class MessageCosts {
  /** Half a round trip of {@value #SMALL} bytes. */
  public static final String SHORT_MESSAGE = "send+recv of 4 B";

  /** Half a round trip of {@value #LARGE} bytes. */
  public static final String LONG_MESSAGE = "send+recv of 1 MB";

  /** A barrier of all ranks. */
  public static final String BARRIER = "barrier";

  /** A sum of one number over all ranks. */
  public static final String SUM = "allReduce of 8 B";

  /** The argument that asks for the machine's limit beside each operation. */
  public static final String WITH_LIMIT = "limit";

  private static final String BESIDE = " beside ";
  private static final int SMALL = 4;
  private static final int MIDDLE = 1 << 10;
  private static final int LARGE = 1 << 20;
  private static final int WINDOW = 16;
  private static final int PAIR = 2;

  /** A large message takes as long as so many small ones. */
  private static final int LARGE_AS_SMALL = 50;

  /**
   * A warm-up's least length in us for each call of a block: the optimizing compiler needs some
   * tenths of a second, in which calls of less than a microsecond fill many blocks.
   */
  private static final double WARM_UP_US_PER_CALL = 50;

  /** So many blocks in a row get no faster once a call is warm. */
  private static final int STEADY_BLOCKS = 8;

  /** A block is faster if it takes less than this share of the fastest time so far. */
  private static final double FASTER = 0.95;

  /** A warm-up's greatest length without its rests, in us. */
  private static final double LONGEST_WARM_UP = 10e6;

  private static final int TAG = 1;
  private static final double US_PER_S = 1e6;
  private static final double NS_PER_US = 1000;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int other = MPI.COMM_WORLD.getSize() == 1 ? rank : 1 - rank;
  private final ByteBuffer received = MPI.newByteBuffer(LARGE);
  private final double[] slowest = new double[1];
  private final int blocks;
  private final Optional<MachineLimit> limit;

  private MessageCosts(int blocks, Optional<MachineLimit> limit) throws MPIException {
    this.blocks = blocks;
    this.limit = limit;
  }

  /** The name of the limit's samples that were taken together with an operation's. */
  public static String limitOf(String operation) {
    return (operation.equals(LONG_MESSAGE) ? "copy of 1 MB" : "flip of a cache line")
        + BESIDE
        + operation;
  }

  /** Whether samples of a name are the machine's limit, not an operation's. */
  public static boolean isLimit(String name) {
    return name.contains(BESIDE);
  }

  /** One call, or several that belong together. */
  @FunctionalInterface
  private interface Step {
    void run() throws MPIException;
  }

  /** Measures, with the arguments of the class comment. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Optional<MachineLimit> limit =
        List.of(left).contains(WITH_LIMIT) ? Optional.of(new MachineLimit()) : Optional.empty();
    MessageCosts costs = new MessageCosts(Integer.parseInt(left[0]), limit);
    int calls = Integer.parseInt(left[1]);
    ByteBuffer small = MPI.newByteBuffer(SMALL);
    ByteBuffer large = MPI.newByteBuffer(LARGE);
    long[] sum = new long[1];
    int largeCalls = Math.max(1, calls / LARGE_AS_SMALL);
    if (costs.other == costs.rank) {
      costs.measure("message of 4 B to itself", calls, 1, () -> costs.toItself(small));
      costs.measure("message of 1 MB to itself", largeCalls, 1, () -> costs.toItself(large));
    } else {
      ByteBuffer middle = MPI.newByteBuffer(MIDDLE);
      costs.measure(SHORT_MESSAGE, calls, 2, () -> costs.roundTrip(small));
      costs.measure(LONG_MESSAGE, largeCalls, 2, () -> costs.roundTrip(large));
      costs.measure("1 of 16 messages of 1 KB", calls / WINDOW, WINDOW, () -> costs.stream(middle));
      costs.measure(BARRIER, calls, 1, MPI.COMM_WORLD::barrier);
    }
    costs.measure(SUM, calls, 1, () -> MPI.COMM_WORLD.allReduce(sum, 1, MPI.LONG, MPI.SUM));
    MPI.Finalize();
  }

  private void measure(String name, int calls, int parts, Step step) throws MPIException {
    warmUp(calls, step);
    for (int block = 0; block < blocks; block++) {
      if (limit.isPresent()) {
        tell(limitOf(name), limit.get().time(calls, name.equals(LONG_MESSAGE)));
      }
      double us = time(calls, step) / calls / parts;
      tell(name, us);
    }
  }

  private void tell(String operation, double us) {
    if (rank == 0) {
      Results.tell(operation, 0, us, "us", Noise.NONE);
    }
  }

  /**
   * Repeats a step until it gets no faster. What the compiler does is not asked, since replicas of
   * a rank must decide alike, too.
   */
  private void warmUp(int calls, Step step) throws MPIException {
    WarmUp warmUp = new WarmUp(STEADY_BLOCKS, FASTER, 0, LONGEST_WARM_UP * NS_PER_US);
    double leastNs = calls * WARM_UP_US_PER_CALL * NS_PER_US;
    while (!(warmUp.isSteady() && warmUp.hasTaken(leastNs)) && warmUp.hasTime()) {
      slowest[0] = time(calls, step);
      MPI.COMM_WORLD.allReduce(slowest, 1, MPI.DOUBLE, MPI.MAX);
      warmUp.endBlock(slowest[0] * NS_PER_US, 0);
    }
  }

  /** The time of so many calls, in us. */
  private double time(int calls, Step step) throws MPIException {
    MPI.COMM_WORLD.barrier();
    double began = MPI.wtime();
    for (int call = 0; call < calls; call++) {
      step.run();
    }
    return (MPI.wtime() - began) * US_PER_S;
  }

  private void roundTrip(ByteBuffer message) throws MPIException {
    for (int turn = 0; turn < PAIR && rank < PAIR; turn++) {
      if (turn == rank) {
        MPI.COMM_WORLD.send(message, message.capacity(), MPI.BYTE, other, TAG);
      } else {
        MPI.COMM_WORLD.recv(message, message.capacity(), MPI.BYTE, other, TAG);
      }
    }
  }

  /** Sends several messages together; the last one received is answered. */
  private void stream(ByteBuffer message) throws MPIException {
    if (rank >= PAIR) {
      return;
    }
    Request[] requests = new Request[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      requests[i] =
          rank == 0
              ? MPI.COMM_WORLD.iSend(message, message.capacity(), MPI.BYTE, other, TAG)
              : MPI.COMM_WORLD.iRecv(message, message.capacity(), MPI.BYTE, other, TAG);
    }
    Request.waitAll(requests);
    if (rank == 0) {
      MPI.COMM_WORLD.recv(received, 0, MPI.BYTE, other, TAG);
    } else {
      MPI.COMM_WORLD.send(received, 0, MPI.BYTE, other, TAG);
    }
  }

  private void toItself(ByteBuffer message) throws MPIException {
    Request sent = MPI.COMM_WORLD.iSend(message, message.capacity(), MPI.BYTE, other, TAG);
    MPI.COMM_WORLD.recv(received, message.capacity(), MPI.BYTE, other, TAG);
    sent.waitFor();
  }
}
