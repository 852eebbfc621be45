package org.legio;

/** Receives a notification of each repair, see {@link Legio#addRepairListener}. */
@FunctionalInterface
public interface RepairListener {
  /**
   * Receives the repair of a communicator. Called at each of its living members, on the thread of
   * the call that repaired it and before that call continues, so it must not communicate.
   * Exceptions are logged.
   */
  void repaired(Repair repair);
}
