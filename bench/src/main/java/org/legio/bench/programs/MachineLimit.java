package org.legio.bench.programs;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpi.MPI;
import mpi.MPIException;

/**
 * Measures the least that messages between two processes of this machine can cost: how long one
 * takes to see the word that the other has written, and to copy 1 MB from the other's memory.
 *
 * <p>Usage: {@code MachineLimit BLOCKS CALLS}, as for {@link MessageCosts}. Two ranks map a file of
 * their own and take turns at one word of it; MPI only starts them and begins each block. A time is
 * that of one way: half a round trip.
 */
public final class MachineLimit {
  /** A word from one core's cache to the other's. */
  public static final String FLIP = "flip of a cache line";

  /** The same with a copy of 1 MB from the other's memory to the own before each flip. */
  public static final String COPY = "copy of 1 MB";

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int RANKS = 2;
  private static final int WARM_UP = 5;

  /** So many flips take as long as a call. */
  private static final int FLIPS_AS_CALL = 20;

  private static final int CALLS_AS_COPY = 50;
  private static final int PAGE = 1 << 12;
  private static final int LARGE = 1 << 20;
  private static final int SPINS_BEFORE_YIELD = 1 << 14;
  private static final double NS_PER_US = 1000;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int blocks;
  private final ByteBuffer memory;
  private final ByteBuffer own;
  private final ByteBuffer others;
  private long turn = rank;

  private MachineLimit(int blocks, ByteBuffer memory) throws MPIException {
    this.blocks = blocks;
    this.memory = memory;
    this.own = memory.slice(PAGE + rank * LARGE, LARGE);
    this.others = memory.slice(PAGE + (1 - rank) * LARGE, LARGE);
  }

  /** Measures, with the arguments of the class comment. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    if (MPI.COMM_WORLD.getSize() != RANKS) {
      throw new IllegalArgumentException("it takes two ranks to flip a cache line");
    }
    SharedFile file = SharedFile.in("/dev/shm", ".limit");
    ByteBuffer memory = file.map(PAGE + RANKS * LARGE);
    MPI.COMM_WORLD.barrier();
    file.remove();
    MachineLimit limit = new MachineLimit(Integer.parseInt(left[0]), memory);
    int calls = Integer.parseInt(left[1]);
    limit.measure(FLIP, FLIPS_AS_CALL * calls, false);
    limit.measure(COPY, Math.max(1, calls / CALLS_AS_COPY), true);
    MPI.Finalize();
  }

  private void measure(String name, int calls, boolean copies) throws MPIException {
    for (int block = -WARM_UP; block < blocks; block++) {
      MPI.COMM_WORLD.barrier();
      long began = System.nanoTime();
      takeTurns(calls, copies);
      double us = (System.nanoTime() - began) / NS_PER_US / calls / RANKS;
      if (rank == 0 && block >= 0) {
        Results.tell(name, 0, us, "us", Noise.NONE);
      }
    }
  }

  /** Takes so many turns by turns with the other rank, and waits for its last one. */
  private void takeTurns(int count, boolean copies) {
    for (int i = 0; i < count; i++) {
      await(turn);
      if (copies) {
        own.put(0, others, 0, LARGE);
      }
      LONGS.setRelease(memory, 0, turn + 1);
      turn += RANKS;
    }
    if (rank == 0) {
      await(turn);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // the other may wait for this core
  private void await(long expected) {
    for (int spins = 1; (long) LONGS.getAcquire(memory, 0) != expected; spins++) {
      if (spins % SPINS_BEFORE_YIELD == 0) {
        Thread.yield();
      }
    }
  }
}
