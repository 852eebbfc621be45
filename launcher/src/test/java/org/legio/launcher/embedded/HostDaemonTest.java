package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HostDaemonTest {
  private static final boolean AT_TERMINAL = true;

  @Test
  void printsAtATerminalWhatMayBeRepeated() throws Exception {
    List<String> options = List.of("--restart", "1", "--stdin", "0");
    int[] hostOf = {0, 1};
    try (LocalHosts hosts = new LocalHosts(hostOf, options, AT_TERMINAL, "yes | head -n 500000")) {
      hosts.reports(0).await("ended");
    }
  }

  @Test
  void passesOnAQuestion() throws Exception {
    int[] hostOf = {0};
    String asks = "printf 'n = '; read n; echo got $n";
    try (LocalHosts hosts = new LocalHosts(hostOf, List.of("--stdin", "0"), AT_TERMINAL, asks)) {
      assertThat(hosts.reports(0).await("printed").text()).isEqualTo("n = ");
      byte[] answer = {'7', '\n'};
      hosts.daemon(0).pass(answer, answer.length);
      assertThat(hosts.reports(0).await("printed").text()).isEqualTo("got 7\n");
    }
  }

  @Test
  void startsNoProcessThatCannotGetAllInput() throws Exception {
    List<String> options = List.of("--restart", "1", "--stdin", "0");
    int[] hostOf = {0};
    byte[] block = new byte[1 << 20];
    String reads = "head -c 9000000 > /dev/null; kill -9 $$";
    try (LocalHosts hosts = new LocalHosts(hostOf, options, !AT_TERMINAL, reads)) {
      for (int passed = 0;
          passed < DaemonInputs.MAX_KEPT_BYTES + (2 << 20);
          passed += block.length) {
        hosts.daemon(0).pass(block, block.length);
      }
      hosts.reports(0).await("ended");
      await("the daemon alone").until(() -> ProcessHandle.current().descendants().count() == 1);
    }
  }

  @Test
  void bindsTheProcessesOfAHostToItsCoresInTurn() throws Exception {
    int[] hostOf = {0, 1, 0, 1};
    String tells = "grep Cpus_allowed_list /proc/self/status";
    Cores cores = new Cores();
    try (LocalHosts hosts =
        new LocalHosts(hostOf, List.of("--bind-to", "core"), !AT_TERMINAL, tells)) {
      List<String> told =
          List.of(
              hosts.reports(1).await("printed").text(), hosts.reports(1).await("printed").text());
      assertThat(told)
          .containsExactlyInAnyOrder(
              "Cpus_allowed_list:\t" + cores.prefix(0).get(2) + "\n",
              "Cpus_allowed_list:\t" + cores.prefix(1).get(2) + "\n");
    }
  }
}
