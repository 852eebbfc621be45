package org.legio.ulfm.ports;

/** Is told how far this process has come, so that its end can be told from a failure. */
public interface Stages {
  /** For a runtime that sees by itself how far its processes have come. */
  Stages SEEN_BY_THE_RUNTIME = new Stages() {};

  /** This process calls {@code MPI_Init}. */
  default void initializing() {}

  /** This process has come through {@code MPI_Init}. */
  default void initialized() {}

  /** This process has finalized MPI, or needs no protection. */
  default void finalized() {}

  /** This process is about to end with a status. */
  default void ending(int status) {}
}
