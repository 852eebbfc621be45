package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory of every job that is not refused can be mapped: positions are ints. */
class JobShapeTest {
  private static final int MB = 1 << 20;

  private static JobShape shape(ReplicaGroups replicaGroups, int megabytes) {
    return new JobShape(replicaGroups, megabytes * MB, HostMap.single(replicaGroups.processes()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 256, 1536})
  void jobsOfAllSizesMayBeRestarted(int megabytes) {
    for (int ranks = 1; ranks <= JobShape.maxRanks(); ranks++) {
      JobShape shape = shape(ReplicaGroups.single(ranks), megabytes);
      ReplicaShape shared = shape.ofReplicaGroups();
      assertThat(shape.bytes()).as("%d ranks", ranks).isPositive();
      assertThat(shared.decision(ranks - 1, shared.decisions() - 1))
          .as("%d ranks", ranks)
          .isBetween(0, shape.bytes() - Long.BYTES);
    }
  }

  @Test
  void theLargestJobOfAHostTakesLessThan300MB() {
    JobShape shape = shape(ReplicaGroups.single(JobShape.maxRanks()), 0);
    assertThat(shape.bytes()).isLessThan(300 * MB);
  }

  @Test
  void allProcessesMayBeReplicas() {
    JobShape shape = shape(ReplicaGroups.uniform(128, ReplicaGroups.MAX_REPLICAS), 0);
    assertThat(shape.bytes()).isPositive();
  }
}
