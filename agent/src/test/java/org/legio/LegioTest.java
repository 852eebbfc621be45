package org.legio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeoutException;
import mpi.Comm;
import org.junit.jupiter.api.Test;

/** Without the agent nobody has failed, and blocks run. */
class LegioTest {
  private static final Comm ANY = null;

  @Test
  void nobodyHasFailed() {
    assertThat(Legio.failedRanks(ANY)).isEmpty();
    assertThat(Legio.failedCount(ANY)).isZero();
    assertThat(Legio.alive(ANY, 3)).isTrue();
  }

  @Test
  void aPolicyHasNoEffectButItsNameAndValueAreChecked() {
    PolicyScope scope = Legio.policy(ANY, "bcast.root-failed", "ignore");
    scope.close();
    scope.close();
    assertThatThrownBy(() -> Legio.policy(ANY, "bcast.root-faild", "ignore"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the nearest are bcast.root-failed");
    assertThatThrownBy(() -> Legio.policy(ANY, "bcast.root-failed", "sometimes"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use one of: abort, ignore");
  }

  @Test
  void aBlockRunsOnceAndThrowsWhatItDeclares() throws Exception {
    int[] runs = {0};
    Legio.block(ANY, () -> runs[0]++);
    assertThat(runs[0]).isOne();
    assertThatThrownBy(
            () ->
                Legio.block(
                    ANY,
                    () -> {
                      throw new TimeoutException("its own");
                    }))
        .isInstanceOf(TimeoutException.class);
  }
}
