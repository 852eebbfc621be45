package org.legio.core.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.FlatRank;
import org.legio.protection.Resilience;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;

/** A rank that cannot take part in a published operation. */
@Timeout(120)
class WithheldOperationTest {
  private static final int UNABLE = 1;

  /** Returns how many operations this rank counts before, in and after one in which it throws. */
  private static Object count(Rank rank) throws Exception {
    Resilience resilience = FlatRank.protect(rank);
    Collectives world = Objects.requireNonNull(resilience.collectives(rank.commWorld()));
    world.barrier();
    CollectiveCall call = world.call(Collective.ALL_GATHER);
    int room = rank.worldRank() == UNABLE ? 0 : rank.worldSize();
    call.sent().at(new int[1], false).items(1, Basic.INT.handle(), Basic.INT.baseType());
    call.received().at(new int[room], false).items(1, Basic.INT.handle(), Basic.INT.baseType());
    String thrown = "nothing";
    try {
      world.run(call);
    } catch (Exception e) {
      thrown = "an exception";
    }
    world.barrier();
    return thrown + ", " + resilience.positions().communicators().get(0).current();
  }

  @Test
  void countsOnceAtAllMembers() {
    JobResult result = SimulatedJob.ofSize(3).run(WithheldOperationTest::count);
    for (int rank = 0; rank < 3; rank++) {
      assertThat(result.value(rank)).as(result.toString()).isEqualTo("an exception, 4");
    }
  }
}
