package org.legio.ulfm.openmpi;

import java.lang.invoke.MethodHandle;
import org.legio.ulfm.ports.TopologyObjects;

/** The {@link TopologyObjects} of Open MPI's Java binding. */
public final class OpenMpiTopologyObjects implements TopologyObjects {
  private final MethodHandle cartParms =
      BindingObjects.constructor("mpi.CartParms", int[].class, boolean[].class, int[].class);
  private final MethodHandle shiftParms =
      BindingObjects.constructor("mpi.ShiftParms", int.class, int.class);
  private final MethodHandle graphParms =
      BindingObjects.constructor("mpi.GraphParms", int[].class, int[].class);
  private final MethodHandle distGraphNeighbors =
      BindingObjects.constructor(
          "mpi.DistGraphNeighbors",
          int[].class,
          int[].class,
          int[].class,
          int[].class,
          boolean.class);

  @Override
  public Object cartParms(int[] dims, boolean[] periods, int[] coords) {
    return BindingObjects.make(cartParms, dims, periods, coords);
  }

  @Override
  public Object shiftParms(int source, int destination) {
    return BindingObjects.make(shiftParms, source, destination);
  }

  @Override
  public Object graphParms(int[] index, int[] edges) {
    return BindingObjects.make(graphParms, index, edges);
  }

  @Override
  public Object distGraphNeighbors(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {
    return BindingObjects.make(
        distGraphNeighbors, sources, sourceWeights, destinations, destinationWeights, weighted);
  }
}
