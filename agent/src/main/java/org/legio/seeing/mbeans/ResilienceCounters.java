package org.legio.seeing.mbeans;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.ObjectName;
import org.legio.core.Counters;
import org.slf4j.LoggerFactory;

/** Shows the counters to JMX, as they are when it asks. */
final class ResilienceCounters implements ResilienceMXBean {
  private static final String NAME = "org.legio:type=Resilience";
  private static final double NS_PER_MS = 1e6;

  private final Supplier<Counters> counters;

  private ResilienceCounters(Supplier<Counters> counters) {
    this.counters = counters;
  }

  /** Registers them with the platform's MBean server, which is started if it was not. */
  static void register(Supplier<Counters> counters) {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(new ResilienceCounters(counters), new ObjectName(NAME));
    } catch (JMException e) {
      LoggerFactory.getLogger("legio")
          .warn("legio: {} cannot be registered, JMX will not show it: {}", NAME, e.toString());
    }
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
