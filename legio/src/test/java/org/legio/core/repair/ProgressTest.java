package org.legio.core.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgressTest {
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private final Progress progress = new Progress(ns -> Thread.onSpinWait(), true);

  private Thread paying(String afterwards) {
    Thread thread =
        new Thread(
            () -> {
              try {
                progress.payDebts();
                done.add(afterwards);
              } catch (Exception e) {
                done.add(e.toString());
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void threadWaitsForADebtThatAnotherIsPaying() throws Exception {
    CountDownLatch isPaying = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    progress.owe(
        () -> {
          isPaying.countDown();
          mayEnd.await();
          done.add("paid");
        });
    Thread first = paying("first");
    isPaying.await();
    assertThat(progress.isIdle()).isFalse();
    Thread second = paying("second");
    while (second.isAlive() && second.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    mayEnd.countDown();
    first.join();
    second.join();
    assertThat(done.get(0)).isEqualTo("paid");
    assertThat(done).containsExactlyInAnyOrder("paid", "first", "second");
    assertThat(progress.isIdle()).isTrue();
  }
}
