package org.legio.ulfm.ports;

import org.jspecify.annotations.Nullable;

/**
 * Makes and queries communicators with a topology, with the parameters of the binding's natives
 * (see {@link Pmpi}).
 *
 * <p>MPI standard 4.0, chapter 8.
 */
public interface Topologies {

  @BindingNative(owner = "mpi.CartComm", name = "getTopo")
  Object cartTopology(long comm) throws Exception;

  @BindingNative(owner = "mpi.CartComm", name = "getRank")
  int cartRank(long comm, int[] coordinates) throws Exception;

  @BindingNative(owner = "mpi.CartComm", name = "getCoords")
  int[] cartCoords(long comm, int rank) throws Exception;

  @BindingNative(owner = "mpi.CartComm", name = "shift")
  Object cartShift(long comm, int direction, int displacement) throws Exception;

  @BindingNative(owner = "mpi.CartComm", name = "sub")
  long cartSub(long comm, boolean[] remainDims) throws Exception;

  @BindingNative(owner = "mpi.CartComm", name = "map")
  int cartMap(long comm, int[] ints, boolean[] flags) throws Exception;

  int getTopology(long comm) throws Exception;

  @BindingNative(owner = "mpi.GraphComm", name = "getDims")
  Object graphDims(long comm) throws Exception;

  @BindingNative(owner = "mpi.GraphComm", name = "getNeighbors")
  int[] graphNeighbors(long comm, int rank) throws Exception;

  @BindingNative(owner = "mpi.GraphComm", name = "getDistGraphNeighbors")
  Object distGraphNeighbors(long comm) throws Exception;

  @BindingNative(owner = "mpi.GraphComm", name = "map")
  int graphMap(long comm, int[] ints1, int[] ints2) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long createCart(long comm, int[] dims, boolean[] periods, boolean reorder) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long createGraph(long comm, int[] index, int[] edges, boolean reorder) throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long createDistGraph(
      long comm,
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights,
      long info,
      boolean reorder,
      boolean weighted)
      throws Exception;

  @BindingNative(owner = "mpi.Intracomm")
  long createDistGraphAdjacent(
      long comm,
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      long info,
      boolean reorder,
      boolean weighted)
      throws Exception;
}
