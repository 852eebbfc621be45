package org.legio.simulator;

/** The results of the natives on topologies, in the place of the binding's own objects. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public final class TopologyAnswers {

  private TopologyAnswers() {}

  /** Stands for an {@code mpi.CartParms}. */
  public record Cart(int[] dims, boolean[] periods, int[] coordinates) {}

  /** Stands for an {@code mpi.ShiftParms}. */
  public record Shift(int source, int destination) {}

  /** Stands for an {@code mpi.GraphParms}. */
  public record Graph(int[] index, int[] edges) {}

  /** Stands for an {@code mpi.DistGraphNeighbors}. */
  public record DistGraph(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {}
}
