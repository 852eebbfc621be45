package org.legio.embedded;

/** How far a process of a job has come. */
public enum Phase {
  /** It has not called {@code MPI_Init}, and nobody asks whether it lives. */
  STARTING,
  /** It is between {@code MPI_Init} and {@code MPI_Finalize}. */
  RUNNING,
  /** It has left MPI, and its end is no failure. */
  FINALIZED,
  /** It counts as failed: it has said so itself, or it has ended before {@code MPI_Init}. */
  FAILED
}
