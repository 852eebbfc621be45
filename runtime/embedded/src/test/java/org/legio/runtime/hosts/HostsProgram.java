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
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;
import org.legio.ulfm.ports.Ulfm;

/**
 * What the ranks of a {@link SimulatedHosts} do: in each round all send to all, and agree whether
 * all has come; if not, the living ones continue without the dead.
 */
final class HostsProgram {
  private static final int ROUNDS = 3;

  /** In one round messages are as long as a frame allows. */
  private static final int LONG_ROUND = 1;

  private static final int LONG_INTS = 3000;
  private static final int INTS = 2;
  private static final int STATUS_FIELDS = 6;

  /** In all rounds the same: a message that comes twice is taken for the next one. */
  private static final int TAG = 3;

  private final SimulatedRank process;
  private final Pmpi pmpi;
  private final Ulfm ulfm;
  private final RankState state;
  private final long intType = Basics.INT_TYPE;

  HostsProgram(SimulatedRank process, JobMemory job) throws Exception {
    this.process = process;
    EmbeddedUniverse universe =
        new EmbeddedUniverse(job, process.number, false, Basics::binding, process);
    this.state = universe.state();
    this.pmpi = Natives.of(state);
    pmpi.init(new String[0]);
    this.ulfm = new LockedUlfm(universe.engine(), new EmbeddedUlfm(universe, universe.newBallot()));
  }

  void run() throws Exception {
    long comm = state.world.handle;
    for (int round = 0; round < ROUNDS; round++) {
      pmpi.setErrhandler(comm, Basics.ERRORS_RETURN);
      boolean isWhole = exchange(comm, round);
      process.step(Step.CALL);
      Agreement agreement = ulfm.agree(comm, isWhole);
      process.told.add(agreement.toString());
      if (agreement != Agreement.YES) {
        comm = ulfm.shrink(comm);
        process.told.add("of " + pmpi.getSize(comm));
      }
    }
    process.step(Step.CALL);
    pmpi.finalizeMpi();
  }

  /** Whether something has come from all. */
  private boolean exchange(long comm, int round) throws Exception {
    int size = pmpi.getSize(comm);
    int me = pmpi.getRank(comm);
    boolean isWhole = true;
    for (int other = 0; other < size; other++) {
      if (other != me) {
        process.step(Step.CALL);
        isWhole &= send(comm, other, round);
      }
    }
    for (int other = 0; other < size; other++) {
      if (other != me) {
        process.step(Step.CALL);
        isWhole &= receive(comm, other, round);
      }
    }
    return isWhole;
  }

  private boolean send(long comm, int to, int round) throws Exception {
    int[] data = new int[round == LONG_ROUND ? LONG_INTS : INTS];
    Arrays.fill(data, round);
    data[0] = process.number;
    MessageCall call = new MessageCall().of(PointToPoint.SEND).to(to, TAG);
    call.sent().at(data, false).items(data.length, intType, Basics.INT);
    return tryMessage(comm, to, call);
  }

  private boolean receive(long comm, int from, int round) throws Exception {
    int[] data = new int[round == LONG_ROUND ? LONG_INTS : INTS];
    MessageCall call =
        new MessageCall().of(PointToPoint.RECEIVE).from(from, TAG).status(new long[STATUS_FIELDS]);
    call.received().at(data, false).items(data.length, intType, Basics.INT);
    if (!tryMessage(comm, from, call)) {
      return false;
    }
    if (data[1] != round || data[data.length - 1] != round) {
      throw new IllegalStateException(
          "in round %d a message of rank %d and round %d has come"
              .formatted(round, data[0], data[1]));
    }
    return true;
  }

  /** Does a call; false if it fails since the other one is dead. */
  private boolean tryMessage(long comm, int other, MessageCall call) throws Exception {
    try {
      pmpi.message(comm, call);
      return true;
    } catch (Exception e) { // the binding's own
      if (Arrays.stream(ulfm.failedRanks(comm)).noneMatch(failed -> failed == other)) {
        throw e;
      }
      return false;
    }
  }
}
