package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hosts join a running job, and run what a host ran that is killed then. Whatever dies meanwhile,
 * the command ends with one line, the job prints what it does without deaths if its launcher lives,
 * and nothing is left.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@ChoosesItsRuntime
class JoinIT {
  private static final String NEW = "127.0.0.5";
  private static final String OTHER = "127.0.0.6";
  private static final int NUMBERS = 1 << 14;
  private static final int DRAWN_DEATHS = 4;
  private static final int MAX_DELAY_MS = 1500;

  @TempDir private Path folder;
  private JoinableJob job;

  @BeforeEach
  void makeJob() {
    job = new JoinableJob(folder);
  }

  @AfterEach
  void endWhatIsLeft() {
    job.close();
  }

  private void requireOutput() throws Exception {
    assertThat(job.end()).isEqualTo(JoinableJob.linesOfRounds());
  }

  private static String joined(String host) {
    return "host " + host + " has joined";
  }

  private static String refused(String host) {
    return "host " + host + " has not joined: ";
  }

  private void replaceBoth() throws Exception {
    String pid = Long.toString(job.pid());
    assertThat(job.join(0, "--job", pid, NEW + ":2")).contains(joined(NEW) + " with 2 slots");
    job.kill(job.daemon(JoinableJob.FIRST));
    job.awaitWords("rank 0 is restarted on host " + NEW);
    job.kill(job.daemon(JoinableJob.SECOND));
    job.awaitWords("rank 1 is restarted on host " + NEW);
    requireOutput();
  }

  @Test
  void aJoinedHostReplacesALostOne() throws Exception {
    job.start(1, 0);
    replaceBoth();
  }

  /** What precedes them is not kept any more: there is no room for all that is sent. */
  @Test
  void aHostJoinsBehindCheckpoints() throws Exception {
    job.start(NUMBERS, 2);
    replaceBoth();
    assertThat(job.toString())
        .contains("rank 0 continues behind round ", "rank 1 continues behind round ")
        .doesNotContain("no more can be kept");
  }

  @Test
  void whatCannotJoinIsRefused() throws Exception {
    job.start(1, 0);
    assertThat(job.join(2, "--job", "1", NEW)).contains("--job 1 is no job");
    assertThat(job.join(2, NEW + ":none")).contains("is no host with slots", "n9:4");
    assertThat(job.join(1, JoinableJob.FIRST)).contains("it is in the job already");
    assertThat(job.join(1, "no-such-host.invalid"))
        .contains(refused("no-such-host.invalid"), "has no address there");
    assertThat(job.join(0, NEW)).contains(joined(NEW));
    requireOutput();
  }

  @Test
  @InLongRuns
  void twoJoinAtOnce() throws Exception {
    job.start(1, 0);
    JoinableJob.Question one = job.ask(NEW);
    JoinableJob.Question other = job.ask(OTHER);
    assertThat(JoinableJob.answer(0, one)).contains(joined(NEW));
    assertThat(JoinableJob.answer(0, other)).contains(joined(OTHER));
    requireOutput();
  }

  // ------------------------------------------------------------------ deaths while a host joins

  /** A host joins, and stays where it is sent what there is: another one does not answer. */
  private JoinableJob.Question askWithout(ProcessHandle stopped) throws Exception {
    JoinableJob.signal("STOP", stopped);
    JoinableJob.Question asked = job.ask(NEW);
    JoinableJob.awaitAdmission(job.daemon(NEW));
    return asked;
  }

  @Test
  void theJoiningHostIsLost() throws Exception {
    job.start(1, 0);
    ProcessHandle first = job.daemon(JoinableJob.FIRST);
    JoinableJob.Question asked = askWithout(first);
    job.kill(job.daemon(NEW));
    JoinableJob.signal("CONT", first);
    assertThat(JoinableJob.answer(1, asked)).contains(refused(NEW) + "its daemon has ended");
    assertThat(job.join(0, OTHER)).contains(joined(OTHER));
    requireOutput();
  }

  @Test
  @InLongRuns
  void anotherHostIsLostMeanwhile() throws Exception {
    job.start(1, 0);
    ProcessHandle first = job.daemon(JoinableJob.FIRST);
    JoinableJob.Question asked = askWithout(first);
    job.kill(job.daemon(JoinableJob.SECOND));
    assertThat(JoinableJob.answer(1, asked))
        .contains(refused(NEW) + "host 127.0.0.3 was lost meanwhile; repeat the command");
    JoinableJob.signal("CONT", first);
    job.awaitWords("rank 1 is restarted on host " + JoinableJob.FIRST);
    assertThat(job.join(0, OTHER)).contains(joined(OTHER));
    requireOutput();
  }

  /**
   * It, or the process that has started the daemons, which users do not see.
   *
   * @param isStarter which
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @SampledRows(every = 2)
  void theLauncherIsKilled(boolean isStarter) throws Exception {
    job.start(1, 0);
    ProcessHandle first = job.daemon(JoinableJob.FIRST);
    JoinableJob.Question asked = askWithout(first);
    ProcessHandle killed = isStarter ? job.starter() : ProcessHandle.of(job.pid()).orElseThrow();
    job.kill(killed);
    JoinableJob.signal("CONT", first);
    assertThat(JoinableJob.answer(1, asked)).contains("ended");
    job.requireNothingLeft();
  }

  /** Often before it is ready; sometimes it has joined, and is lost as any other host. */
  @Test
  @InLongRuns
  void theJoiningHostIsLostAtAnyTime() throws Exception {
    job.start(1, 0);
    long seed = Seeds.first(1);
    System.out.println("delays are drawn by -Dlegio.it.seed=" + seed);
    Random random = Seeds.random(seed);
    List<String> answers = new ArrayList<>();
    for (int death = 0; death < DRAWN_DEATHS; death++) {
      String host = "127.0.0." + (10 + death);
      JoinableJob.Question asked = job.ask(host);
      ProcessHandle daemon = job.daemon(host);
      Thread.sleep(random.nextInt(MAX_DELAY_MS));
      job.kill(daemon);
      answers.add(JoinableJob.answerOf(asked));
      assertThat(answers.get(death)).containsAnyOf(refused(host), joined(host));
    }
    System.out.println(answers);
    assertThat(job.join(0, NEW)).contains(joined(NEW));
    requireOutput();
  }
}
