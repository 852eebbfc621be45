package org.legio.runtime.hosts;

import java.util.Arrays;
import org.legio.runtime.engine.Natives;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.process.EmbeddedUlfm;
import org.legio.runtime.process.EmbeddedUniverse;
import org.legio.runtime.process.LockedUlfm;
import org.legio.runtime.replica.Basics;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Step;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;
import org.legio.ulfm.ports.Ulfm;

/**
 * What the ranks of a {@link SimulatedHosts} do: in each round all send to all, and agree whether
 * all has come; if not, the living ones continue without the dead. Where pairs have several
 * streams, a second message of another stream follows each: a receive of its tag may take it first,
 * one of any tag may not, unless the first one has died with its sender.
 */
final class HostsProgram {
  private static final int ROUNDS = 3;
  private static final int AGREEMENTS = 8;

  /** In one round messages are as long as a frame allows. */
  private static final int LONG_ROUND = 1;

  private static final int LONG_INTS = 3000;
  private static final int INTS = 2;
  private static final int STATUS_FIELDS = 6;
  private static final int NOTHING = -1;

  /** In all rounds the same: a message that comes twice is taken for the next one. */
  private static final int TAG = 3;

  /** The tag of the second message. */
  private static final int NEXT_TAG = TAG + 1;

  /** The field of a status with the tag. */
  private static final int STATUS_TAG = 1;

  private final SimulatedRank process;
  private final Pmpi pmpi;
  private final Ulfm ulfm;
  private final RankState state;
  private final boolean areTwo;
  private final long intType = Basics.INT_TYPE;

  HostsProgram(SimulatedRank process, JobMemory job) throws Exception {
    this.process = process;
    EmbeddedUniverse universe =
        new EmbeddedUniverse(job, process.number, false, Basics::binding, process);
    this.state = universe.state();
    process.takeVotesBy(universe::take);
    this.areTwo = job.shape().streams().areSeveral();
    this.pmpi = Natives.of(state);
    pmpi.init(new String[0]);
    this.ulfm = new LockedUlfm(universe.engine(), new EmbeddedUlfm(universe, universe.newBallot()));
  }

  void run() throws Exception {
    long comm = state.world.handle;
    for (int round = 0; round < ROUNDS; round++) {
      pmpi.setErrhandler(comm, Basics.ERRORS_RETURN);
      comm = agree(comm, exchange(comm, round));
    }
    process.step(Step.CALL);
    pmpi.finalizeMpi();
  }

  /** The same without messages. */
  void agree() throws Exception {
    long comm = state.world.handle;
    for (int agreement = 0; agreement < AGREEMENTS; agreement++) {
      comm = agree(comm, true);
    }
    process.step(Step.CALL);
    pmpi.finalizeMpi();
  }

  /** Agrees on whether all has come; the communicator, or that of the living ones. */
  private long agree(long comm, boolean isWhole) throws Exception {
    process.step(Step.CALL);
    Agreement agreement = ulfm.agree(comm, isWhole);
    process.told.add(agreement.toString());
    if (agreement == Agreement.YES) {
      return comm;
    }
    long living = ulfm.shrink(comm);
    process.told.add("of " + pmpi.getSize(living));
    return living;
  }

  /** Whether something has come from all. */
  private boolean exchange(long comm, int round) throws Exception {
    int size = pmpi.getSize(comm);
    int me = pmpi.getRank(comm);
    boolean isWhole = true;
    for (int other = 0; other < size; other++) {
      if (other != me) {
        process.step(Step.CALL);
        isWhole &= send(comm, other, TAG, round);
        if (areTwo) {
          isWhole &= send(comm, other, NEXT_TAG, round);
        }
      }
    }
    for (int other = 0; other < size; other++) {
      if (other != me) {
        process.step(Step.CALL);
        isWhole &=
            areTwo ? receiveTwo(comm, other, round) : receive(comm, other, TAG, round) == TAG;
      }
    }
    return isWhole;
  }

  /** By any tag, or by their own in another order than they were sent. */
  private boolean receiveTwo(long comm, int from, int round) throws Exception {
    if (round % 2 == LONG_ROUND) {
      return receive(comm, from, NEXT_TAG, round) == NEXT_TAG
          && receive(comm, from, TAG, round) == TAG;
    }
    int first = receive(comm, from, MpiConstants.ANY_TAG, round);
    if (first == NEXT_TAG && !hasFailed(comm, from)) {
      throw new IllegalStateException("a message of rank " + from + " has overtaken another one");
    }
    return first == TAG && receive(comm, from, MpiConstants.ANY_TAG, round) == NEXT_TAG;
  }

  private boolean hasFailed(long comm, int rank) throws Exception {
    return Arrays.stream(ulfm.failedRanks(comm)).anyMatch(failed -> failed == rank);
  }

  private boolean send(long comm, int to, int tag, int round) throws Exception {
    int[] data = new int[round == LONG_ROUND ? LONG_INTS : INTS];
    Arrays.fill(data, round);
    data[0] = process.number;
    MessageCall call = new MessageCall().of(PointToPoint.SEND).to(to, tag);
    call.sent().at(data, false).items(data.length, intType, Basics.INT);
    return tryMessage(comm, to, call);
  }

  /** The tag of the message; {@link #NOTHING} if its sender is dead. */
  private int receive(long comm, int from, int tag, int round) throws Exception {
    int[] data = new int[round == LONG_ROUND ? LONG_INTS : INTS];
    long[] status = new long[STATUS_FIELDS];
    MessageCall call = new MessageCall().of(PointToPoint.RECEIVE).from(from, tag).status(status);
    call.received().at(data, false).items(data.length, intType, Basics.INT);
    if (!tryMessage(comm, from, call)) {
      return NOTHING;
    }
    if (data[1] != round || data[data.length - 1] != round) {
      throw new IllegalStateException(
          "in round %d a message of rank %d and round %d has come"
              .formatted(round, data[0], data[1]));
    }
    return (int) status[STATUS_TAG];
  }

  /** Does a call; false if it fails since the other one is dead. */
  private boolean tryMessage(long comm, int other, MessageCall call) throws Exception {
    try {
      pmpi.message(comm, call);
      return true;
    } catch (Exception e) { // the binding's own
      if (!hasFailed(comm, other)) {
        throw e;
      }
      return false;
    }
  }
}
