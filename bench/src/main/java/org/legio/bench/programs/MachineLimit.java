package org.legio.bench.programs;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpi.MPI;
import mpi.MPIException;

/**
 * The least that messages between two processes of this machine can cost: how long one takes to see
 * the word that the other has written, and to copy 1 MB from the other's memory.
 *
 * <p>Two ranks map a file of their own and take turns at one word of it; MPI only begins each
 * block. A time is that of one way: half a round trip.
 */
final class MachineLimit {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int RANKS = 2;
  private static final int PAGE = 1 << 12;
  private static final int LARGE = 1 << 20;
  private static final int SPINS_BEFORE_YIELD = 1 << 14;
  private static final double NS_PER_US = 1000;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final ByteBuffer memory;
  private final ByteBuffer own;
  private final ByteBuffer others;
  private long turn = rank;

  /** Maps the memory; both ranks of the job do this together. */
  MachineLimit() throws MPIException, IOException {
    if (MPI.COMM_WORLD.getSize() != RANKS) {
      throw new IllegalArgumentException("it takes two ranks to flip a cache line");
    }
    SharedFile file = SharedFile.in("/dev/shm", ".limit");
    this.memory = file.map(PAGE + RANKS * LARGE);
    this.own = memory.slice(PAGE + rank * LARGE, LARGE);
    this.others = memory.slice(PAGE + (1 - rank) * LARGE, LARGE);
    MPI.COMM_WORLD.barrier();
    file.remove();
  }

  /** How long one way of so many round trips takes, in us: a flip, or a copy and a flip. */
  double time(int roundTrips, boolean copies) throws MPIException {
    MPI.COMM_WORLD.barrier();
    long began = System.nanoTime();
    takeTurns(roundTrips, copies);
    return (System.nanoTime() - began) / NS_PER_US / roundTrips / RANKS;
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
