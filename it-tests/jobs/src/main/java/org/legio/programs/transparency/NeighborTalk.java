package org.legio.programs.transparency;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Every neighbor collective, blocking and not, on a line without ends and one with. */
final class NeighborTalk implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    for (boolean isRing : new boolean[] {true, false}) {
      CartComm line = world.createCart(new int[] {world.getSize()}, new boolean[] {isRing}, false);
      even(report, line);
      uneven(report, line);
      line.free();
    }
  }

  private static void even(Report report, CartComm line) throws MPIException {
    IntBuffer own = own(line, 4);
    IntBuffer[] in = new IntBuffer[4];
    Arrays.setAll(in, i -> Values.directBlank(4));
    line.neighborAllGather(own, 2, MPI.INT, in[0], 2, MPI.INT);
    line.iNeighborAllGather(own, 2, MPI.INT, in[1], 2, MPI.INT).waitFor();
    line.neighborAllToAll(own, 2, MPI.INT, in[2], 2, MPI.INT);
    line.iNeighborAllToAll(own, 2, MPI.INT, in[3], 2, MPI.INT).waitFor();
    report.say("neighborAllGather", in[0]);
    report.say("iNeighborAllGather", in[1]);
    report.say("neighborAllToAll", in[2]);
    report.say("iNeighborAllToAll", in[3]);
  }

  /**
   * The data for both neighbors. On fewer than three ranks, where one rank is both neighbors, it is
   * the same for both, because MPI 3 does not define which of the two messages is which.
   */
  private static IntBuffer own(CartComm line, int length) throws MPIException {
    return line.getSize() > 2
        ? Values.direct(line.getRank(), length)
        : Values.buffer(Values.each(length, line.getRank()));
  }

  /**
   * Receives one int from the left and two from the right, if these are different ranks; the left
   * one's block is the last.
   */
  private static void uneven(Report report, CartComm line) throws MPIException {
    int more = line.getSize() > 2 ? 2 : 1;
    int[] counts = {1, 1};
    int[] starts = {4, 0};
    IntBuffer own = own(line, 5);
    IntBuffer[] in = new IntBuffer[4];
    Arrays.setAll(in, i -> Values.directBlank(5));
    line.neighborAllGatherv(own, 1, MPI.INT, in[0], counts, starts, MPI.INT);
    line.iNeighborAllGatherv(own, 1, MPI.INT, in[1], counts, starts, MPI.INT).waitFor();
    int[] outCounts = {more, 1};
    int[] outStarts = {3, 1};
    int[] inCounts = {1, more};
    line.neighborAllToAllv(own, outCounts, outStarts, MPI.INT, in[2], inCounts, starts, MPI.INT);
    line.iNeighborAllToAllv(own, outCounts, outStarts, MPI.INT, in[3], inCounts, starts, MPI.INT)
        .waitFor();
    report.say("neighborAllGatherv", in[0]);
    report.say("iNeighborAllGatherv", in[1]);
    report.say("neighborAllToAllv", in[2]);
    report.say("iNeighborAllToAllv", in[3]);
  }
}
