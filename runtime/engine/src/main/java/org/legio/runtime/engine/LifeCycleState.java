package org.legio.runtime.engine;

/** How far a rank has come between {@code MPI_Init} and {@code MPI_Finalize}. */
final class LifeCycleState {
  private boolean isInitialized;
  private boolean isFinalized;
  private int threadLevel;
  private Thread main = Thread.currentThread();

  void begin(int level) {
    isInitialized = true;
    threadLevel = level;
    main = Thread.currentThread();
  }

  void end() {
    isFinalized = true;
  }

  boolean isInitialized() {
    return isInitialized;
  }

  boolean isFinalized() {
    return isFinalized;
  }

  /** What {@code MPI_Init_thread} has given. */
  int threadLevel() {
    return threadLevel;
  }

  /** Whether the calling thread is the one that has initialized MPI. */
  boolean isMainThread() {
    return Thread.currentThread() == main;
  }
}
