package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import org.legio.runtime.engine.SharedPositions;
import org.legio.runtime.lanes.Words;

/** The shared pointers of files, in words of the job's memory. */
public final class JobPositions implements SharedPositions {
  private static final long FREE = 0;
  private static final long TAKEN = 1;

  private final ByteBuffer memory;
  private final JobShape shape;

  public JobPositions(JobMemory job) {
    this.memory = job.bytes();
    this.shape = job.shape();
  }

  private int taker(long place) {
    return shape.position((int) place);
  }

  private int value(long place) {
    return taker(place) + Long.BYTES;
  }

  @Override
  public long claim() {
    for (int place = 0; place < JobShape.POSITIONS; place++) {
      if (Words.compareAndSet(memory, taker(place), FREE, TAKEN)) {
        set(place, 0);
        return place;
      }
    }
    return NONE;
  }

  @Override
  public void free(long place) {
    Words.setVolatile(memory, taker(place), FREE);
  }

  @Override
  public long get(long place) {
    return Words.getVolatile(memory, value(place));
  }

  @Override
  public void set(long place, long position) {
    Words.setVolatile(memory, value(place), position);
  }

  @Override
  public long getAndAdd(long place, long bytes) {
    while (true) {
      long before = get(place);
      if (Words.compareAndSet(memory, value(place), before, before + bytes)) {
        return before;
      }
    }
  }
}
