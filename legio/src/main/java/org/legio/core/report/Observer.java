package org.legio.core.report;

/** Is told what happens, on the thread of the call. It must neither communicate nor throw. */
public interface Observer {
  /** Ignores everything. */
  Observer NOBODY = new Observer() {};

  /**
   * A death has been noticed here.
   *
   * @param worldRank the dead rank, in the world
   * @param call the call in which it was noticed; empty outside of any
   */
  default void died(int worldRank, String call) {}

  /** A repair begins; {@link #repaired} ends it, unless no rank turns out to be lost. */
  default void repairBegins() {}

  /** The repair that this thread has begun is done. */
  default void repaired(RepairRecord repair) {}

  /** An operation has been skipped. */
  default void skipped(Skip skip) {}

  /**
   * An operation that was skipped.
   *
   * @param call its name
   * @param role the role of the rank that it needed: root, destination, source, target
   * @param rank that rank, in the numbering of the program's communicator
   */
  record Skip(String call, String role, int rank) {}
}
