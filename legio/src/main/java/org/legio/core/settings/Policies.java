package org.legio.core.settings;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What happens when an operation on a communicator needs a rank that is dead: the value of every
 * {@link Setting#isPolicy policy}. Immutable; the job's own are the {@link Configuration}'s, and
 * each communicator has its {@link CommunicatorPolicies}. Thesis, sections 3.3 to 3.5.
 */
public final class Policies {
  /** How the names of policies begin in the info of a communicator. */
  public static final String INFO_PREFIX = "legio.";

  private final Map<Setting, String> values;
  private final Map<Setting, String> named;

  private final Set<Setting> ignored;
  private final Set<Setting> switchedOn;
  private final int sendRetries;
  private final boolean announcesDeaths;

  private Policies(Map<Setting, String> values, Map<Setting, String> named) {
    this.values = values;
    this.named = named;
    this.ignored = allWith("ignore");
    this.switchedOn = allWith("true");
    this.sendRetries = Integer.parseInt(value(Setting.SEND_RETRIES));
    this.announcesDeaths = value(Setting.RECV_ANY_SOURCE).equals("empty");
  }

  /** Those of a job, of which a program has named none. */
  static Policies of(Configuration configuration) {
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      if (setting.isPolicy()) {
        values.put(setting, configuration.get(setting));
      }
    }
    return new Policies(values, Map.of());
  }

  /** These policies, but for those that a program names. */
  public Policies with(Map<Setting, String> others) {
    if (others.isEmpty()) {
      return this;
    }
    Map<Setting, String> changed = new EnumMap<>(values);
    changed.putAll(others);
    Map<Setting, String> allNamed = new EnumMap<>(Setting.class);
    allNamed.putAll(named);
    allNamed.putAll(others);
    return new Policies(changed, allNamed);
  }

  private Set<Setting> allWith(String wanted) {
    Set<Setting> all = EnumSet.noneOf(Setting.class);
    values.forEach(
        (policy, value) -> {
          if (value.equals(wanted)) {
            all.add(policy);
          }
        });
    return all;
  }

  /** Whether an operation of a policy is skipped when it needs a dead rank. */
  public boolean ignores(Setting policy) {
    return ignored.contains(policy);
  }

  /** Whether a switch is on. */
  public boolean isOn(Setting policy) {
    return switchedOn.contains(policy);
  }

  /** Whether the job ends when an operation of a policy needs a dead rank. */
  public boolean aborts(Setting policy) {
    return value(policy).equals("abort");
  }

  /** How often a message is sent again whose destination is not known to be dead. */
  public int sendRetries() {
    return sendRetries;
  }

  /** Whether a receive from any source returns an empty status for each dead rank. */
  public boolean announcesDeaths() {
    return announcesDeaths;
  }

  /** Whether a receive may end without a message, and the program continue. */
  public boolean keepsReceiveBuffers() {
    return announcesDeaths || ignores(Setting.RECV_SOURCE_FAILED);
  }

  /** The value of a policy, as written. */
  public String value(Setting policy) {
    String value = values.get(policy);
    if (value == null) {
      throw new IllegalArgumentException(policy.key() + " is no policy of a communicator");
    }
    return value;
  }

  /** The policies that a program has named, for this communicator or one that it comes from. */
  public Map<Setting, String> named() {
    return named;
  }

  /** The policies that all members of a communicator must have alike. */
  public Map<Setting, String> uniform() {
    Map<Setting, String> uniform = new EnumMap<>(values);
    uniform.keySet().removeIf(policy -> !policy.isUniform());
    return uniform;
  }

  /** Policies as lines of {@code key=value}, in one order. */
  public static String text(Map<Setting, String> policies) {
    return policies.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> each.getKey().key() + "=" + each.getValue())
        .collect(Collectors.joining("\n"));
  }
}
