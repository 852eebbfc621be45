package org.legio.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.core.FakeMpi;
import org.legio.core.communicator.Communicator;

@Timeout(60)
class RequestTableTest {
  private static final long COMPLETE = 0x10000;

  private final Communicator comm = FakeMpi.ofSize(4).world();

  static Stream<RequestTable> tables() {
    return Stream.of(new RequestTable(COMPLETE), new SharedRequestTable(COMPLETE));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void remembersWhatARequestWaitsFor(RequestTable table) {
    assertThat(table.sent(comm, 3, 0x1000)).isEqualTo(0x1000);
    assertThat(table.received(comm, -1, 17, 0x2000)).isEqualTo(0x2000);
    assertThat(table.find(0x1000, table.ticket(0x1000)))
        .isEqualTo(new RequestTable.Entry(comm, false, 3, 0, false, false));
    assertThat(table.find(0x2000, table.ticket(0x2000)))
        .isEqualTo(new RequestTable.Entry(comm, true, -1, 17, false, false));
    assertThat(table.find(0x3000, table.ticket(0x3000))).isNull();
    table.remove(0x1000, table.ticket(0x1000));
    assertThat(table.find(0x1000, table.ticket(0x1000))).isNull();
    assertThat(table.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void doesNotRememberTheHandleThatAllCompleteRequestsShare(RequestTable table) {
    assertThat(table.sent(comm, 3, COMPLETE)).isEqualTo(COMPLETE);
    assertThat(table.ticket(COMPLETE)).isEqualTo(RequestTable.NO_TICKET);
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void keepsRequestsApartWhoseHandleMpiGaveAgainBeforeTheFirstWasForgotten(RequestTable table) {
    table.sent(comm, 3, 0x1000);
    long first = table.ticket(0x1000);
    table.received(comm, 2, 17, 0x1000);
    long second = table.ticket(0x1000);
    assertThat(table.find(0x1000, first))
        .isEqualTo(new RequestTable.Entry(comm, false, 3, 0, false, false));
    assertThat(table.remove(0x1000, first)).isSameAs(comm);
    assertThat(table.remove(0x1000, first)).isNull();
    assertThat(table.find(0x1000, second))
        .isEqualTo(new RequestTable.Entry(comm, true, 2, 17, false, false));
    assertThat(table.isUsed(comm)).isTrue();
    assertThat(table.remove(0x1000, second)).isSameAs(comm);
    assertThat(table.isUsed(comm)).isFalse();
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void agreesWithAMapOverRandomOperations(RequestTable table) {
    Random random = new Random(Long.getLong("legio.it.seed", 1));
    Map<Long, Integer> model = new HashMap<>();
    for (int step = 0; step < 200_000; step++) {
      long handle = 16L * (1 + random.nextInt(500));
      if (random.nextInt(3) > 0) {
        table.remove(handle, table.ticket(handle));
        table.sent(comm, step, handle);
        model.put(handle, step);
      } else {
        table.remove(handle, table.ticket(handle));
        model.remove(handle);
      }
      RequestTable.Entry entry = table.find(handle, table.ticket(handle));
      assertThat(entry == null ? null : (Integer) entry.partner()).isEqualTo(model.get(handle));
      assertThat(table.size()).isEqualTo(model.size());
    }
  }

  @Test
  void threadsDoNotDisturbEachOther() throws Exception {
    RequestTable table = new SharedRequestTable(COMPLETE);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Future<?>[] done = new Future<?>[4];
      for (int t = 0; t < done.length; t++) {
        int own = t;
        done[t] = threads.submit(() -> useOwnHandles(table, own));
      }
      for (Future<?> each : done) {
        each.get(30, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(table.size()).isZero();
  }

  private void useOwnHandles(RequestTable table, int own) {
    for (int round = 0; round < 50_000; round++) {
      long handle = 64L * (1 + round % 300) + own;
      table.received(comm, own, round, handle);
      RequestTable.Entry entry = table.find(handle, table.ticket(handle));
      assertThat(entry).isEqualTo(new RequestTable.Entry(comm, true, own, round, false, false));
      table.remove(handle, table.ticket(handle));
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aCancelledRequestIsRememberedAsSuchUntilItIsDone(RequestTable table) {
    table.received(comm, 2, 17, 0x1000);
    table.cancel(0x1000);
    long cancelled = table.ticket(0x1000);
    assertThat(table.find(0x1000, cancelled).isCancelled()).isTrue();
    table.remove(0x1000, cancelled);
    table.received(comm, 2, 17, 0x1000);
    assertThat(table.find(0x1000, table.ticket(0x1000)).isCancelled()).isFalse();
    table.cancel(0x2000);
    assertThat(table.size()).isOne();
  }
}
