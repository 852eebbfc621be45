package org.legio.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.net.IdleSelector;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.PlainHost;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/**
 * A host with process 2 is told of the loss of the first host, with processes 0 and 1, and of that
 * of the last one, with process 3, before the first flush is over.
 */
@Timeout(60)
class MirrorTest {
  private static final int FIRST = 0;
  private static final int ME = 1;
  private static final int LAST = 2;

  private final Set<Integer> heldLocks = new HashSet<>();
  private final HostMap map =
      new HostMap(List.of("first", "me", "last"), new int[] {FIRST, FIRST, ME, LAST}, ME);
  private final JobShape shape =
      new JobShape(ReplicaGroups.single(4), 1, map, new ReplicaShape.Room(2048, 1024, 16));
  private final JobMemory job =
      new JobMemory(
          shape,
          map,
          new PlainHost(shape.bytes()) {
            @Override
            public Closeable standInFor(int member) {
              heldLocks.add(member);
              return () -> heldLocks.remove(member);
            }
          });
  private Mirror mirror;

  @BeforeEach
  void make() throws IOException {
    mirror =
        new Mirror(job, InetAddress.getLoopbackAddress(), new IdleSelector(Thread.currentThread()));
    job.mirror(0, Phase.RUNNING);
    job.mirror(1, Phase.RUNNING);
  }

  @AfterEach
  void close() throws IOException {
    mirror.close();
  }

  private static FinalPages.Move move(int process, int host) {
    return new FinalPages.Move(process, host, 0, 1);
  }

  /** The first host is lost: process 0 is to run on the last one, and process 1 here. */
  private void installFirst() throws IOException {
    FinalPages pages = FinalPages.parse(mirror.cut(List.of(FIRST)).toBytes());
    pages.add(move(0, LAST));
    pages.add(move(1, ME));
    mirror.install(1, pages);
  }

  @Test
  void aSecondLossTellsAgainOfWhatIsNotRestartedYet() throws IOException {
    installFirst();
    FinalPages pages = mirror.cut(List.of(FIRST, LAST));
    assertThat(pages.hasBegun(0)).isTrue();
    assertThat(pages.hasBegun(1)).isTrue();
    pages.add(move(1, ME));
    mirror.install(2, pages);
    assertThat(mirror.release()).containsExactly(1);
    assertThat(heldLocks).isEmpty();
  }

  @Test
  void whoHasLostItsRoomByASecondLossIsLost() throws IOException {
    installFirst();
    FinalPages pages = FinalPages.parse(mirror.cut(List.of(FIRST, LAST)).toBytes());
    pages.add(move(0, ME));
    mirror.install(2, pages);
    assertThat(mirror.release()).containsExactly(0);
    assertThat(heldLocks).isEmpty();
    assertThat(job.restartsLeft(1)).as("restarts left").isZero();
  }

  @Test
  void aLaterFlushIsNotConcernedWithWhatIsRestarted() throws IOException {
    installFirst();
    mirror.release();
    assertThat(mirror.cut(List.of(LAST)).hasBegun(1)).isFalse();
  }
}
