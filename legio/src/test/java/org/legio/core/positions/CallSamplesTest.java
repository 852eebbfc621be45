package org.legio.core.positions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.legio.core.positions.CallSamples.Summary;

class CallSamplesTest {
  @Test
  void computingIsNoCall() {
    CallSamples samples = new CallSamples(() -> Set.of(1));
    samples.look();
    samples.look();
    assertThat(samples.end()).isEqualTo(new Summary(2, 0, 0));
    assertThat(samples.end().share()).isZero();
  }

  @Test
  void aThreadThatComputesWaitsForNobodyAndNothingIsSeenAfterTheEnd() throws Exception {
    CountDownLatch isAsked = new CountDownLatch(1);
    CallSamples samples =
        new CallSamples(
            () -> {
              isAsked.countDown();
              return Set.of();
            });
    samples.begin();
    Summary first = samples.end();
    samples.look();
    assertThat(samples.end()).isEqualTo(first);
    assertThat(isAsked.getCount()).isEqualTo(1);
  }

  @Test
  void withoutSamplesTheShareIsZero() {
    assertThat(new Summary(0, 0, 0).share()).isZero();
    assertThat(new Summary(4, 1, 2).share()).isEqualTo(0.25);
  }
}
