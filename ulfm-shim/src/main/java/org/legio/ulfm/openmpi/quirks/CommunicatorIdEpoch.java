package org.legio.ulfm.openmpi.quirks;

import com.sun.jna.Pointer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.legio.ulfm.openmpi.library.MpiFunctions;
import org.legio.ulfm.openmpi.library.MpiLibrary;

/**
 * Keeps the identifiers of communicators unique, so that Open MPI does not confuse their
 * agreements.
 *
 * <p>Open MPI 5.0.7 identifies an agreement by its number and by its communicator's index and
 * epoch. An index is used again once it is free. The epoch is one more than the highest count of
 * communicators that a member has made. A process that has made fewer than the others can thus get
 * a second communicator of the same index and epoch. It then answers with the last agreement of the
 * first one ({@code cycling of identifiers}), and the members wait for each other for ever. So a
 * process whose count is lower than the epoch of one of its communicators raises the count, by
 * making communicators of its own.
 *
 * <p>The place of the epoch in a communicator is not known. It is found by experiment: the only
 * word that counts up in the communicators that this process makes. If that word later holds a
 * value that cannot be an epoch, no count is raised any more.
 */
public final class CommunicatorIdEpoch {
  /** How many bytes of a communicator are searched for the epoch; no communicator is smaller. */
  private static final int LOOKED_AT = 256;

  /** How many communicators are made before each further look, while the place is searched. */
  private static final int[] STEPS = {1, 2, 1, 3};

  private static final int NOWHERE = -1;
  private static final int UNKNOWN = -2;

  /** A greater distance between a count and an epoch is taken for an error, not for an epoch. */
  static final int MAX_AHEAD = 1_000_000;

  /** Writes into a communicator. */
  interface Writer {
    /** Puts an epoch at its place. */
    void write(long comm, int place, int epoch);
  }

  private final Supplier<int[]> looksOfNew;
  private final LongFunction<int[]> looksOf;
  private final Writer writer;

  /**
   * The epochs set by {@link #give}, by communicator. A freed communicator may stay in it: the next
   * one at its address has another epoch.
   */
  private final Map<Long, Integer> given = new HashMap<>();

  private int place = UNKNOWN;
  private int count;

  public CommunicatorIdEpoch() {
    this(
        CommunicatorIdEpoch::makeOne,
        comm -> look(new Pointer(comm)),
        (comm, place, epoch) -> new Pointer(comm).setInt((long) place * Integer.BYTES, epoch));
  }

  /**
   * Makes one for an MPI.
   *
   * @param looksOfNew makes a communicator of this process alone, frees it and returns its memory
   * @param looksOf reads a communicator's memory
   * @param writer writes into a communicator's memory
   */
  CommunicatorIdEpoch(Supplier<int[]> looksOfNew, LongFunction<int[]> looksOf, Writer writer) {
    this.looksOfNew = looksOfNew;
    this.looksOf = looksOf;
    this.writer = writer;
  }

  /**
   * Sets the epoch of a communicator. The value is the caller's choice and no count of
   * communicators, so {@link #reach} ignores it.
   *
   * @param epoch below zero, so that it differs from all epochs that MPI sets
   * @return false if the place of the epoch is unknown
   */
  public synchronized boolean give(long comm, int epoch) {
    boolean isKnown = isPlaceKnown();
    if (isKnown) {
      writer.write(comm, place, epoch);
      given.put(comm, epoch);
    }
    return isKnown;
  }

  /** Raises this process's count to the epoch of a communicator that it is in. */
  public synchronized void reach(long comm) {
    if (isPlaceKnown()) {
      int epoch = looksOf.apply(comm)[place];
      if (!Objects.equals(given.get(comm), epoch)) {
        raiseTo(epoch);
      }
    }
  }

  private boolean isPlaceKnown() {
    if (place == UNKNOWN) {
      place = findPlace();
    }
    return place != NOWHERE;
  }

  private void raiseTo(int epoch) {
    count = count == 0 ? looksOfNew.get()[place] : count;
    if (epoch < 0 || epoch - count > MAX_AHEAD) {
      distrust("a communicator has %d there, one of this process alone %d".formatted(epoch, count));
    }
    while (place != NOWHERE && count < epoch) {
      int next = looksOfNew.get()[place];
      if (next <= count) {
        distrust("a new communicator has %d there, one before it %d".formatted(next, count));
      }
      count = next;
    }
  }

  private void distrust(String why) {
    place = NOWHERE;
    System.getLogger("legio")
        .log(
            System.Logger.Level.WARNING,
            "what was taken for the epoch of a communicator is none ("
                + why
                + "): a job whose ranks make different numbers of communicators may hang; use Open"
                + " MPI 5.0.7");
  }

  /** The place whose value counts communicators, if exactly one does. */
  private int findPlace() {
    BitSet counting = new BitSet();
    counting.set(0, LOOKED_AT / Integer.BYTES);
    int[] before = looksOfNew.get();
    for (int step : STEPS) {
      int[] after = before;
      for (int i = 0; i < step; i++) {
        after = looksOfNew.get();
      }
      for (int i = 0; i < after.length; i++) {
        counting.set(i, counting.get(i) && after[i] - before[i] == step);
      }
      before = after;
    }
    if (counting.cardinality() == 1) {
      return counting.nextSetBit(0);
    }
    System.getLogger("legio")
        .log(
            System.Logger.Level.WARNING,
            "the epoch of a communicator is not where this version of Open MPI was expected to have"
                + " it (candidates {0}): a job whose ranks make different numbers of communicators"
                + " may hang; use Open MPI 5.0.7",
            counting);
    return NOWHERE;
  }

  /** Makes a communicator of this process alone and frees it; returns its memory. */
  private static int[] makeOne() {
    MpiLibrary.Cell made = MpiLibrary.cell();
    long self = MpiLibrary.predefined("ompi_mpi_comm_self");
    MpiLibrary.require("MPI_Comm_dup", MpiFunctions.MPI_Comm_dup(self, made.address));
    int[] looks = look(new Pointer(made.memory.getLong(0)));
    MpiLibrary.require("MPI_Comm_free", MpiFunctions.MPI_Comm_free(made.address));
    return looks;
  }

  private static int[] look(Pointer communicator) {
    return communicator.getIntArray(0, LOOKED_AT / Integer.BYTES);
  }
}
