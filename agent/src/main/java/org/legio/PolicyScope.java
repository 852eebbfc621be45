package org.legio;

/** A stretch of code to which a policy applies, see {@link Legio#policy}. */
public interface PolicyScope extends AutoCloseable {
  /** Ends the scope. Calling it again has no effect. */
  @Override
  void close();
}
