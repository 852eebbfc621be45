package org.legio.runtime.engine;

/**
 * The shared pointers of open files. They lie where all ranks reach them, and outlive whoever has
 * moved them last.
 */
public interface SharedPositions {
  /** There is no place for another one. */
  int NONE = -1;

  /** Takes a place for a pointer, which is 0 then; {@link #NONE} if all are taken. */
  int claim();

  /** Gives a place up. */
  void free(int place);

  /** The position at a place, in bytes of the view. */
  long get(int place);

  /** Moves the pointer at a place. */
  void set(int place, long position);

  /** Moves the pointer at a place on, and returns where it was. */
  long getAndAdd(int place, long bytes);
}
