package org.legio.seeing.mbeans;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.legio.core.Counters;

/** Shows the counters to JMX, as they are when it asks. */
final class ResilienceCounters implements ResilienceMXBean {
  private static final double NS_PER_MS = 1e6;

  private final Supplier<Counters> counters;

  ResilienceCounters(Supplier<Counters> counters) {
    this.counters = counters;
  }

  @Override
  public int getRank() {
    return counters.get().rank();
  }

  @Override
  public int getRanks() {
    return counters.get().ranks();
  }

  @Override
  public List<Integer> getFailedRanks() {
    return counters.get().failedRanks();
  }

  @Override
  public int getRepairs() {
    return counters.get().repairs();
  }

  @Override
  public double getRepairMilliseconds() {
    return counters.get().repairNs() / NS_PER_MS;
  }

  @Override
  public Map<String, Integer> getSkippedOperations() {
    return counters.get().skipped();
  }

  @Override
  public Map<String, Integer> getRepeatedOperations() {
    return counters.get().repeated();
  }
}
