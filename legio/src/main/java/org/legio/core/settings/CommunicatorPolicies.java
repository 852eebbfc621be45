package org.legio.core.settings;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The policies of a communicator: its own, and over them those of the stretches of code that are
 * open on it, the latest first.
 */
public final class CommunicatorPolicies {
  private final List<Map<Setting, String>> stretches = new ArrayList<>();
  private Policies own;
  private volatile Policies inForce;

  /**
   * Begins with what is inherited.
   *
   * @param inherited those of the job, or of the communicator that this one is made from
   */
  public CommunicatorPolicies(Policies inherited) {
    this.own = inherited;
    this.inForce = inherited;
  }

  /** The policies in force now. */
  public Policies inForce() {
    return inForce;
  }

  /** Changes the communicator's own policies. */
  public synchronized void set(Map<Setting, String> named) {
    own = own.with(named);
    putInForce();
  }

  /**
   * Puts a policy in force for a stretch of code.
   *
   * @return ends the stretch; has no effect from the second time on
   */
  public synchronized Runnable begin(Setting policy, String value) {
    Map<Setting, String> stretch = new EnumMap<>(Map.of(policy, value));
    stretches.add(stretch);
    putInForce();
    return () -> end(stretch);
  }

  private synchronized void end(Map<Setting, String> stretch) {
    stretches.removeIf(each -> each == stretch);
    putInForce();
  }

  private void putInForce() {
    Policies present = own;
    for (Map<Setting, String> stretch : stretches) {
      present = present.with(stretch);
    }
    inForce = present;
  }
}
