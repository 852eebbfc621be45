package org.legio.agent;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Remembers that a class could not be woven: a job that is woven in part must not be protected. */
final class WeavingFailures {
  private volatile @Nullable String first;

  /** Takes note of a class. */
  void note(String className, Throwable thrown) {
    if (first == null) {
      first = "class " + className + " cannot be woven (" + thrown + ")";
    }
  }

  /** What failed first. */
  Optional<String> first() {
    return Optional.ofNullable(first);
  }
}
