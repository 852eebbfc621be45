package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.legio.runtime.engine.Comm;
import org.legio.runtime.engine.CommContext;

class VoteCountTest {
  private static final int[] GROUP = IntStream.range(0, 300).toArray();

  private static Comm comm(int... acknowledged) {
    Comm comm = new Comm(new CommContext(1, GROUP, GROUP), 0, 0);
    IntStream.of(acknowledged).forEach(comm.acknowledged::set);
    return comm;
  }

  private static VoteCount count(int[] out, int[]... acknowledged) {
    VoteCount count =
        new VoteCount(comm(), "agreement") {
          @Override
          public boolean countVote(int member) {
            return true;
          }

          @Override
          public boolean isReached() {
            return isComplete();
          }
        };
    for (int[] each : acknowledged) {
      count.count(1, VoteCount.acknowledgedIn(comm(each)));
    }
    IntStream.of(out).forEach(count::countMissing);
    return count;
  }

  private static int[] ranks(int... ranks) {
    return ranks;
  }

  @Test
  void nothingIsLeftToAcknowledgeIfAllHaveVoted() {
    assertThat(count(ranks(), ranks(), ranks(7)).hasUnacknowledged()).isFalse();
  }

  @Test
  void allHaveAcknowledgedThoseWithoutVotes() {
    int[] host = IntStream.range(100, 228).toArray();
    assertThat(count(host, host, host, host).hasUnacknowledged()).isFalse();
  }

  @Test
  void oneHasNotAcknowledgedThem() {
    assertThat(count(ranks(7, 299), ranks(7, 299), ranks(7)).hasUnacknowledged()).isTrue();
    assertThat(count(ranks(7, 299), ranks(7), ranks(7, 299)).hasUnacknowledged()).isTrue();
    assertThat(count(ranks(7), ranks(), ranks()).hasUnacknowledged()).isTrue();
  }

  @Test
  void whoHasVotedAndDiedSinceCountsAsNotAcknowledged() {
    assertThat(count(ranks(7), ranks(7), ranks(7, 8)).hasUnacknowledged()).isTrue();
  }
}
