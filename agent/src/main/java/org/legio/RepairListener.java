package org.legio;

/** Wants to hear of repairs, see {@link Legio#addRepairListener}. */
@FunctionalInterface
public interface RepairListener {
  /**
   * A communicator has been repaired. Called on the thread of the call in which that happened, at
   * each of its living members, before the call continues; so it must not communicate. What it
   * throws is logged.
   */
  void repaired(Repair repair);
}
