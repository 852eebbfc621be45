package org.legio.core.settings;

import java.util.Optional;

/**
 * Why a rank ends the whole job.
 *
 * @param policy the policy that demands it, as {@code KEY=abort}; empty if the program itself, an
 *     error handler or an error beyond repair ends the job
 * @param reason for people, one line
 */
public record JobAbort(Optional<String> policy, String reason) {
  /** An abort that a policy demands. */
  static JobAbort byPolicy(Setting policy, String reason) {
    return new JobAbort(Optional.of(policy.key() + "=abort"), reason);
  }

  /** Any other abort. */
  static JobAbort withoutPolicy(String reason) {
    return new JobAbort(Optional.empty(), reason);
  }

  /** The form that {@link #parse} reads: a line with the policy, then the reason. */
  public String text() {
    return policy.orElse("") + "\n" + reason;
  }

  /** Reads the form that {@link #text} has written. */
  public static JobAbort parse(String text) {
    String[] parts = text.split("\n", 2);
    return new JobAbort(
        Optional.of(parts[0]).filter(policy -> !policy.isEmpty()), parts[parts.length - 1]);
  }
}
