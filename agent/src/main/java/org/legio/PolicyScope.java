package org.legio;

/** A stretch of code in which a policy is in force: see {@link Legio#policy}. */
public interface PolicyScope extends AutoCloseable {
  /** Ends it. Has no effect from the second time on. */
  @Override
  void close();
}
