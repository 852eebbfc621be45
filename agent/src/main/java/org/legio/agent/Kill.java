package org.legio.agent;

import java.util.Locale;
import java.util.Optional;

/**
 * A planned fault of a rank at a call.
 *
 * @param rank the rank in {@code MPI_COMM_WORLD}
 * @param replica which of its replicas, from 0; {@link #ALL} for all of them
 * @param call the call's name
 * @param nth at which of the rank's calls of that name, from 1
 * @param when when, relative to that call
 * @param fault what is done to it
 */
public record Kill(int rank, int replica, String call, int nth, When when, Fault fault) {
  /** Stands for all replicas of a rank. */
  public static final int ALL = -1;

  /** When, relative to the call. */
  public enum When {
    /** At its begin. */
    BEFORE,
    /**
     * After the MPI operation, before the ranks agree on its success; at the call's end if the call
     * has no agreement.
     */
    INSIDE,
    /** At its end. */
    AFTER;

    /** The one of a name in small letters; empty if there is none. */
    public static Optional<When> named(String name) {
      for (When when : values()) {
        if (when.toString().equals(name)) {
          return Optional.of(when);
        }
      }
      return Optional.empty();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A kill by SIGKILL, of all that are the rank. */
  public Kill(int rank, String call, int nth, When when) {
    this(rank, ALL, call, nth, when, Fault.KILL);
  }

  /** A fault of all that are the rank. */
  public Kill(int rank, String call, int nth, When when, Fault fault) {
    this(rank, ALL, call, nth, when, fault);
  }

  /** The form that {@link KillPlan#parse} reads. */
  @Override
  public String toString() {
    String at = when == When.BEFORE ? "" : ":" + when;
    String victim = replica == ALL ? "" + rank : rank + "." + replica;
    return victim + "@" + call + ":" + nth + at + (fault.equals(Fault.KILL) ? "" : "=" + fault);
  }
}
