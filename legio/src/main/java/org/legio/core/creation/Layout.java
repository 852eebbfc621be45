package org.legio.core.creation;

import org.jspecify.annotations.Nullable;
import org.legio.core.collective.CollectiveEngine;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Substitute;

/** Makes the substitutes of communicators: in the flat layout or in another one. */
@FunctionalInterface
public interface Layout {
  /** The flat layout, all members in one substitute communicator: thesis, chapter 3. */
  Layout FLAT =
      (context, wholeComm, rank, parent) -> CollectiveEngine.flat(context, wholeComm, rank);

  /**
   * Makes the substitute of a communicator. Collective over its living members, which choose alike.
   *
   * @param wholeComm a communicator of its living members
   * @param rank this process's original rank
   * @param parent the substitute of the communicator that it has been made from; null if there is
   *     none
   */
  Substitute over(
      Context context, ResilientCommunicator wholeComm, int rank, @Nullable Substitute parent)
      throws Exception;
}
