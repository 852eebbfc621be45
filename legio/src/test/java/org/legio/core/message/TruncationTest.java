package org.legio.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.core.FlatRank;
import org.legio.core.communicator.Communicator;
import org.legio.protection.Resilience;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.simulator.FaultPlan;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.PointToPoint;

/** A message that is too long for a receive from any source is an error, whoever has died. */
@Timeout(120)
class TruncationTest {
  private static final int TAG = 4;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void isToldInSpiteOfADeath(long seed) {
    SimulatedJob job = SimulatedJob.ofSize(3).seed(seed);
    long steps = job.run(TruncationTest::program).rank(2).steps();
    for (long step = 1; step <= steps; step++) {
      JobResult result = job.faults(FaultPlan.kill(2, step)).run(TruncationTest::program);
      assertThat(result.aborted()).as("%s", result).get().asString().contains("MPI_ERR_TRUNCATE");
    }
  }

  private static Object program(Rank rank) throws Exception {
    Resilience resilience = FlatRank.protect(rank);
    Communicator world = Objects.requireNonNull(resilience.communicator(rank.commWorld()));
    ByteBuffer memory = ByteBuffer.allocateDirect(2);
    long bytes = Basic.BYTE.handle();
    if (rank.worldRank() == 1) {
      MessageCall call = new MessageCall().of(PointToPoint.SEND).to(0, TAG);
      call.sent().at(memory).items(2, bytes);
      resilience.sends().run(world, call);
    } else if (rank.worldRank() == 0) {
      MessageCall call = new MessageCall().of(PointToPoint.RECEIVE);
      call.from(MpiConstants.ANY_SOURCE, TAG).received().at(memory).items(1, bytes);
      long request = resilience.receives().start(world, call);
      resilience.requests().waitStatus(request, new long[MpiConstants.STATUS_FIELDS]);
    }
    resilience.beforeFinalize();
    return "not told";
  }
}
