package org.legio.core.creation;

import java.util.Map;
import org.legio.core.settings.Policies;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The policies that a member names for a communicator, or why it names none that can be.
 *
 * @param policies what it names
 * @param errorClass the class of the error, 0 for none
 * @param refusal what is wrong, as one line
 */
public record NamedPolicies(Map<Setting, String> policies, int errorClass, String refusal) {
  /** What a member names that names none. */
  public static final NamedPolicies NONE = of(Map.of());

  static NamedPolicies of(Map<Setting, String> policies) {
    return new NamedPolicies(policies, 0, "");
  }

  /** A policy by its key; a value that it does not take is for all members to hear of. */
  public static NamedPolicies of(Setting policy, String value, String origin) {
    try {
      return of(Map.of(policy, policy.check(value, origin)));
    } catch (IllegalArgumentException e) {
      return refused(MpiConstants.ERR_INFO_VALUE, e);
    }
  }

  static NamedPolicies refused(int errorClass, IllegalArgumentException cause) {
    return new NamedPolicies(Map.of(), errorClass, String.valueOf(cause.getMessage()));
  }

  /** What the members tell each other; never empty. */
  String text() {
    return errorClass == 0 ? "\n" + Policies.text(policies) : (char) errorClass + refusal;
  }
}
