package org.legio.libmpi;

import com.sun.jna.Callback;
import com.sun.jna.Native;
import org.legio.ulfm.openmpi.library.Abi;

/** The functions that this package calls by itself, mapped directly. */
final class MpiFunctions {
  static {
    Native.register(MpiFunctions.class, Abi.inUse().library());
  }

  private MpiFunctions() {}

  static native int MPI_Init(long count, long arguments);

  static native int MPI_Init_thread(long count, long arguments, int level, long provided);

  static native int MPI_Get_version(long version, long subversion);

  static native double MPI_Wtime();

  static native double MPI_Wtick();

  static native int MPI_Buffer_attach(long buffer, int bytes);

  static native int MPI_Buffer_detach(long buffer, long bytes);

  static native int MPI_Error_class(int error, long errorClass);

  static native int MPI_Error_string(int error, long text, long length);

  static native int MPI_Comm_test_inter(long comm, long flag);

  static native int MPI_Comm_rank(long comm, long rank);

  static native int MPI_Comm_size(long comm, long size);

  static native int MPI_Comm_remote_size(long comm, long size);

  static native int MPI_Comm_idup(long comm, long made, long request);

  static native int MPI_Type_get_extent(long type, long lb, long extent);

  static native int MPI_Type_get_true_extent(long type, long lb, long extent);

  static native int MPI_Type_size(long type, long size);

  static native int MPI_Type_free(long type);

  static native int MPI_Op_free(long op);

  static native int MPI_Info_get(long info, long key, int length, long value, long flag);

  static native int MPI_Info_get_valuelen(long info, long key, long length, long flag);

  static native int MPI_Iprobe(int source, int tag, long comm, long flag, long status);

  static native int MPI_Improbe(
      int source, int tag, long comm, long flag, long message, long status);

  static native int MPI_Imrecv(long buffer, int count, long type, long message, long request);

  static native int MPI_Test(long request, long flag, long status);

  static native int MPI_Request_get_status(long request, long flag, long status);

  static native int MPI_Waitany(int count, long requests, long index, long status);

  static native int MPI_Testany(int count, long requests, long index, long flag, long status);

  static native int MPI_Waitall(int count, long requests, long statuses);

  static native int MPI_Testall(int count, long requests, long flag, long statuses);

  static native int MPI_Waitsome(int count, long requests, long done, long indices, long statuses);

  static native int MPI_Testsome(int count, long requests, long done, long indices, long statuses);

  static native int MPI_Get_elements_x(long status, long type, long count);

  static native int MPI_Status_set_elements_x(long status, long type, long count);

  static native int MPI_Status_set_cancelled(long status, int flag);

  static native int MPI_Test_cancelled(long status, long flag);

  static native int MPI_Comm_get_attr(long comm, int key, long value, long flag);

  static native int MPI_Type_get_attr(long type, int key, long value, long flag);

  static native int MPI_Win_get_attr(long win, int key, long value, long flag);

  static native int MPI_Comm_set_attr(long comm, int key, long value);

  static native int MPI_Type_set_attr(long type, int key, long value);

  static native int MPI_Win_set_attr(long win, int key, long value);

  static native int MPI_Comm_create_keyval(Callback copy, Callback delete, long key, long extra);

  static native int MPI_Type_create_keyval(Callback copy, Callback delete, long key, long extra);

  static native int MPI_Win_create_keyval(Callback copy, Callback delete, long key, long extra);

  static native int MPI_Topo_test(long comm, long kind);

  static native int MPI_Cartdim_get(long comm, long dimensions);

  static native int MPI_Cart_get(long comm, int max, long dims, long periods, long coords);

  static native int MPI_Cart_coords(long comm, int rank, int max, long coords);

  static native int MPI_Cart_shift(long comm, int direction, int disp, long source, long target);

  static native int MPI_Graphdims_get(long comm, long nodes, long edges);

  static native int MPI_Graph_get(long comm, int maxIndex, int maxEdges, long index, long edges);

  static native int MPI_Graph_neighbors_count(long comm, int rank, long count);

  static native int MPI_Graph_neighbors(long comm, int rank, int max, long neighbors);

  static native int MPI_Dist_graph_neighbors_count(
      long comm, long sources, long destinations, long weighted);

  static native int MPI_Dist_graph_neighbors(
      long comm,
      int maxSources,
      long sources,
      long sourceWeights,
      int maxDestinations,
      long destinations,
      long destinationWeights);

  static native int MPI_Group_translate_ranks(
      long group, int count, long ranks, long other, long otherRanks);
}
