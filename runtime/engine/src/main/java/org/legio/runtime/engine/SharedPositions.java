package org.legio.runtime.engine;

import java.io.IOException;

/**
 * The shared pointers of open files. They lie where all ranks reach them, and outlive whoever has
 * moved them last.
 */
public interface SharedPositions {
  /** There is no place for another one. */
  long NONE = -1;

  /** Takes a place for a pointer, which is 0 then; {@link #NONE} if all are taken. */
  long claim();

  /** Gives a place up. */
  void free(long place) throws IOException;

  /** The position at a place, in bytes of the view. */
  long get(long place) throws IOException;

  /** Moves the pointer at a place. */
  void set(long place, long position) throws IOException;

  /** Moves the pointer at a place on, and returns where it was. */
  long getAndAdd(long place, long bytes) throws IOException;
}
