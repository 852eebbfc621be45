package org.legio.agent;

import java.util.Optional;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.utility.JavaModule;
import org.jspecify.annotations.Nullable;

/** Remembers that a class could not be woven: a job that is woven in part must not be protected. */
final class WeavingFailures extends AgentBuilder.Listener.Adapter {
  private volatile @Nullable String first;

  @Override
  public void onError(
      String typeName,
      @Nullable ClassLoader loader,
      @Nullable JavaModule module,
      boolean loaded,
      Throwable thrown) {
    if (first == null) {
      first = "class " + typeName + " cannot be woven (" + thrown + ")";
    }
  }

  /** What failed first. */
  Optional<String> first() {
    return Optional.ofNullable(first);
  }
}
