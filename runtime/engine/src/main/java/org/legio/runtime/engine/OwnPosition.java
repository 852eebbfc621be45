package org.legio.runtime.engine;

/** The shared pointer of a file that one rank has opened alone: nobody shares it. */
final class OwnPosition implements SharedPositions {
  private static final long PLACE = 0;

  private long position;

  @Override
  public long claim() {
    return PLACE;
  }

  @Override
  public void free(long place) {}

  @Override
  public long get(long place) {
    return position;
  }

  @Override
  public void set(long place, long newPosition) {
    position = newPosition;
  }

  @Override
  public long getAndAdd(long place, long bytes) {
    long before = position;
    position += bytes;
    return before;
  }
}
