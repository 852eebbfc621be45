package org.legio.core.creation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.legio.core.repair.Context;
import org.legio.core.settings.Policies;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;

/**
 * The policies in the info objects of communicators, windows and files: the keys that begin with
 * {@code legio.}, of which MPI is not told. MPI standard 4.0, section 7.4.4.
 */
public final class PolicyInfo {
  private static final String ORIGIN = "in an info";

  private final Pmpi pmpi;
  private final Binding binding;

  /** Gives an info to MPI. */
  @FunctionalInterface
  public interface Taker {
    void take(long info) throws Exception;
  }

  public PolicyInfo(Context context) {
    this.pmpi = context.pmpi();
    this.binding = context.binding();
  }

  /** What an info names for a communicator. */
  public NamedPolicies ofCommunicator(long info) throws Exception {
    return named(info, "communicator", policy -> true);
  }

  /** What an info names for a window, which has policies of its own for accesses only. */
  public NamedPolicies ofWindow(long info) throws Exception {
    return named(
        info,
        "window",
        policy -> policy == Setting.GET_TARGET_FAILED || policy == Setting.PUT_TARGET_FAILED);
  }

  /** Refuses an info of a file that names a policy, for files have none of their own. */
  public void requireNone(long info) throws Exception {
    NamedPolicies named = named(info, "file", policy -> false);
    if (named.errorClass() != 0) {
      throw binding.newException(named.errorClass(), "legio: " + named.refusal());
    }
  }

  private NamedPolicies named(long info, String kind, Predicate<Setting> isOfKind)
      throws Exception {
    Map<Setting, String> found = new EnumMap<>(Setting.class);
    for (String key : keys(info)) {
      Setting policy;
      try {
        policy = policyOf(key, kind, isOfKind);
      } catch (IllegalArgumentException e) {
        return NamedPolicies.refused(MpiConstants.ERR_INFO_KEY, e);
      }
      NamedPolicies one = NamedPolicies.of(policy, String.valueOf(pmpi.infoGet(info, key)), ORIGIN);
      if (one.errorClass() != 0) {
        return one;
      }
      found.putAll(one.policies());
    }
    return found.isEmpty() ? NamedPolicies.NONE : NamedPolicies.of(found);
  }

  private static Setting policyOf(String key, String kind, Predicate<Setting> isOfKind) {
    Setting policy = Setting.policyNamed(key.substring(Policies.INFO_PREFIX.length()));
    if (!isOfKind.test(policy)) {
      throw new IllegalArgumentException(
          key
              + " is no policy of a "
              + kind
              + "; give it to the communicator that the "
              + kind
              + " is made on");
    }
    return policy;
  }

  /** The keys of policies. */
  private List<String> keys(long info) throws Exception {
    List<String> keys = new ArrayList<>();
    int size = info == binding.infoNull() ? 0 : pmpi.infoSize(info);
    for (int index = 0; index < size; index++) {
      String key = pmpi.infoKey(info, index);
      if (key.startsWith(Policies.INFO_PREFIX)) {
        keys.add(key);
      }
    }
    return keys;
  }

  /** Has MPI given an info without policies. The program's own stays as it is. */
  public void withoutPolicies(long info, Taker taker) throws Exception {
    List<String> keys = keys(info);
    if (keys.isEmpty()) {
      taker.take(info);
      return;
    }
    long copy = pmpi.infoDup(info);
    try {
      for (String key : keys) {
        pmpi.infoDelete(copy, key);
      }
      taker.take(copy);
    } finally {
      pmpi.infoFree(copy);
    }
  }

  /** Adds policies to an info that the program is shown. */
  public void show(Map<Setting, String> policies, long info) throws Exception {
    for (Map.Entry<Setting, String> each : policies.entrySet()) {
      pmpi.infoSet(info, Policies.INFO_PREFIX + each.getKey().key(), each.getValue());
    }
  }
}
