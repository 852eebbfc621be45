package org.legio.runtime.lanes;

/** Says who is dead for certain. */
@FunctionalInterface
public interface Liveness {
  /** For members that cannot die alone, such as threads of one JVM. */
  Liveness ALL_LIVE = member -> false;

  /**
   * Whether a member is gone: it will never write into the shared memory again, not one byte. A
   * stopped process, or one that is being killed, is not gone. Once true, it is true for ever.
   *
   * <p>May cost a call of the kernel, so it is asked about every 100 microseconds of waiting.
   *
   * @param member whose end is asked for, as the board numbers its members
   */
  boolean isGone(int member);
}
