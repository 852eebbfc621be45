package org.legio.core.repair;

import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.Collectives;

/**
 * Runs the collective operations of an alias on a communicator of its living members, and replaces
 * that communicator when members die.
 *
 * <p>The communicator and the ranks in an operation's parameters are the alias's. The operation
 * returns when all living members have completed it or skipped it by policy. Thesis, section 3.3.
 */
public interface Substitute extends Collectives {

  /** One attempt of an operation. */
  @FunctionalInterface
  interface Attempt {
    /**
     * Runs it.
     *
     * @param comm the handle of the substitute's communicator
     * @param ranks the program's ranks in it
     */
    void on(long comm, RankTranslation ranks) throws Exception;
  }

  /** Makes a communicator of the members by a call on the substitute's communicator. */
  @FunctionalInterface
  interface Creation {
    /** Makes it; returns its handle, which may be {@code MPI_COMM_NULL}. */
    long on(long comm) throws Exception;
  }

  /**
   * The result of a creation.
   *
   * @param alias the handle for the program; {@code MPI_COMM_NULL} if this rank is not a member
   * @param substitute a communicator of its living members, which becomes its substitute
   * @param board the board of the substitute's members; null if they have none
   * @param order its place in {@link CommunicatorOrder}
   */
  record Created(long alias, long substitute, @Nullable BoardEntries board, long order) {}

  /** Several operations that are checked as one. */
  @FunctionalInterface
  interface Block {
    /** Runs them. */
    void run() throws Exception;
  }

  /** Runs a block of operations, from its beginning, until no death disturbs it. */
  void block(Block block) throws Exception;

  /** The original ranks that have been lost since the alias was made. */
  int[] lost();

  /** Runs an operation of all members until it has succeeded at all of them that live. */
  void collective(String call, Attempt attempt) throws Exception;

  /** Whether all living members vote yes and none has died since the last repair. */
  boolean agree(String call, boolean vote) throws Exception;

  /** Makes a communicator at all members or at none; repeated until no death disturbs it. */
  Created create(String call, Creation creation) throws Exception;

  /**
   * All living members have come to {@code MPI_Finalize}: what comes now are its last operations.
   * Only members that publish data may have come with different numbers of entries; those that only
   * vote, as in the hierarchical layout, have the same, so by default this does nothing.
   */
  default void beginLast() {}

  /** The handle of the present communicator; its members are alive as far as known. */
  long handle();

  /** Its place in {@link CommunicatorOrder}. */
  long order();

  /** Whether non-blocking operations are under way. */
  boolean isBusy();

  /** Frees the substitute's communicators. */
  void free() throws Exception;
}
