package org.legio.ulfm.ports;

/** Is told how far this process has come, so that its end can be told from a failure. */
public interface Stages {
  /** For a runtime that sees by itself how far its processes have come. */
  Stages SEEN_BY_THE_RUNTIME = new Stages() {};

  /** This process calls {@code MPI_Init}. */
  default void initialising() {}

  /** This process has come through {@code MPI_Init}. */
  default void initialised() {}

  /** This process has finalised MPI, or needs no protection. */
  default void finalised() {}

  /** This process is about to end with a status. */
  default void ending(int status) {}
}
