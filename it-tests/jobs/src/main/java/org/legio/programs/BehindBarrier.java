package org.legio.programs;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Large messages whose sender goes to a barrier while their receiver has not begun to receive. They
 * arrive only if the sender makes progress in the barrier.
 *
 * <p>Usage: {@code BehindBarrier ROUNDS BYTES}, on two ranks.
 */
public final class BehindBarrier {
  private BehindBarrier() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int rounds = Integer.parseInt(args[0]);
    ByteBuffer message = MPI.newByteBuffer(Integer.parseInt(args[1]));
    Comm world = MPI.COMM_WORLD;
    boolean isSender = world.getRank() == 0;
    for (int round = 1; round <= rounds; round++) {
      if (isSender) {
        send(world, message, round);
      } else {
        receive(world, message, round);
      }
    }
    System.out.println("rank " + world.getRank() + " done");
    MPI.Finalize();
  }

  private static void send(Comm world, ByteBuffer message, int round) throws MPIException {
    message.put(0, (byte) round).put(message.capacity() - 1, (byte) round);
    Request sent = world.iSend(message, message.capacity(), MPI.BYTE, 1, round);
    world.barrier();
    sent.waitFor();
  }

  private static void receive(Comm world, ByteBuffer message, int round) throws MPIException {
    world.recv(message, message.capacity(), MPI.BYTE, 0, round);
    if (message.get(0) != (byte) round || message.get(message.capacity() - 1) != (byte) round) {
      throw new IllegalStateException("message " + round + " has not arrived whole");
    }
    world.barrier();
  }
}
