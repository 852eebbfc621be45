package org.legio.runtime.engine;

/** How far a rank has come between {@code MPI_Init} and {@code MPI_Finalize}. */
final class LifeCycleState {
  private boolean isInitialised;
  private boolean isFinalised;
  private int threadLevel;
  private Thread main = Thread.currentThread();

  void begin(int level) {
    isInitialised = true;
    threadLevel = level;
    main = Thread.currentThread();
  }

  void end() {
    isFinalised = true;
  }

  boolean isInitialised() {
    return isInitialised;
  }

  boolean isFinalised() {
    return isFinalised;
  }

  /** What {@code MPI_Init_thread} has given. */
  int threadLevel() {
    return threadLevel;
  }

  /** Whether the calling thread is the one that has initialised MPI. */
  boolean isMainThread() {
    return Thread.currentThread() == main;
  }
}
