package org.legio.launcher.embedded;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What has been found out about a host. */
public final class CheckedHost {
  /**
   * By how much a host's clock is ahead of this one's.
   *
   * @param aheadMs negative if it is behind
   * @param uncertainMs by how much that may be wrong
   */
  public record Clock(long aheadMs, long uncertainMs) {}

  private final String name;
  private final List<String> ways = new ArrayList<>();
  private final List<String> obstacles = new ArrayList<>();
  private @Nullable HostFacts facts;
  private @Nullable Clock clock;
  private @Nullable String failure;

  CheckedHost(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  void describe(HostFacts found) {
    facts = found;
    if (!found.objection().isEmpty()) {
      failure = found.objection();
    }
  }

  void fail(String why) {
    failure = why;
  }

  void setClock(Clock measured) {
    clock = measured;
  }

  /**
   * Notes how it was reached.
   *
   * @param by who has tried it
   * @param result the microseconds, or why not
   */
  void addReach(String by, String result) {
    if (result.matches("\\d+")) {
      ways.add("from %s in %.1f ms".formatted(by, Long.parseLong(result) / 1e3));
    } else {
      obstacles.add("not from %s (%s)".formatted(by, result));
    }
  }

  /** Why no job can run there; empty if one can. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** What is there; empty if it has not answered. */
  public Optional<HostFacts> facts() {
    return Optional.ofNullable(facts);
  }

  public Optional<Clock> clock() {
    return Optional.ofNullable(clock);
  }

  /** From where it was reached, and how fast. */
  public List<String> ways() {
    return Collections.unmodifiableList(ways);
  }

  /** From where it was not reached, and why. */
  public List<String> obstacles() {
    return Collections.unmodifiableList(obstacles);
  }
}
