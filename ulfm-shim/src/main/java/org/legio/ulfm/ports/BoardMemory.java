package org.legio.ulfm.ports;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the processes of a job share on one host, as one of them sees it; {@link Board}s
 * are cut from it. Who does what when is decided by the caller, by agreement with the others.
 */
public interface BoardMemory {
  /** How many words a name has. */
  int NAME_WORDS = 4;

  /** There is no place for another board. */
  int NO_CLAIM = -1;

  /**
   * Whether a process lives on this host, so that both can be members of a board.
   *
   * @param rank in the world
   */
  boolean isHere(int rank);

  /** A name for memory that does not exist yet; one for all hosts. */
  int[] newName();

  /**
   * Makes the memory.
   *
   * @param name told to the others before, so that they can {@link #unlink} it if this process dies
   * @throws IOException if there is no room for it; nothing is left then
   */
  void make(int[] name) throws IOException;

  /**
   * Takes part in the memory; from then on the others can see whether this process lives.
   *
   * @param name that its maker, perhaps this process, has given it
   */
  void join(int[] name) throws IOException;

  /** Removes the memory's name, if it is there; the memory stays with those who have joined. */
  void unlink(int[] name) throws IOException;

  /**
   * Claims a place for a board and prepares it.
   *
   * @return the claim, 1 or more, to be told to the other members; {@link #NO_CLAIM} if there is no
   *     place
   */
  int claim(int members);

  /**
   * Takes part in a claim, its claimer as well.
   *
   * @param members ranks in the world, by their numbers on the board
   * @param own this process's number among them
   * @return the board; null if the claimer has died and the place has gone to others
   */
  @Nullable Board take(int claim, int[] members, int own);

  /** Gives up the board of a claim that this process has taken. */
  void giveBack(int claim);

  /** Leaves for good: the others take this process for ended. */
  void leave() throws IOException;
}
