package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.legio.runtime.lanes.Words;

/** Of a rank, processes that are too far behind are ended one after the other, and never all. */
class EvictionTest {
  private static final int RANKS = 2;

  /** Kills nobody at once, as it is with processes. */
  private static final class SlowlyDying extends PlainHost {
    final List<Long> killed = new ArrayList<>();
    final Set<Integer> gone = new HashSet<>();
    Runnable meanwhile = () -> {};

    SlowlyDying(int bytes) {
      super(bytes);
    }

    @Override
    public void kill(long pid) {
      killed.add(pid);
    }

    @Override
    public void warn(String message) {}

    @Override
    public boolean isGone(int member) {
      Runnable once = meanwhile;
      meanwhile = () -> {};
      once.run();
      return gone.contains(member);
    }

    @Override
    public boolean hasEnded(int member) {
      return gone.contains(member);
    }
  }

  private final ReplicaGroups groups = ReplicaGroups.uniform(RANKS, 3);
  private final JobShape shape = new JobShape(groups, 0, HostMap.single(groups.processes()));
  private final SlowlyDying host = new SlowlyDying(shape.bytes());
  private final JobMemory job = new JobMemory(shape, HostMap.single(groups.processes()), host);

  EvictionTest() {
    for (int process = 0; process < groups.processes(); process++) {
      Words.setVolatile(host.memory(), shape.pid(process), pid(process));
      assertThat(job.move(process, Phase.STARTING, Phase.RUNNING)).isTrue();
    }
  }

  private static long pid(int process) {
    return 100L + process;
  }

  private void evictAll(int... processes) {
    for (int process : processes) {
      job.evict(process);
      job.evict(process);
    }
  }

  @Test
  void whileOneEndsAllOthersOfItsRankStay() {
    evictAll(0, 1, 2);
    assertThat(host.killed).containsExactly(pid(0));
    evictAll(4);
    assertThat(host.killed).containsExactly(pid(0), pid(4));
  }

  /** Two take different ones for the slower at the same time. */
  @Test
  void ofTwoAtOnceOneStays() {
    host.gone.add(2);
    host.meanwhile = () -> job.evict(1);
    job.evict(0);
    assertThat(host.killed).hasSize(1);
  }

  @Test
  void whoHasNotBegunStays() {
    evictAll(0);
    host.gone.add(0);
    Words.setVolatile(host.memory(), shape.pid(1), 0);
    evictAll(1);
    assertThat(host.killed).containsExactly(pid(0));
    assertThat(job.evictions(1)).isZero();
  }

  @Test
  void theLastStays() {
    evictAll(0);
    host.gone.add(0);
    evictAll(1);
    assertThat(host.killed).containsExactly(pid(0), pid(1));
    host.gone.add(1);
    evictAll(2);
    assertThat(host.killed).containsExactly(pid(0), pid(1));
  }

  @Test
  void oneThatHasComeToItsEndContinuesForAll() {
    host.gone.add(0);
    job.move(1, Phase.RUNNING, Phase.FINALIZED);
    evictAll(2);
    assertThat(host.killed).containsExactly(pid(2));
    assertThat(job.evictions(2)).isEqualTo(1);
  }

  @Test
  void whoHasYetToDoAgainWhatItHadDoneIsNoneToRelyOn() {
    host.gone.add(0);
    Words.setVolatile(host.memory(), shape.catchUpTo(1), 5);
    evictAll(2);
    assertThat(host.killed).isEmpty();
  }
}
