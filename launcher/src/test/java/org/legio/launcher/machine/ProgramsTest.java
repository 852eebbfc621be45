package org.legio.launcher.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProgramsTest {

  @Test
  void whatAProgramPrintsIsKept() {
    assertThat(Programs.capture(List.of("sh", "-c", "echo one; echo two >&2; exit 3")))
        .isEqualTo(new Programs.Outcome(3, "one\ntwo\n"));
    assertThat(Programs.output(List.of("echo", "one"))).hasValue("one\n");
    assertThat(Programs.output(List.of("false"))).isEmpty();
  }

  @Test
  @Timeout(20)
  void oneThatHangsIsKilledWithAWord() {
    Programs.Outcome outcome =
        Programs.captured(
            new ProcessBuilder("sh", "-c", "sleep 1000 & wait"), Duration.ofMillis(300));
    assertThat(outcome.succeeded()).isFalse();
    assertThat(outcome.text()).startsWith("sh ... ").contains("has not ended within");
  }

  @Test
  @Timeout(20)
  void whatOneHasStartedIsNotWaitedFor() {
    Programs.Outcome outcome = Programs.capture(List.of("sh", "-c", "sleep 5 & echo $!"));
    assertThat(outcome.succeeded()).isTrue();
    ProcessHandle.of(Long.parseLong(outcome.text().strip())).ifPresent(ProcessHandle::destroy);
  }
}
