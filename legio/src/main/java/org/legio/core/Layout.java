package org.legio.core;

import org.jspecify.annotations.Nullable;

/** Makes what carries the collectives of communicators, each in the way that suits it. */
@FunctionalInterface
public interface Layout {
  /** All members of a communicator in one: thesis, chapter 3. */
  Layout FLAT =
      (context, wholeComm, rank, parent) -> CollectiveEngine.flat(context, wholeComm, rank);

  /**
   * Makes the substitute of a communicator. Collective over its living members, who choose alike.
   *
   * @param wholeComm a communicator of its living members
   * @param rank this process's original rank
   * @param parent what carries the communicator that it has been made from; null if there is none
   */
  Substitute over(
      Context context, ResilientCommunicator wholeComm, int rank, @Nullable Substitute parent)
      throws Exception;
}
