package org.legio.faults;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.BoardMemory;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;

/**
 * A deliberate bug between Legio and its runtime, to check that the tests catch it. Legio's own
 * code stays as it is; its calls, or their results, are changed on the way.
 *
 * @param name says what is wrong
 * @param stage the stage that gets the bug
 * @param cases the programs that must catch it
 * @param isHarmless whether it changes nothing: a control, which shows that the detour itself is
 *     not taken for a bug
 * @param spoil puts the bug in place
 */
record Mutant(
    String name, Stage stage, List<String> cases, boolean isHarmless, UnaryOperator<Seat> spoil) {
  private static final Stage HIERARCHICAL = SimulatedStage.hierarchical("3");
  private static final int FLAGS = 1;

  /** All of them. */
  static List<Mutant> all() {
    return List.of(
        wrong("agree left out of bcast", Mutant::bcastWithoutAgreement, "bcast/INTS"),
        wrong("agree left out", Mutant::withoutAgreement, "allReduce/INTS"),
        wrong("agree left out of a block", Mutant::withoutAgreement, "block/one-to-all"),
        wrong("agree left out between two groups", Mutant::withoutAgreement, "across/bcast/INTS"),
        wrong("revoke left out between two groups", Mutant::withoutRevocation, "across/barrier"),
        wrong("revoke left out", Mutant::withoutRevocation, "bcast/INTS", "reduce/INTS"),
        wrong("acknowledged deaths not noted", Mutant::forgettingDeaths, "any-source/iRecv"),
        wrong(
            "messages not found behind a failure",
            seat ->
                seat.with(
                    Detour.around(
                        Pmpi.class, seat.pmpi(), "getStatus", (call, all, straight) -> null)),
            "any-source/iRecv",
            "any-source/persistent/test"),
        wrong(
            "gather without original displacements",
            seat -> closingUp(seat, "gatherv", CollectiveCall::received),
            "gather/INTS"),
        wrong(
            "scatter without original displacements",
            seat -> closingUp(seat, "scatterv", CollectiveCall::sent),
            "scatter/INTS"),
        wrong("in-place input not kept", Mutant::losingInput, "allReduce/in-place/INTS"),
        wrong(
            "two communicators repaired in different orders",
            seat -> repairingAll(seat, seat.rank() % 2 == 0),
            "two-dups"),
        new Mutant(
            "two communicators repaired in one order",
            SimulatedStage.BY_VOTES,
            List.of("two-dups"),
            true,
            seat -> repairingAll(seat, true)),
        wrong("agree left out of files", Mutant::withoutAgreement, "file/ordered", "file/size"),
        wrong("a file opened on the communicator itself", Mutant::openingTogether, "file/at-all"),
        wrong("old substitute not freed", Mutant::leaking, "allReduce/INTS"),
        wrong("a vote's number published before its bytes", Mutant::numberFirst, "allReduce/INTS"),
        wrong(
            "a vote of the dead not counted by one",
            Mutant::forgettingVotes,
            "allReduce/INTS",
            "gather/INTS",
            "two-dups"),
        wrong("a missing vote overlooked by one", Mutant::overlookingDeaths, "allReduce/INTS"),
        published("an entry's number before its bytes", Mutant::numberFirst, "bcast/INTS"),
        published("an entry of the dead not taken by one", Mutant::forgettingVotes, "gather/INTS"),
        published("an entry given up before it is read", Mutant::endingEarly, "bcast/many"),
        published("another way chosen by one", Mutant::withSmallBoard, "allGather/INTS"),
        onHosts("agreements that follow the own vote", Mutant::followingItself, "allReduce/INTS"),
        inLocals("agree left out with locals", Mutant::withoutAgreement, "allReduce/INTS"),
        inLocals("a broken local not revoked", Mutant::lettingWaitInLocal, "scan/SUM"),
        inLocals("consensus not agreed on", Mutant::countingAlone, "allReduce/INTS", "gather/INTS"),
        inLocals("old local not freed", Mutant::leaking, "allReduce/INTS"));
  }

  private static Mutant wrong(String name, UnaryOperator<Seat> spoil, String... cases) {
    return new Mutant(name, SimulatedStage.BY_VOTES, List.of(cases), false, spoil);
  }

  private static Mutant published(String name, UnaryOperator<Seat> spoil, String... cases) {
    return new Mutant(name, SimulatedStage.FLAT, List.of(cases), false, spoil);
  }

  private static Mutant onHosts(String name, UnaryOperator<Seat> spoil, String... cases) {
    return new Mutant(name, SimulatedStage.onHosts(2), List.of(cases), false, spoil);
  }

  private static Mutant inLocals(String name, UnaryOperator<Seat> spoil, String... cases) {
    return new Mutant(name, HIERARCHICAL, List.of(cases), false, spoil);
  }

  @Override
  public String toString() {
    return name;
  }

  // ------------------------------------------------------------------ agreement

  private static Seat bcastWithoutAgreement(Seat seat) {
    boolean[] inBcast = {false};
    Pmpi pmpi =
        Detour.around(
            Pmpi.class,
            seat.pmpi(),
            (call, arguments, straight) -> {
              inBcast[0] = call.equals("bcast");
              return straight.go(arguments);
            });
    Ulfm ulfm =
        Detour.around(
            Ulfm.class,
            seat.ulfm(),
            "agree",
            (call, arguments, straight) ->
                inBcast[0] ? ownVote(arguments) : straight.go(arguments));
    return seat.with(pmpi).with(ulfm);
  }

  private static Seat withoutAgreement(Seat seat) {
    return instead(seat, "agree", (call, arguments, straight) -> ownVote(arguments));
  }

  private static Agreement ownVote(Object[] arguments) {
    return (boolean) arguments[arguments.length - 1] ? Agreement.YES : Agreement.NO;
  }

  /** What is split off, and what is left of it, is never revoked. */
  private static Seat lettingWaitInLocal(Seat seat) {
    List<Object> locals = new ArrayList<>();
    Detour splitting =
        (call, arguments, straight) -> {
          Object made = straight.go(arguments);
          locals.add(made);
          return made;
        };
    Detour revoking =
        (call, arguments, straight) ->
            locals.contains(arguments[0]) ? null : straight.go(arguments);
    Detour shrinking =
        (call, arguments, straight) -> {
          Object left = straight.go(arguments);
          if (locals.contains(arguments[0])) {
            locals.add(left);
          }
          return left;
        };
    Seat split = seat.with(Detour.around(Pmpi.class, seat.pmpi(), "split", splitting));
    return instead(instead(split, "shrink", shrinking), "revoke", revoking);
  }

  /** Everybody goes by those deaths alone that it knows of itself. */
  private static Seat countingAlone(Seat seat) {
    return instead(
        seat,
        "agreeOnFlags",
        (call, arguments, straight) -> {
          straight.go(arguments);
          return arguments[FLAGS];
        });
  }

  // ------------------------------------------------------------------ votes

  private static Seat numberFirst(Seat seat) {
    return onBoards(
        seat,
        (board, call, arguments, straight) -> {
          if (call.equals("publish")) {
            return null;
          }
          Object place = straight.go(arguments);
          if (call.equals("reserve")) {
            long number = (long) arguments[0];
            board.publish(number);
            board.hasEnded(0);
            board.isThere(0, number); // a step: others run before the bytes are written
          }
          return place;
        });
  }

  /** Rank 0 does not look whether who has ended had voted before. */
  private static Seat forgettingVotes(Seat seat) {
    return onBoards(
        seat,
        (board, call, arguments, straight) ->
            call.equals("pull") && seat.rank() == 0 && board.hasEnded((int) arguments[0])
                ? (Object) Board.ABSENT
                : straight.go(arguments));
  }

  /** Members say that they need an entry no more before they have found it. */
  private static Seat endingEarly(Seat seat) {
    return onBoards(
        seat,
        (board, call, arguments, straight) -> {
          if (call.equals("pull")) {
            board.progress((long) arguments[1]);
          }
          return straight.go(arguments);
        });
  }

  /** Rank 0 takes its lane for too small for all data. */
  private static Seat withSmallBoard(Seat seat) {
    return onBoards(
        seat,
        (board, call, arguments, straight) ->
            call.equals("largestEntry") && seat.rank() == 0
                ? (Object) Long.BYTES
                : straight.go(arguments));
  }

  private static Seat overlookingDeaths(Seat seat) {
    return instead(
        seat,
        "agree",
        (call, arguments, straight) -> {
          Object agreement = straight.go(arguments);
          return seat.rank() == 0 && agreement == Agreement.YES_WITH_DEATHS
              ? Agreement.YES
              : agreement;
        });
  }

  /** A detour of calls on boards. */
  @FunctionalInterface
  private interface BoardDetour {
    @Nullable Object take(Board board, String call, Object[] arguments, Detour.Straight straight)
        throws Exception;
  }

  private static Seat onBoards(Seat seat, BoardDetour detour) {
    Detour taking =
        (call, arguments, straight) -> {
          Board board = (Board) straight.go(arguments);
          return board == null
              ? null
              : Detour.around(
                  Board.class, board, (name, given, go) -> detour.take(board, name, given, go));
        };
    Detour giving =
        (call, arguments, straight) ->
            seat.job()
                .boardMemory()
                .map(memory -> Detour.around(BoardMemory.class, memory, "take", taking));
    return seat.with(Detour.around(Job.class, seat.job(), "boardMemory", giving));
  }

  private static Seat withoutRevocation(Seat seat) {
    return instead(seat, "revoke", (call, arguments, straight) -> null);
  }

  /** Who asks for the dead right after an acknowledgment is told of those it knew before. */
  private static Seat forgettingDeaths(Seat seat) {
    Object[] known = {new int[0]};
    boolean[] acknowledged = {false};
    Ulfm ulfm =
        Detour.around(
            Ulfm.class,
            seat.ulfm(),
            (call, arguments, straight) -> {
              boolean isStale = acknowledged[0] && call.equals("failedRanks");
              acknowledged[0] = call.equals("acknowledge");
              Object result = straight.go(arguments);
              if (call.equals("failedRanks") && !isStale) {
                known[0] = result;
              }
              return isStale ? known[0] : result;
            });
    return seat.with(ulfm);
  }

  private static Seat instead(Seat seat, String call, Detour detour) {
    return seat.with(Detour.around(Ulfm.class, seat.ulfm(), call, detour));
  }

  // ------------------------------------------------------------------ several hosts

  /** An agreement without a ballot, in which no death is seen, ends as this process has voted. */
  private static Seat followingItself(Seat seat) {
    return instead(
        seat,
        "agree",
        (call, arguments, straight) -> {
          Object agreement = straight.go(arguments);
          boolean vote = (boolean) arguments[arguments.length - 1];
          return arguments.length == 2 && vote ? Agreement.YES : agreement;
        });
  }

  // ------------------------------------------------------------------ buffers

  /** The call's blocks lie one after the other, whatever displacements Legio asks for. */
  private static Seat closingUp(
      Seat seat, String name, Function<CollectiveCall, MessageData> side) {
    Detour detour =
        (call, arguments, straight) -> {
          CollectiveCall changed = Detour.collective(arguments).copy();
          MessageData blocks = side.apply(changed);
          int[] counts = blocks.counts();
          if (counts != null) {
            blocks.items(counts, firsts(counts), blocks.type(), blocks.baseType());
          }
          return straight.go(new Object[] {arguments[0], changed});
        };
    return seat.with(Detour.around(Pmpi.class, seat.pmpi(), name, detour));
  }

  private static int[] firsts(int[] counts) {
    int[] firsts = counts.clone();
    Arrays.parallelPrefix(firsts, Integer::sum);
    for (int block = 0; block < counts.length; block++) {
      firsts[block] -= counts[block];
    }
    return firsts;
  }

  /** A reduction that fails overwrites what Legio has kept as its input. */
  private static Seat losingInput(Seat seat) {
    Detour detour =
        (call, arguments, straight) -> {
          try {
            return straight.go(arguments);
          } catch (Exception e) {
            overwrite((ByteBuffer) Detour.collective(arguments).sent().buffer());
            throw e;
          }
        };
    return seat.with(Detour.around(Pmpi.class, seat.pmpi(), "allReduce", detour));
  }

  private static void overwrite(ByteBuffer kept) {
    for (int i = 0; i < kept.capacity(); i++) {
      kept.put(i, (byte) 1);
    }
  }

  // ------------------------------------------------------------------ repairs

  /** Whoever repairs a communicator repairs all others too: after it, or before it. */
  private static Seat repairingAll(Seat seat, boolean ownFirst) {
    List<Long> carriers = new ArrayList<>();
    boolean[] repairing = {false};
    Ulfm ulfm =
        Detour.around(
            Ulfm.class,
            seat.ulfm(),
            (call, arguments, straight) -> {
              if (call.equals("shrink") && repairing[0] && !ownFirst) {
                repairOthers(seat, carriers, (long) arguments[0]);
              }
              Object result = straight.go(arguments);
              if (call.equals("shrink") && repairing[0] && ownFirst) {
                repairOthers(seat, carriers, (long) arguments[0]);
              }
              if (call.equals("shrink")) {
                carriers.add((long) result);
              }
              repairing[0] = call.equals("agree") && result != Agreement.YES;
              return result;
            });
    Detour forgetting =
        (call, arguments, straight) -> {
          carriers.remove(arguments[0]);
          return straight.go(arguments);
        };
    return seat.with(Detour.around(Pmpi.class, seat.pmpi(), "free", forgetting)).with(ulfm);
  }

  private static void repairOthers(Seat seat, List<Long> carriers, long own) throws Exception {
    for (long carrier : carriers) {
      if (carrier != own) {
        seat.pmpi().free(seat.ulfm().shrink(carrier));
      }
    }
  }

  private static Seat openingTogether(Seat seat) {
    Detour detour =
        (call, arguments, straight) -> {
          Object[] changed = arguments.clone();
          changed[0] = seat.binding().commWorld();
          return straight.go(changed);
        };
    return seat.with(Detour.around(Pmpi.class, seat.pmpi(), "fileOpen", detour));
  }

  private static Seat leaking(Seat seat) {
    boolean[] repairing = {false};
    Ulfm ulfm =
        Detour.around(
            Ulfm.class,
            seat.ulfm(),
            "agree",
            (call, arguments, straight) -> {
              Object result = straight.go(arguments);
              repairing[0] = result != Agreement.YES;
              return result;
            });
    Detour forgetting =
        (call, arguments, straight) -> {
          boolean isForgotten = repairing[0];
          repairing[0] = false;
          return isForgotten ? seat.binding().commNull() : straight.go(arguments);
        };
    return seat.with(Detour.around(Pmpi.class, seat.pmpi(), "free", forgetting)).with(ulfm);
  }
}
