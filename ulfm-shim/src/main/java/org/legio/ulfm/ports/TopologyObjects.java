package org.legio.ulfm.ports;

/** Makes the binding's objects that describe a topology to a program. */
public interface TopologyObjects {

  /** A new {@code mpi.CartParms}. */
  Object cartParms(int[] dims, boolean[] periods, int[] coords);

  /** A new {@code mpi.ShiftParms}. */
  Object shiftParms(int source, int destination);

  /** A new {@code mpi.GraphParms}. */
  Object graphParms(int[] index, int[] edges);

  /** A new {@code mpi.DistGraphNeighbors}. */
  Object distGraphNeighbors(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted);
}
