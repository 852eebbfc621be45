package org.legio.core.repair;

/** The program's request for a non-blocking collective operation. */
public interface PendingRequest {
  /** The members of its communicator, as ranks in the world. Not to be changed. */
  int[] members();

  /** Whether it is over for the program: completed, skipped, or failed by its own error. */
  boolean isDone();

  /** Throws the error that it has ended with, if any: MPI's, or one of its completion. */
  void throwIfErred() throws Exception;
}
