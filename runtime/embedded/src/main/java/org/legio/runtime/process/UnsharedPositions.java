package org.legio.runtime.process;

import org.legio.runtime.engine.SharedPositions;

/**
 * The shared pointers of files where ranks have no memory in common: files can be opened, but their
 * shared pointers cannot be used.
 */
final class UnsharedPositions implements SharedPositions {
  private static final int ANY_PLACE = 0;

  @Override
  public int claim() {
    return ANY_PLACE;
  }

  @Override
  public void free(int place) {}

  @Override
  public long get(int place) {
    throw refused();
  }

  /** A pointer is set when a file is opened or gets a view, whether or not it is used. */
  @Override
  public void set(int place, long position) {}

  @Override
  public long getAndAdd(int place, long bytes) {
    throw refused();
  }

  private static UnsupportedOperationException refused() {
    return new UnsupportedOperationException(
        "a job over several hosts of the embedded runtime has no shared file pointers; give offsets"
            + " (writeAt, writeAtAll), or run on one host");
  }
}
