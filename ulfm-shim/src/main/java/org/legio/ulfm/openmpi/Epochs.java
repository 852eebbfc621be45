package org.legio.ulfm.openmpi;

import com.sun.jna.Pointer;
import java.util.BitSet;

/**
 * Keeps the identifiers of communicators unique, so that Open MPI does not confuse their
 * agreements.
 *
 * <p>Open MPI 5.0.7 knows an agreement by its number and by its communicator's index and epoch. An
 * index is given anew once it is free. The epoch is the highest of its members' counts of
 * communicators made, plus one. A process that has made fewer than another may thus come to a
 * second communicator of the same index and epoch; it remembers the last agreement of the first and
 * answers with it ({@code cycling of identifiers}), and the members wait for each other for ever.
 * So a process whose count is lower than the epoch of a communicator raises it, by making
 * communicators of its own.
 */
final class Epochs {
  /** How much of a communicator is looked at; none is smaller. */
  private static final int LOOKED_AT = 256;

  /** After how many communicators the epoch is looked at again while its place is sought. */
  private static final int[] STEPS = {1, 2, 1, 3};

  private static final int NOWHERE = -1;
  private static final int UNKNOWN = -2;

  private int place = UNKNOWN;
  private int count;

  /** Raises this process's count to the epoch of a communicator that it is in. */
  synchronized void reach(long comm) {
    if (place == UNKNOWN) {
      place = findPlace();
    }
    if (place != NOWHERE) {
      int epoch = new Pointer(comm).getInt(place);
      while (count < epoch) {
        count = looksOfNew()[place / Integer.BYTES];
      }
    }
  }

  /** The place that counts communicators; no other changes likewise. */
  private static int findPlace() {
    BitSet counting = new BitSet();
    counting.set(0, LOOKED_AT / Integer.BYTES);
    int[] before = looksOfNew();
    for (int step : STEPS) {
      int[] after = before;
      for (int i = 0; i < step; i++) {
        after = looksOfNew();
      }
      for (int i = 0; i < after.length; i++) {
        counting.set(i, counting.get(i) && after[i] - before[i] == step);
      }
      before = after;
    }
    if (counting.cardinality() == 1) {
      return counting.nextSetBit(0) * Integer.BYTES;
    }
    System.getLogger("legio")
        .log(
            System.Logger.Level.WARNING,
            "the epoch of a communicator is not where this version of Open MPI was expected to have it"
                + " (candidates {0}): a job whose ranks make different numbers of communicators may"
                + " hang; use Open MPI 5.0.7",
            counting);
    return NOWHERE;
  }

  /** Makes a communicator of this process alone and frees it; returns what it looked like. */
  private static int[] looksOfNew() {
    OpenMpiUlfm.Cell made = OpenMpiUlfm.cell();
    long self = OpenMpiBinding.predefined("ompi_mpi_comm_self");
    OpenMpiUlfm.require("MPI_Comm_dup", OpenMpiUlfm.Functions.MPI_Comm_dup(self, made.address));
    int[] looks = new Pointer(made.memory.getLong(0)).getIntArray(0, LOOKED_AT / Integer.BYTES);
    OpenMpiUlfm.require("MPI_Comm_free", OpenMpiUlfm.Functions.MPI_Comm_free(made.address));
    return looks;
  }
}
