package org.legio.runtime.engine;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Lets ranks wait, and drives progress meanwhile. */
public interface Scheduler {
  /** What a rank waits for. */
  interface Awaited {
    /** Whether the wait is over. */
    boolean isOver();

    /** What it is, for a dump of what all ranks wait for. */
    String describe();
  }

  /** A thread of a rank begins a call; until it leaves, no other thread of that rank is in one. */
  default void enter() {}

  /** A thread of a rank ends a call. */
  default void leave() {}

  /** A rank makes a step in a call. Other ranks may run first, and it may die here. */
  void step(int rank, String call);

  /** Blocks a rank until what it waits for is over. */
  void await(int rank, Awaited awaited);

  /** Blocks a rank until a condition is true. */
  default void await(int rank, BooleanSupplier condition, Supplier<String> description) {
    await(
        rank,
        new Awaited() {
          @Override
          public boolean isOver() {
            return condition.getAsBoolean();
          }

          @Override
          public String describe() {
            return description.get();
          }
        });
  }

  /** Lets others continue, because a test of this rank has found nothing. */
  void letOthersContinue(int rank);

  /** Lets a blocked rank continue if what it waits for is over now. */
  void wake(int rank);

  /** Notes that something has changed for which a rank may be waiting. */
  void progress();

  /** Notes that time has passed, so that ranks whose tests found nothing test again. */
  void disturb();

  /** Counts a step for an event at a rank; false if the rank is dead and nothing happens to it. */
  boolean happensTo(int rank);

  /**
   * The time in nanoseconds that the program is told, as {@link System#nanoTime}; the same at all
   * replicas of a rank.
   */
  default long decidedNanoTime() {
    return System.nanoTime();
  }

  /** Runs an event soon. */
  void soon(Runnable event);
}
