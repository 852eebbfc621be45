package org.legio.simulator;

import java.util.HashMap;
import java.util.Map;
import org.legio.runtime.engine.SharedPositions;

/** The shared pointers of files whose ranks live in one JVM, one of which runs at a time. */
final class PlainPositions implements SharedPositions {
  private final Map<Long, Long> positions = new HashMap<>();
  private long claims;

  @Override
  public long claim() {
    positions.put(claims, 0L);
    return claims++;
  }

  @Override
  public void free(long place) {
    positions.remove(place);
  }

  @Override
  public long get(long place) {
    return positions.getOrDefault(place, 0L);
  }

  @Override
  public void set(long place, long position) {
    positions.put(place, position);
  }

  @Override
  public long getAndAdd(long place, long bytes) {
    long before = get(place);
    set(place, before + bytes);
    return before;
  }
}
