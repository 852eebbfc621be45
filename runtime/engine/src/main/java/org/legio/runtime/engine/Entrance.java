package org.legio.runtime.engine;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.CallValue;

/**
 * The way into this process's natives, for the classes that {@link EntryWriter} makes: what is done
 * around each call. The rank is asked for when the first native is called.
 */
public final class Entrance {
  private static volatile @Nullable Supplier<RankState> process;

  private Entrance() {}

  /** Sets the rank that this process is; it is asked for at the first call of a native. */
  public static void serve(Supplier<RankState> rank) {
    process = rank;
  }

  /** The rank that this process is. */
  static RankState rank() {
    return Rank.STATE;
  }

  private static RankState served() {
    Supplier<RankState> rank = process;
    if (rank == null) {
      throw new IllegalStateException("this process is no rank of the embedded runtime");
    }
    return rank.get();
  }

  /** Lets one thread at a time in. */
  static void enter() {
    Rank.SCHEDULER.enter();
  }

  /** Makes a step of the scheduler, for a call that others can tell from the rank's next one. */
  static void step(String call) {
    Rank.SCHEDULER.step(Rank.STATE.rank, call);
  }

  /** Makes a step for a call as a value, named for its operation. */
  static void step(CallValue call, boolean isBlocking) {
    step(call.operation().call(isBlocking));
  }

  /** Lets the next thread in. */
  static void leave() {
    Rank.SCHEDULER.leave();
  }

  /** An error as the binding's exception. */
  static Exception translated(MpiErrorException thrown) {
    return Rank.STATE.binding.newException(
        thrown.errorClass(), String.valueOf(thrown.getMessage()));
  }

  /** What a native throws that the runtime does not have. */
  public static UnsupportedOperationException refusal(String called) {
    return new UnsupportedOperationException(
        "the embedded runtime has no native " + called + "; use Open MPI for it");
  }

  /** Made at the first call, so that the compiler takes its fields for constants. */
  private static final class Rank {
    static final RankState STATE = served();
    static final Scheduler SCHEDULER = STATE.scheduler();
  }
}
