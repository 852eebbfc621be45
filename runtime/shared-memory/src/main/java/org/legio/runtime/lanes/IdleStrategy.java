package org.legio.runtime.lanes;

/**
 * Idle strategy of a waiting member.
 *
 * <p>An object of this type belongs to one member and is used by one thread at a time. A pause may
 * throw an unchecked exception; the wait ends with it, and may be begun anew.
 */
@FunctionalInterface
public interface IdleStrategy {
  /**
   * Lets some time pass, or lets others work.
   *
   * @param turn how many pauses this wait has had before; 0 begins a new wait
   * @return whether it is time to look if the member that is waited for is gone, which costs about
   *     1.3 microseconds
   */
  boolean idle(int turn);
}
