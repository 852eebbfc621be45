package org.legio.core.communicator;

import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.CollectiveCall;

/** The neighbors of a communicator's ranks. MPI standard 4.0, chapter 8. */
public interface Topology {

  /** Its kind as {@code MPI_Topo_test} tells it. */
  int kind();

  /**
   * Runs a collective operation between neighbors.
   *
   * @param substitute the communicator's substitute
   */
  void exchange(Context context, Substitute substitute, CollectiveCall call) throws Exception;
}
