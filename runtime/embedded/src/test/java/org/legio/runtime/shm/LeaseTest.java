package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LeaseTest {
  private static final long BOOTED_NS = 1_000;
  private static final long DURATION_NS = 100;

  private final AtomicLong clock = new AtomicLong(BOOTED_NS);
  private final JobShape shape = new JobShape(ReplicaGroups.single(1), 0, HostMap.single(1));
  private final JobMemory job = new JobMemory(shape, new PlainHost(shape.bytes()));
  private final Lease ofDaemon = new Lease(job, clock::get);
  private final Lease ofRank = new Lease(job, clock::get);

  @Test
  void isUnlimitedBeforeItIsExtended() {
    clock.set(Long.MAX_VALUE);
    assertThat(ofRank.isOver()).isFalse();
  }

  @Test
  void endsIfTheDaemonIsStopped() {
    ofDaemon.extend(DURATION_NS);
    clock.addAndGet(DURATION_NS);
    assertThat(ofRank.isOver()).as("before").isFalse();
    clock.incrementAndGet();
    assertThat(ofRank.isOver()).as("after").isTrue();
  }

  @Test
  void lastsAsLongAsItIsExtended() {
    for (int i = 0; i < 3; i++) {
      ofDaemon.extend(DURATION_NS);
      clock.addAndGet(DURATION_NS);
      assertThat(ofRank.isOver()).isFalse();
    }
  }

  /** What the launcher had sent before it took the host for lost may be read only then. */
  @Test
  void isNotRevived() {
    ofDaemon.extend(DURATION_NS);
    clock.addAndGet(2 * DURATION_NS);
    ofDaemon.extend(DURATION_NS);
    assertThat(ofDaemon.isOver()).isTrue();
    assertThat(ofRank.isOver()).isTrue();
  }

  @Test
  void machinesTellTheirUptime() {
    assertThat(Uptime.ns()).isPositive().isLessThanOrEqualTo(Uptime.ns());
  }
}
