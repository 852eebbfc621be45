package org.legio.core.repair;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.FailedProcesses;
import org.legio.core.ranks.World;
import org.legio.core.report.Report;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.BoardMemory;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Ulfm;

/**
 * The boards of processes that share a host. Algorithm: the lowest rank chooses a name and tells it
 * by agreements on flags, in which all others set every bit; the lowest one of each host makes the
 * memory there; all join it; they agree that all have; the name is removed. So it is for each
 * board: the lowest member claims a place and tells it likewise, all take it, and they agree that
 * all have. Whoever dies on the way, the living agree alike that there is none, and do without:
 * {@code docs/design/votes.md}.
 */
public final class Boards {
  private static final int TELLS_NOTHING = -1;

  private final Ulfm ulfm;
  private final World world;
  private final FailedProcesses failedProcesses;
  private final Progress progress;
  private final Report report;
  private final Optional<BoardMemory> possible;
  private @Nullable BoardMemory memory;

  Boards(
      Ulfm ulfm,
      World world,
      FailedProcesses failedProcesses,
      Progress progress,
      Report report,
      Optional<BoardMemory> possible) {
    this.progress = progress;
    this.report = report;
    this.failedProcesses = failedProcesses;
    this.ulfm = ulfm;
    this.world = world;
    this.possible = possible;
  }

  /** Something that this process does for a board. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /**
   * Makes their memory, if there can be one, and reports it. Collective over all living processes.
   *
   * @param comm a communicator of them
   */
  public void begin(long comm) throws Exception {
    if (possible.isEmpty()) {
      return;
    }
    BoardMemory wanted = possible.get();
    int[] members = world.membersOf(comm);
    int[] here = IntStream.of(members).filter(wanted::isHere).toArray();
    beginOn(comm, members[0] == world.rank(), here[0] == world.rank(), wanted);
  }

  private void beginOn(long comm, boolean first, boolean firstHere, BoardMemory wanted) {
    int[] name = first ? wanted.newName() : new int[BoardMemory.NAME_WORDS];
    for (int word = 0; word < name.length; word++) {
      name[word] = ulfm.agreeOnFlags(comm, first ? name[word] : TELLS_NOTHING);
    }
    Together together = new Together(comm);
    together.tries(firstHere, () -> wanted.make(name));
    if (together.agreeAllDone()) {
      together.tries(true, () -> wanted.join(name));
      memory = together.agreeAllDone() ? wanted : null;
    }
    together.tries(true, () -> wanted.unlink(name));
    together.reportFailure();
    if (memory != null) {
      report.recordBoards();
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
    boolean agreeAllDone() {
      return ulfm.agree(comm, failure == null) == Agreement.YES;
    }

    void reportFailure() {
      if (failure != null) {
        report.recordNoBoards(String.valueOf(failure.getMessage()));
      }
    }
  }

  /**
   * Makes the board of a communicator. Collective over its living members.
   *
   * @param comm a communicator that carries nothing else at this time
   * @return null if they have none
   */
  public @Nullable BoardEntries boardOf(long comm) throws Exception {
    BoardMemory from = memory;
    if (from == null) {
      return null;
    }
    int[] members = world.membersOf(comm);
    if (members.length == 1 || !areHere(members, from)) {
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

  private static boolean areHere(int[] members, BoardMemory memory) {
    for (int member : members) {
      if (member == MpiConstants.UNDEFINED || !memory.isHere(member)) {
        return false;
      }
    }
    return true;
  }

  /** Leaves for good: the others count this process as dead. */
  public void leave() throws IOException {
    if (memory != null) {
      memory.leave();
    }
  }
}
