package org.legio.core.report;

import java.util.List;

/**
 * A repair of a communicator, as one of its members tells of it.
 *
 * @param communicator the program's handle
 * @param name the communicator's name; may be empty
 * @param loss whom it has lost
 * @param call in which call the loss was noticed
 * @param durationNs how long the repair took
 */
public record RepairRecord(
    long communicator, String name, Loss loss, String call, long durationNs) {

  /**
   * The members that a communicator has lost, and how many it has.
   *
   * @param lost the members lost by this repair, by original rank, ascending
   * @param lostInWorld the same, as ranks in the world
   * @param left how many continue
   * @param size how many there were at first
   */
  public record Loss(List<Integer> lost, List<Integer> lostInWorld, int left, int size) {}
}
