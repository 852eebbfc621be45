package org.legio.core.repair;

import org.jspecify.annotations.Nullable;

/**
 * How the members of a communicator vote on its operations.
 *
 * @param board of the members on this process's host; null if it is the only one there, or if they
 *     do not vote
 * @param masters where members are on several hosts and vote in two levels: those for which {@link
 *     HostVotes} agree among the hosts; null elsewhere
 */
public record Electorate(@Nullable BoardEntries board, HostVotes.@Nullable Masters masters) {
  /** The members do not vote; they agree by MPI. */
  public static final Electorate NONE = new Electorate(null, null);

  /** The board of all members; null if they have none. */
  @Nullable BoardEntries ofAll() {
    return masters == null ? board : null;
  }
}
