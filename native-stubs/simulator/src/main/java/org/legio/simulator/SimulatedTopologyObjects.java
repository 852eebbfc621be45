package org.legio.simulator;

import org.legio.ulfm.ports.TopologyObjects;

/** Makes the objects that stand for the binding's descriptions of topologies. */
final class SimulatedTopologyObjects implements TopologyObjects {

  @Override
  public Object cartParms(int[] dims, boolean[] periods, int[] coords) {
    return new TopologyAnswers.Cart(dims, periods, coords);
  }

  @Override
  public Object shiftParms(int source, int destination) {
    return new TopologyAnswers.Shift(source, destination);
  }

  @Override
  public Object graphParms(int[] index, int[] edges) {
    return new TopologyAnswers.Graph(index, edges);
  }

  @Override
  public Object distGraphNeighbors(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {
    return new TopologyAnswers.DistGraph(
        sources, sourceWeights, destinations, destinationWeights, weighted);
  }
}
