package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.hosts.TwoHosts;
import org.legio.runtime.lanes.Words;

/**
 * A process casts one vote after the other at the same place while its daemon copies them: each
 * arrives whole, however long the process is between two instructions.
 */
@Timeout(300)
class VotesInTurnTest {
  private static final int VOTES = Integer.getInteger("legio.votes", 1_500);
  private static final int HALF_WRITTEN = 100;
  private static final int CAST = 1;
  private static final int PLACE = 3;

  @Test
  @SuppressWarnings("ThreadPriorityCheck") // the daemons may need this core
  void eachArrives() throws Exception {
    try (TwoHosts hosts = new TwoHosts(2)) {
      VotePages there = new VotePages(hosts.memory(1));
      for (int key = 1; key <= VOTES; key++) {
        cast(hosts.memory(0), key);
        while (there.key(0, PLACE) != key) {
          assertThat(hosts.objection()).as("vote %d", key).isNull();
          Thread.yield();
        }
        ByteBuffer arrived = ByteBuffer.allocate(VotePages.CONTENT_BYTES);
        there.copy(0, PLACE, arrived);
        assertThat(arrived.flip()).as("vote %d", key).isEqualTo(vote(key));
      }
    }
  }

  /** As {@link Agreements} does, by a process that loses its core while it writes. */
  private static void cast(JobMemory job, int key) {
    ByteBuffer memory = job.bytes();
    int at = job.shape().vote(0, PLACE);
    Words.setVolatile(memory, at + Agreements.KEY, Agreements.FREE);
    for (int turn = 0; turn < HALF_WRITTEN; turn++) {
      memory.putLong(at + Agreements.ACKNOWLEDGED, turn % 2);
      Thread.onSpinWait();
    }
    memory.duplicate().position(at + Agreements.FLAGS).put(vote(key));
    memory.putLong(at + Agreements.STATE, CAST);
    Words.setVolatile(memory, at + Agreements.KEY, key);
  }

  /** A vote of a process that has cast so many; every other one acknowledges a death. */
  private static ByteBuffer vote(int number) {
    ByteBuffer vote = ByteBuffer.allocate(VotePages.CONTENT_BYTES);
    return vote.order(ByteOrder.nativeOrder())
        .putLong(-1)
        .putLong(number)
        .putLong(number % 2)
        .flip();
  }
}
