package org.legio.runtime.engine;

import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.DirectEffects;
import org.legio.ulfm.ports.Effects;
import org.legio.ulfm.ports.MpiConstants;

/**
 * What a rank has to do with the others: what carries its messages, who is dead, and what several
 * ranks make together. The meaning of MPI's calls is the same over each.
 */
public abstract class Universe {

  /** The number of ranks with which the job began. */
  public abstract int size();

  /** The number of the host on which a rank lives. */
  public int hostOf(int worldRank) {
    return 0;
  }

  /** Lets ranks wait, and drives progress. */
  public abstract Scheduler scheduler();

  /** The largest message, in bytes, whose standard send completes before it is received. */
  public abstract int eagerBytes();

  /** What makes and fills the binding's objects for a rank. */
  public abstract Binding bindingOf(RankState state);

  /**
   * Whether a request that is complete at once is given to the program as MPI's empty request. MPI
   * leaves it open, and so the answers may differ.
   */
  public abstract boolean givesEmptyRequest();

  /**
   * Whether what waits in a window for a dead rank waits for ever, as in Open MPI 5.0.7. MPI leaves
   * it open.
   */
  public abstract boolean windowsWaitForTheDead();

  /**
   * Whether a send of a non-blocking collective, whose data a living receiver has not asked for,
   * continues when the communicator is revoked, and the collective with it, as in Open MPI 5.0.7.
   */
  public abstract boolean sendsOutliveRevocation();

  /** Whether messages of different tags from one rank to another may overtake each other. */
  public boolean mayOvertake() {
    return false;
  }

  /** The way of messages from a rank to another. */
  public abstract Channel channel(int from, int to);

  /** Whether a rank is dead, or has been announced to be. */
  public abstract boolean isDead(int worldRank);

  /**
   * The context that several ranks make together: all that give the same key get a context of the
   * same number.
   *
   * @param key its text tells it from all others
   * @param group its members that include this rank, as ranks in the world
   * @param remote the other group of an inter-communicator; the same array otherwise
   */
  public abstract CommContext contextOf(Object key, int[] group, int[] remote);

  /** By what this rank does something to files. */
  public Effects effects() {
    return DirectEffects.SHARED;
  }

  /** The highest level of threads that is provided; MPI standard 4.0, section 11.6. */
  public int maxThreads() {
    return MpiConstants.THREAD_MULTIPLE;
  }

  /** The files of the job. */
  public abstract FileSystem files();

  /**
   * Where the shared pointer of a file is.
   *
   * @param ranks those that open it, as ranks in the world
   */
  public abstract SharedPositions positions(String file, int[] ranks);

  /** Ends the job. */
  public abstract Error abort(int status, String message);

  // ------------------------------------------------------------------ begin and end

  /** The rank is in {@code MPI_Init}. */
  public void initialized() {}

  /** The rank is in {@code MPI_Finalize}. */
  public void finalized() {}

  /** A message that carried its whole transfer is not kept any more: its receiver has it. */
  public void takenOut(Message message) {}

  // ------------------------------------------------------------------ for those who watch

  /** Something has happened that a trace may want to have. */
  public void happened(Trace.Kind kind, int rank, int a, int b) {}

  /** A message has arrived completely at a rank, whether or not it is received. */
  public void arrived(int rank, Message message) {}
}
