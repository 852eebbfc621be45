package org.legio.runtime.shm;

/** How far a process of a job has come. */
public enum Phase {
  /** It has not called {@code MPI_Init}, and nobody asks whether it lives. */
  STARTING(0),
  /** It is between {@code MPI_Init} and {@code MPI_Finalize}. */
  RUNNING(1),
  /** It has left MPI, and its end is no failure. */
  FINALIZED(2),
  /** It counts as failed: it has said so itself, or it has ended before {@code MPI_Init}. */
  FAILED(3);

  private static final Phase[] ALL = values();

  private final int number;

  Phase(int number) {
    this.number = number;
  }

  /** The number that stands for it in the job's memory. */
  public int number() {
    return number;
  }

  /** The phase of a number. */
  public static Phase of(long number) {
    for (Phase phase : ALL) {
      if (phase.number == number) {
        return phase;
      }
    }
    throw new IllegalArgumentException("phase " + number + ": no process of a job has it");
  }
}
