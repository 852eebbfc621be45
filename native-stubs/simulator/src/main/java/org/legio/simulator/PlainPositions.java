package org.legio.simulator;

import java.util.HashMap;
import java.util.Map;
import org.legio.runtime.engine.SharedPositions;

/** The shared pointers of files whose ranks live in one JVM, one of which runs at a time. */
final class PlainPositions implements SharedPositions {
  private final Map<Integer, Long> positions = new HashMap<>();
  private int claims;

  @Override
  public int claim() {
    positions.put(claims, 0L);
    return claims++;
  }

  @Override
  public void free(int place) {
    positions.remove(place);
  }

  @Override
  public long get(int place) {
    return positions.getOrDefault(place, 0L);
  }

  @Override
  public void set(int place, long position) {
    positions.put(place, position);
  }

  @Override
  public long getAndAdd(int place, long bytes) {
    long before = get(place);
    set(place, before + bytes);
    return before;
  }
}
