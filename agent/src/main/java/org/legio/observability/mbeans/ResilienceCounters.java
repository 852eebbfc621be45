package org.legio.observability.mbeans;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.legio.core.report.Report;
import org.slf4j.LoggerFactory;

/** Shows the counters to JMX, as they are when it asks. */
final class ResilienceCounters implements ResilienceMXBean {
  private static final String NAME = "org.legio:type=Resilience";
  private static final double NS_PER_MS = 1e6;

  private final Report report;

  private ResilienceCounters(Report report) {
    this.report = report;
  }

  /** Registers them with the platform's MBean server, which is started if it was not. */
  static void register(Report report) {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(new ResilienceCounters(report), new ObjectName(NAME));
    } catch (JMException e) {
      LoggerFactory.getLogger("legio")
          .warn("legio: {} cannot be registered, JMX will not show it: {}", NAME, e.toString());
    }
  }

  @Override
  public int getRank() {
    return report.counters().rank();
  }

  @Override
  public int getRanks() {
    return report.counters().ranks();
  }

  @Override
  public List<Integer> getFailedRanks() {
    return report.counters().failedRanks();
  }

  @Override
  public int getFailedRankCount() {
    return getFailedRanks().size();
  }

  @Override
  public int getRepairs() {
    return report.counters().repairs().count();
  }

  @Override
  public double getRepairMilliseconds() {
    return report.counters().repairs().ns() / NS_PER_MS;
  }

  @Override
  public Map<String, Integer> getSkippedOperations() {
    return report.counters().skipped();
  }

  @Override
  public int getSkippedOperationCount() {
    return sum(getSkippedOperations());
  }

  @Override
  public Map<String, Integer> getRepeatedOperations() {
    return report.counters().repeated();
  }

  @Override
  public int getRepeatedOperationCount() {
    return sum(getRepeatedOperations());
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public long getPublished() {
    return report.counters().decided().published();
  }

  @Override
  public long getVotes() {
    return report.counters().decided().voted();
  }

  @Override
  public long getAgreements() {
    return report.counters().decided().agreed();
  }

  @Override
  public int getMaskedDeaths() {
    return report.survival().masked();
  }

  @Override
  public int getRestarts() {
    return report.survival().restarts();
  }

  @Override
  public long getKeptBytes() {
    return report.survival().keptBytes();
  }

  @Override
  public double getKeptFullness() {
    return report.survival().fullness();
  }

  @Override
  public long getDecisionsBehind() {
    return report.survival().behind();
  }
}
