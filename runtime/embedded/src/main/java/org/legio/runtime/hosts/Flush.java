package org.legio.runtime.hosts;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The launcher's part in the loss of hosts: sees to it that all living hosts have the same of the
 * lost processes before any of them is seen as lost.
 *
 * <ol>
 *   <li>Gather: each living host takes nothing more from the lost ones, and tells what it has of
 *       the votes and phases of their processes.
 *   <li>Install: what all have together is written by each.
 *   <li>Release: when all have written it, each lets go of the locks.
 * </ol>
 *
 * <p>Processes of lost hosts may be restarted on others. All are told where at the second step, so
 * that they know it before such a process is started at the third, and do not take it for lost.
 *
 * <p>If another host is lost meanwhile, a new round begins without it, for both. What a host has
 * installed before is a part of what it tells then; answers to earlier rounds are of no use. So it
 * ends after as many rounds as hosts are lost in it at most: living hosts answer at once, and one
 * that does not is lost.
 */
public final class Flush {
  /** The living hosts' daemons, which are told what to do. */
  public interface Daemons {
    /** Asks a host for what it has; it answers by {@link Flush#gathered}. */
    void gather(int host, int round, List<Integer> lost);

    /** Decides which processes of lost hosts are restarted elsewhere, and says so in the pages. */
    default void place(FinalPages pages) {}

    /** Has a host write what all have together; it answers by {@link Flush#installed}. */
    void install(int host, int round, FinalPages pages);

    /** Has a host let go of the lost processes. */
    void release(int host);

    /** The flush is over. */
    void finished(FinalPages pages);
  }

  private final Daemons daemons;
  private final Set<Integer> living = new TreeSet<>();
  private final List<Integer> lost = new ArrayList<>();
  private final Map<Integer, FinalPages> gathered = new TreeMap<>();
  private final Set<Integer> installing = new HashSet<>();
  private @Nullable FinalPages together;
  private int round;

  /**
   * Prepares.
   *
   * @param hosts how many hosts live
   */
  public Flush(int hosts, Daemons daemons) {
    this.daemons = daemons;
    for (int host = 0; host < hosts; host++) {
      living.add(host);
    }
  }

  /** Whether a host is not lost. */
  public boolean isLiving(int host) {
    return living.contains(host);
  }

  /** Whether all hosts are lost; then there is nothing to be flushed. */
  public boolean areAllLost() {
    return living.isEmpty();
  }

  /** Whether what lost hosts have left is not yet the same everywhere. */
  public boolean isRunning() {
    return !lost.isEmpty();
  }

  /** The number of the last round. */
  public int round() {
    return round;
  }

  /** A host joins the job; answers to earlier rounds do not count. */
  public void join(int host) {
    if (isRunning()) {
      throw new IllegalStateException("host " + host + " would join in round " + round);
    }
    round++;
    living.add(host);
  }

  /** A living host is lost. */
  public void lose(int host) {
    living.remove(host);
    lost.add(host);
    round++;
    gathered.clear();
    installing.clear();
    for (int each : living) {
      daemons.gather(each, round, List.copyOf(lost));
    }
  }

  /** A host has told what it has of the lost ones. */
  public void gathered(int host, int ofRound, FinalPages pages) {
    if (ofRound != round || !living.contains(host)) {
      return;
    }
    gathered.put(host, pages);
    if (gathered.keySet().equals(living)) {
      FinalPages all = FinalPages.join(gathered.values());
      daemons.place(all);
      together = all;
      installing.addAll(living);
      for (int each : living) {
        daemons.install(each, round, all);
      }
    }
  }

  /** A host has written what all have together. */
  public void installed(int host, int ofRound) {
    if (ofRound == round && installing.remove(host) && installing.isEmpty()) {
      living.forEach(daemons::release);
      lost.clear();
      daemons.finished(Objects.requireNonNull(together));
    }
  }
}
