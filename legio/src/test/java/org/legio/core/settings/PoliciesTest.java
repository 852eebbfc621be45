package org.legio.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PoliciesTest {
  private static final Policies JOB =
      Configuration.parse(
              Map.of(
                  "bcast.root-failed", "abort",
                  "recv.source-failed", "abort",
                  "recv.any-source", "wait",
                  "gather.shift", "false",
                  "send.retries", "3"),
              Map.of())
          .policies();

  private final CommunicatorPolicies policies = new CommunicatorPolicies(JOB);

  @Test
  void namedPoliciesReplaceTheJobs() {
    Policies named =
        JOB.with(Map.of(Setting.BCAST_ROOT_FAILED, "ignore", Setting.GATHER_SHIFT, "true"))
            .with(Map.of(Setting.SEND_RETRIES, "7"));
    assertThat(named.ignores(Setting.BCAST_ROOT_FAILED)).isTrue();
    assertThat(named.aborts(Setting.BCAST_ROOT_FAILED)).isFalse();
    assertThat(named.aborts(Setting.RECV_SOURCE_FAILED)).isTrue();
    assertThat(named.isOn(Setting.GATHER_SHIFT)).isTrue();
    assertThat(named.sendRetries()).isEqualTo(7);
    assertThat(named.named())
        .containsOnlyKeys(Setting.BCAST_ROOT_FAILED, Setting.GATHER_SHIFT, Setting.SEND_RETRIES);
    assertThat(JOB.named()).isEmpty();
    assertThat(JOB.aborts(Setting.BCAST_ROOT_FAILED)).isTrue();
    assertThat(JOB.isOn(Setting.GATHER_SHIFT)).isFalse();
    assertThat(JOB.sendRetries()).isEqualTo(3);
  }

  @Test
  void receiveBuffersAreKeptWhereTheProgramMayContinueWithoutAMessage() {
    assertThat(JOB.keepsReceiveBuffers()).isFalse();
    assertThat(JOB.with(Map.of(Setting.RECV_SOURCE_FAILED, "ignore")).keepsReceiveBuffers())
        .isTrue();
    assertThat(JOB.with(Map.of(Setting.RECV_ANY_SOURCE, "empty")).keepsReceiveBuffers()).isTrue();
  }

  @Test
  void theInnermostStretchCountsAndEachEndsForItselfOnce() {
    Runnable outer = policies.begin(Setting.RECV_SOURCE_FAILED, "ignore");
    Runnable inner = policies.begin(Setting.RECV_SOURCE_FAILED, "abort");
    assertThat(ignores()).isFalse();
    inner.run();
    assertThat(ignores()).isTrue();
    inner.run();
    assertThat(ignores()).isTrue();
    Runnable again = policies.begin(Setting.RECV_SOURCE_FAILED, "abort");
    outer.run();
    assertThat(ignores()).isFalse();
    again.run();
    assertThat(policies.inForce()).isSameAs(JOB);
  }

  @Test
  void twoStretchesWithTheSamePolicyEndSeparately() {
    Runnable first = policies.begin(Setting.RECV_SOURCE_FAILED, "ignore");
    Runnable second = policies.begin(Setting.RECV_SOURCE_FAILED, "ignore");
    first.run();
    first.run();
    assertThat(ignores()).isTrue();
    second.run();
    assertThat(ignores()).isFalse();
  }

  @Test
  void whatIsSetInAStretchStaysAfterIt() {
    Runnable stretch = policies.begin(Setting.RECV_SOURCE_FAILED, "abort");
    policies.set(Map.of(Setting.RECV_SOURCE_FAILED, "ignore"));
    assertThat(ignores()).isFalse();
    stretch.run();
    assertThat(ignores()).isTrue();
  }

  private boolean ignores() {
    return policies.inForce().ignores(Setting.RECV_SOURCE_FAILED);
  }

  @Test
  void anUnknownPolicyIsRefusedWithTheNearest() {
    assertThatThrownBy(() -> Setting.policyNamed("bcast.root-faild"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "there is no policy \"bcast.root-faild\"; the nearest are bcast.root-failed, ")
        .hasMessageNotContaining("layout");
  }

  @Test
  void aSettingOfTheJobIsRefusedWithTheReason() {
    assertThatThrownBy(() -> Setting.policyNamed("layout"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "layout is chosen for the whole job when it starts, not for a communicator; give it by"
                + " bin/legio run --policy layout=... or by LEGIO_LAYOUT");
  }

  @Test
  void onlyPoliciesOfCollectivesAreUniform() {
    assertThat(JOB.uniform())
        .containsOnlyKeys(
            Setting.BCAST_ROOT_FAILED,
            Setting.REDUCE_ROOT_FAILED,
            Setting.GATHER_ROOT_FAILED,
            Setting.GATHER_SHIFT,
            Setting.SCATTER_ROOT_FAILED,
            Setting.SCATTER_SHIFT,
            Setting.CART_BRIDGE);
  }
}
