package org.legio.runtime.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.legio.runtime.replica.DecisionLog.Kind;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.PlainHost;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/** Three hosts, on each of which one of a rank's three processes begins. */
class LeadershipTest {
  private static final HostMap HOSTS =
      new HostMap(List.of("first", "second", "third"), new int[] {0, 1, 2}, 1);
  private static final JobShape SHAPE =
      new JobShape(
          ReplicaGroups.uniform(1, 3), 0, HOSTS, new ReplicaShape.Room(1 << 12, 1 << 11, 16));

  private final JobMemory job = new JobMemory(SHAPE, HOSTS, new PlainHost(SHAPE.bytes()));
  private final Leadership leadership = new Leadership(job, 0, Leadership.DAEMON);
  private final long first = leadership.first();

  private void lose(int process) {
    job.mirror(process, Phase.FAILED);
  }

  private boolean isLeading(int process, long named) {
    return new Leadership(job, 0, process).isLeading(named);
  }

  @Test
  void theFirstLivingHostLeads() {
    assertThat(leadership.host(first)).isZero();
    lose(0);
    assertThat(leadership.host(first)).isEqualTo(1);
    lose(1);
    assertThat(leadership.host(first)).isEqualTo(2);
    lose(2);
    assertThat(leadership.host(first)).isNegative();
  }

  @Test
  void theNamedHostLeadsWhileItLives() {
    long third = leadership.on(2);
    assertThat(leadership.host(third)).isEqualTo(2);
    assertThat(isLeading(2, third)).isTrue();
    assertThat(isLeading(0, third)).isFalse();
    lose(2);
    assertThat(leadership.host(third)).isZero();
    assertThat(leadership.on(2)).isNegative();
  }

  /** Another host leads meanwhile, and would not notice. */
  @Test
  void aHostDoesNotLeadAgainByAProcessThatComesLater() {
    lose(0);
    assertThat(leadership.host(first)).isEqualTo(1);
    job.move(2, 0, 1, 0, 1);
    assertThat(leadership.host(first)).isEqualTo(1);
    assertThat(isLeading(2, first)).isFalse();
    lose(1);
    assertThat(leadership.host(first)).isZero();
    assertThat(isLeading(2, first)).isTrue();
  }

  /** It was named for its first process. */
  @Test
  void aProcessThatComesLaterDoesNotLeadBesideOneThatIsNamed() {
    job.move(2, 0, 1, 0, 1);
    assertThat(isLeading(2, first)).isFalse();
    assertThat(isLeading(0, first)).isTrue();
    long both = leadership.on(0);
    assertThat(isLeading(2, both)).isTrue();
    assertThat(isLeading(0, both)).isTrue();
  }

  /** Processes propose as they have read, though the memory may have more. */
  @Test
  void aLogIsLedAsItSays() {
    DecisionLog here = new DecisionLog(job, 1);
    LogCopy copy = new LogCopy(job, 0);
    long time = DecisionLog.word(Kind.TIME, 7);
    assertThat(here.propose(time)).isEqualTo(DecisionLog.NONE);
    assertThat(here.isHeldUp()).isTrue();
    assertThat(copy.heldUp(new boolean[] {false, true, false})).isZero();
    assertThat(copy.handOver(1)).isTrue();
    assertThat(copy.handOver(2)).as("it has not read that").isFalse();
    assertThat(here.next()).isEqualTo(DecisionLog.NONE);
    assertThat(here.index()).isEqualTo(1);
    assertThat(DecisionLog.value(here.propose(time))).isEqualTo(7);
    here.followed();
    while (copy.hasNext(job.decisionsHere())) {
      copy.next();
    }
    assertThat(copy.end()).isEqualTo(2);
    assertThat(copy.leadingHost()).isEqualTo(1);
    assertThat(copy.handOver(2)).isTrue();
    assertThat(here.propose(time)).isEqualTo(DecisionLog.NONE);
    assertThat(here.index()).isEqualTo(3);
  }
}
