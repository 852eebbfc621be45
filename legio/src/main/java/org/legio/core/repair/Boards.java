package org.legio.core.repair;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.FailedProcesses;
import org.legio.core.ranks.World;
import org.legio.core.report.Report;
import org.legio.ulfm.Agreement;
import org.legio.ulfm.Board;
import org.legio.ulfm.BoardMemory;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Ulfm;

/**
 * The boards of a job whose processes share a host. Algorithm: the lowest rank chooses a name and
 * tells it by agreements on flags, in which all others set every bit; it makes the memory; all join
 * it; they agree that all have; the name is removed. So it is for each board: the lowest member
 * claims a place and tells it likewise, all take it, and they agree that all have. Whoever dies on
 * the way, the living agree alike that there is none, and do without: {@code docs/design/votes.md}.
 */
public final class Boards {
  private static final int TELLS_NOTHING = -1;

  /** The members on a host have a board or need none. */
  private static final int READY = 1;

  /** A host has one member. */
  private static final int ALONE = 2;

  private final Ulfm ulfm;
  private final World world;
  private final HostParts parts;
  private final FailedProcesses failedProcesses;
  private final Progress progress;
  private final Report report;
  private final Optional<BoardMemory> possible;
  private @Nullable BoardMemory memory;

  Boards(
      Ulfm ulfm,
      World world,
      HostParts parts,
      FailedProcesses failedProcesses,
      Progress progress,
      Report report,
      Optional<BoardMemory> possible) {
    this.progress = progress;
    this.report = report;
    this.failedProcesses = failedProcesses;
    this.ulfm = ulfm;
    this.world = world;
    this.parts = parts;
    this.possible = possible;
  }

  /** Something that this process does for a board. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /**
   * Makes the memory of each host, if there can be one, and reports it. Collective over all living
   * processes.
   *
   * @param comm a communicator of them
   */
  public void begin(long comm) throws Exception {
    if (possible.isEmpty()) {
      return;
    }
    if (!parts.areSeveral()) {
      beginOn(comm, world.ownRankIn(world.membersOf(comm)) == 0, possible.get());
      return;
    }
    HostParts.Part host = parts.byHost(comm);
    if (host.isMade()) {
      int[] members = world.membersOf(host.comm());
      if (members.length > 1) {
        beginOn(host.comm(), world.ownRankIn(members) == 0, possible.get());
      }
      parts.free(host.comm());
    }
  }

  private void beginOn(long comm, boolean first, BoardMemory wanted) {
    int[] name = first ? wanted.newName() : new int[BoardMemory.NAME_WORDS];
    for (int word = 0; word < name.length; word++) {
      name[word] = ulfm.agreeOnFlags(comm, first ? name[word] : TELLS_NOTHING);
    }
    Together together = new Together(comm);
    together.tries(first, () -> wanted.make(name));
    if (together.isDone()) {
      together.tries(true, () -> wanted.join(name));
      memory = together.isDone() ? wanted : null;
    }
    together.tries(true, () -> wanted.unlink(name));
    together.reportFailure();
    if (memory != null) {
      report.hasBoards();
    }
  }

  /** What all members do, until it fails at one of them. */
  private final class Together {
    private final long comm;
    private @Nullable IOException failure;

    Together(long comm) {
      this.comm = comm;
    }

    void tries(boolean concerned, Step step) {
      if (concerned) {
        try {
          step.run();
        } catch (IOException e) {
          failure = failure == null ? e : failure;
        }
      }
    }

    /** Agrees whether all have done it, and none has died. */
    boolean isDone() {
      return ulfm.agree(comm, failure == null) == Agreement.YES;
    }

    void reportFailure() {
      if (failure != null) {
        report.hasNoBoards(String.valueOf(failure.getMessage()));
      }
    }
  }

  /**
   * Finds out how the members of a communicator vote, and makes their boards. Collective over its
   * living members.
   *
   * @param comm a communicator that carries nothing else at this time
   */
  public Electorate electorateOf(long comm) throws Exception {
    if (possible.isEmpty()) {
      return Electorate.NONE;
    }
    int[] members = world.membersOf(comm);
    if (!areInWorld(members)) {
      return Electorate.NONE;
    }
    return parts.areSeveral()
        ? onHosts(comm, members.length)
        : new Electorate(boardOf(comm, members), null);
  }

  /** As {@link #electorateOf} in a job of several hosts. */
  private Electorate onHosts(long comm, int size) throws Exception {
    HostParts.Part host = parts.byHost(comm);
    if (!host.isMade()) {
      return Electorate.NONE;
    }
    int[] onHost = world.membersOf(host.comm());
    boolean isAlone = onHost.length == 1;
    BoardEntries board = isAlone ? null : boardOf(host.comm(), onHost);
    parts.free(host.comm());
    if (onHost.length == size) {
      return new Electorate(board, null);
    }
    int own = isAlone ? READY | ALONE : board == null ? 0 : READY;
    if (ulfm.agreeOnFlags(comm, own) == READY) {
      return anew(board, comm);
    }
    if (board != null) {
      board.free();
    }
    return Electorate.NONE;
  }

  /**
   * Makes the masters of all hosts known to each other. Collective over the living members.
   *
   * @param board the board of this host; null if this process is alone there
   */
  Electorate anew(@Nullable BoardEntries board, long comm) throws Exception {
    boolean isOne = board == null || board.lowestLane() == board.ownLane();
    HostParts.Part masters = parts.ofMasters(comm, isOne);
    if (masters.isMade() && isOne) {
      report.isMaster(world.membersOf(masters.comm()).length);
    }
    return new Electorate(board, new HostVotes.Masters(masters.isMade(), masters.comm(), isOne));
  }

  private @Nullable BoardEntries boardOf(long comm, int[] members) throws Exception {
    BoardMemory from = memory;
    if (from == null) {
      return null;
    }
    int own = world.ownRankIn(members);
    int said = own == 0 ? from.claim(members.length) : TELLS_NOTHING;
    int claim = ulfm.agreeOnFlags(comm, said);
    Board board = claim <= 0 ? null : from.take(claim, members, own);
    if (ulfm.agree(comm, board != null) == Agreement.YES && board != null) {
      return new BoardEntries(
          board, members, own, failedProcesses, progress, () -> from.giveBack(claim));
    }
    if (board != null) {
      from.giveBack(claim);
    }
    return null;
  }

  private static boolean areInWorld(int[] members) {
    for (int member : members) {
      if (member == MpiConstants.UNDEFINED) {
        return false;
      }
    }
    return members.length > 1;
  }

  /** Leaves for good: the others count this process as dead. */
  public void leave() throws IOException {
    if (memory != null) {
      memory.leave();
    }
  }
}
