package org.legio.runtime.lanes;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Idle strategy: spins, yields, then parks.
 *
 * <ol>
 *   <li>Spin, while the other is likely to be at work on a core of its own.
 *   <li>Then yield, for up to 50 milliseconds, so that a rank without a core gets this one.
 *   <li>Then park, each time longer, so that a long wait leaves the cores to those that compute.
 *   <li>Between yields and parks, run what the caller wants done meanwhile.
 *   <li>Every 100 microseconds at first, and every 5 milliseconds in the end, say that it is time
 *       to look who lives.
 * </ol>
 *
 * <p>Not thread-safe: each member has its own.
 */
public final class BackoffIdleStrategy implements IdleStrategy {
  /**
   * Spins on a core of one's own: 30 to 90 microseconds on x86, where a spin takes 14 to 45
   * nanoseconds. Operations on a board are shorter. If other processes want the core, fewer spins
   * are dear: who yields to them gets the core back some milliseconds later.
   */
  private static final int SPINS_ON_OWN_CORE = 2_000;

  /** Spins where ranks outnumber cores: the other waits for this very core, so none. */
  private static final int SPINS_ON_SHARED_CORE = 0;

  /** What is to be run meanwhile may cost more than a yield, and is seldom needed at once. */
  private static final int YIELDS_BETWEEN = 8;

  /**
   * Longer than the rounds of most programs: who naps is moved from core to core, and then one core
   * has more ranks than the other. With 1 millisecond a program of four ranks on two cores that
   * computes 8 milliseconds between its collectives took a tenth longer.
   */
  private static final long YIELD_NS = 50_000_000;

  private static final long SHORTEST_NAP_NS = 1_000;

  /**
   * Who serves ranks naps at once: a process that wakes gets a core from one that spins, but one
   * that yields waits some milliseconds for it, and takes half a core from one that computes.
   */
  private static final long SHORTEST_NAP_IN_BACKGROUND_NS = 20_000;

  private static final long LONGEST_NAP_NS = 50_000;

  /**
   * Where ranks outnumber cores, who waits must leave them to those who work: seven ranks that wait
   * for an eighth to start, with the nap above, take most of a core. So a nap lasts longer, but
   * only this part of the time that has been waited.
   */
  private static final int NAP_PART_ON_SHARED_CORE = 64;

  private static final long LONGEST_NAP_ON_SHARED_CORE_NS = 2_000_000;

  /** What only this process can find in memory waits so long. A wake-up costs some 100 us. */
  private static final long LONGEST_NAP_IN_BACKGROUND_NS = 50_000_000;

  private static final long LOOK_NS = 100_000;

  /** Later the looks become rarer: a death is seen late by this part of the time waited. */
  private static final int LOOK_PART = 8;

  private static final long RAREST_LOOK_NS = 5_000_000;

  private final int spins;
  private final long yieldNs;
  private final long shortestNapNs;
  private final long longestSharedNapNs;
  private final Runnable meanwhile;
  private final LongConsumer sleep;
  private long beganNs;
  private long lookedNs;
  private long napNs;

  /**
   * Waits with a given number of spins.
   *
   * @param spins pauses of some ten nanoseconds before the core is given away
   * @param meanwhile what is run between yields and naps, such as polling other work
   */
  public BackoffIdleStrategy(int spins, Runnable meanwhile) {
    this(
        spins,
        YIELD_NS,
        SHORTEST_NAP_NS,
        LONGEST_NAP_ON_SHARED_CORE_NS,
        meanwhile,
        BackoffIdleStrategy::park);
  }

  private BackoffIdleStrategy(
      int spins,
      long yieldNs,
      long shortestNapNs,
      long longestSharedNapNs,
      Runnable meanwhile,
      LongConsumer sleep) {
    if (spins < 0) {
      throw new IllegalArgumentException("spins=" + spins + ": take 0 or more");
    }
    this.spins = spins;
    this.yieldNs = yieldNs;
    this.shortestNapNs = shortestNapNs;
    this.longestSharedNapNs = longestSharedNapNs;
    this.meanwhile = meanwhile;
    this.sleep = sleep;
  }

  /** An interrupted thread does not sleep here; it continues looking, and keeps its flag. */
  private static void park(long ns) {
    LockSupport.parkNanos(BackoffIdleStrategy.class, ns);
  }

  /**
   * Waits as it suits a process that serves the ranks of its host, and must not disturb them.
   *
   * @param sleep sleeps for so many nanoseconds, or until there is something to do
   */
  public static BackoffIdleStrategy inBackground(LongConsumer sleep) {
    return new BackoffIdleStrategy(
        SPINS_ON_SHARED_CORE,
        0,
        SHORTEST_NAP_IN_BACKGROUND_NS,
        LONGEST_NAP_IN_BACKGROUND_NS,
        () -> {},
        sleep);
  }

  /**
   * Waits as it suits a rank that has a core of its own.
   *
   * @param meanwhile what is run between yields and naps, such as polling other work
   */
  public static BackoffIdleStrategy onOwnCore(Runnable meanwhile) {
    return new BackoffIdleStrategy(SPINS_ON_OWN_CORE, meanwhile);
  }

  /**
   * Waits as it suits a rank that shares its core with others that it may wait for.
   *
   * @param meanwhile what is run between yields and naps, such as polling other work
   */
  public static BackoffIdleStrategy onSharedCore(Runnable meanwhile) {
    return new BackoffIdleStrategy(SPINS_ON_SHARED_CORE, meanwhile);
  }

  /**
   * Waits as it suits ranks that are not bound to cores. Of a bound rank this would be wrong: the
   * JVM counts only the cores that it is bound to.
   *
   * @param ranksOnHost how many ranks share the cores that this JVM may use
   * @param meanwhile what is run between yields and naps, such as polling other work
   */
  public static BackoffIdleStrategy forRanks(int ranksOnHost, Runnable meanwhile) {
    return forRanks(ranksOnHost, Runtime.getRuntime().availableProcessors(), meanwhile);
  }

  /**
   * Waits as it suits ranks that share so many cores, also where each is bound to one of them.
   *
   * @param meanwhile what is run between yields and naps, such as polling other work
   */
  public static BackoffIdleStrategy forRanks(int ranksOnHost, int cores, Runnable meanwhile) {
    return ranksOnHost <= cores ? onOwnCore(meanwhile) : onSharedCore(meanwhile);
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // Where ranks share a core, the other one has to run.
  public boolean idle(int turn) {
    if (turn < spins) {
      Thread.onSpinWait();
      return false;
    }
    long nowNs = System.nanoTime();
    if (turn == spins) {
      beganNs = nowNs;
      lookedNs = nowNs;
      napNs = shortestNapNs;
    }
    if (nowNs - beganNs < yieldNs) {
      if ((turn - spins) % YIELDS_BETWEEN == YIELDS_BETWEEN - 1) {
        meanwhile.run();
      }
      Thread.yield();
    } else {
      meanwhile.run();
      sleep.accept(napNs);
      napNs = Math.min(2 * napNs, longestNapNs(nowNs - beganNs));
    }
    return isTimeToLook(nowNs);
  }

  private long longestNapNs(long waitedNs) {
    return spins > SPINS_ON_SHARED_CORE
        ? LONGEST_NAP_NS
        : Math.min(Math.max(waitedNs / NAP_PART_ON_SHARED_CORE, shortestNapNs), longestSharedNapNs);
  }

  private boolean isTimeToLook(long nowNs) {
    long rarest = Math.min((nowNs - beganNs) / LOOK_PART, RAREST_LOOK_NS);
    if (nowNs - lookedNs < Math.max(LOOK_NS, rarest)) {
      return false;
    }
    lookedNs = nowNs;
    return true;
  }
}
