package org.legio.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobProcessTest {
  private final List<String> said = new CopyOnWriteArrayList<>();

  private JobProcess job(String script, Duration limit) {
    JobProcess job = JobProcess.startPiped(List.of("sh", "-c", script));
    job.limit(limit);
    job.listen(said::add, line -> said.add("error: " + line));
    return job;
  }

  @Test
  void allThatAJobSaysIsHeard() {
    JobProcess job = job("echo one; echo two >&2; exit 3", Duration.ofMinutes(1));
    assertThat(job.waitFor().status()).isEqualTo(3);
    assertThat(job.isLate()).isFalse();
    assertThat(said).containsExactlyInAnyOrder("one", "error: two");
  }

  @Test
  void aJobPastItsLimitIsEndedWithItsChildrenAndWhatItSaidIsKept() {
    String quietly = "exec 2>/dev/null;"; // a shell whose child dies first would remark on that
    JobProcess job =
        job(quietly + "trap '' TERM; echo one; sleep 300; sleep 301", Duration.ofSeconds(1));
    assertThat(job.waitFor().status()).isEqualTo(137);
    assertThat(job.isLate()).isTrue();
    assertThat(said).containsExactly("one");
  }
}
