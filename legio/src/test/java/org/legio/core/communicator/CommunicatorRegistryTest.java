package org.legio.core.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.FakeMpi;

@Timeout(60)
class CommunicatorRegistryTest {
  private final FakeMpi mpi = FakeMpi.ofSize(2);
  private final CommunicatorRegistry registry = new CommunicatorRegistry();

  @Test
  void findsWhatHasBeenAddedAndNothingElse() {
    List<Communicator> all = new ArrayList<>();
    for (int i = 1; i <= 300; i++) {
      Communicator communicator = mpi.communicator(0x7f0000000000L + 64L * i);
      all.add(communicator);
      registry.add(communicator);
    }
    for (Communicator each : all) {
      assertThat(registry.find(each.handle())).isSameAs(each);
    }
    assertThat(registry.find(0x7f0000000001L)).isNull();
    for (Communicator each : all) {
      registry.remove(each);
      assertThat(registry.find(each.handle())).isNull();
    }
    assertThat(registry.isEmpty()).isTrue();
  }

  @Test
  void readersSeeWholeTablesWhileOthersChangeThem() throws Exception {
    Communicator lasting = mpi.communicator(0x1000);
    registry.add(lasting);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Future<?> first = threads.submit(() -> addAndRemove(0x2000));
      Future<?> second = threads.submit(() -> addAndRemove(0x3000));
      while (!first.isDone() || !second.isDone()) {
        assertThat(registry.find(0x1000)).isSameAs(lasting);
      }
      first.get(30, TimeUnit.SECONDS);
      second.get(30, TimeUnit.SECONDS);
    } finally {
      threads.shutdownNow();
    }
  }

  private void addAndRemove(long handle) {
    for (int round = 0; round < 20_000; round++) {
      Communicator communicator = mpi.communicator(handle);
      registry.add(communicator);
      assertThat(registry.find(handle)).isSameAs(communicator);
      registry.remove(communicator);
      assertThat(registry.find(handle)).isNull();
    }
  }
}
