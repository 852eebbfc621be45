package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs over three hosts of two ranks lose the last host: its processes are killed, the launcher
 * cannot be heard there, or a cable is cut. The other ranks continue without those of that host.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LostHostIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final List<String> ADDRESSES = List.of("127.0.0.2", "127.0.0.3", "127.0.0.4");
  private static final int LOST = 2;

  /** In seconds; more than a machine that runs other tests, too, may need for anything. */
  private static final String TIMEOUT = "5";

  /** Who takes part: all six ranks, and those of two hosts. */
  private static final String ALL = "3f";

  private static final String SURVIVORS = "f";

  @TempDir private Path folder;

  private VigilJob vigil;

  @BeforeEach
  void makeJob() {
    vigil = new VigilJob(folder);
  }

  @AfterEach
  void endWhatIsLeft() {
    vigil.close();
  }

  private void start(List<String> hosts, String agent, String... options) throws IOException {
    vigil.start(String.join(":2,", hosts) + ":2", agent, List.of(options));
    vigil.awaitMembers(ALL, 0, 1, 2, 3, 4, 5);
  }

  /** The survivors continue, and the job ends well. */
  private void requireSurvival(List<String> hosts, String why) throws Exception {
    vigil.awaitMembers(SURVIVORS, 0, 1, 2, 3);
    vigil.end();
    assertThat(vigil.messages().lines().filter(l -> l.contains("host " + hosts.get(LOST) + " is")))
        .singleElement()
        .asString()
        .startsWith("legio: host " + hosts.get(LOST) + " is lost with ranks 4, 5: " + why);
    assertThat(vigil.endings()).hasSize(4);
  }

  private static boolean isCat(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("cat");
  }

  private static void signal(String signal, List<ProcessHandle> to) throws Exception {
    for (ProcessHandle each : to) {
      Commands.run(List.of("kill", "-" + signal, Long.toString(each.pid())), 1);
    }
  }

  // ------------------------------------------------------------------ losses

  @Test
  void aHostWhoseProcessesAreKilledIsSurvived() throws Exception {
    start(ADDRESSES, VigilJob.HERE);
    vigil.processesOf(ADDRESSES.get(LOST)).forEach(ProcessHandle::destroyForcibly);
    requireSurvival(ADDRESSES, "its daemon has ended");
  }

  /** Its ranks are gone before the others are told that they are lost. */
  @Test
  void aHostThatDoesNotHearTheLauncherEndsItsRanks() throws Exception {
    start(
        ADDRESSES,
        "[ $1 = 127.0.0.4 ] && { shift; cat | \"$@\" | cat; exit; }; " + VigilJob.HERE,
        "--host-timeout",
        TIMEOUT);
    List<ProcessHandle> all = vigil.processesOf(ADDRESSES.get(LOST));
    List<ProcessHandle> cats = all.stream().filter(LostHostIT::isCat).toList();
    List<ProcessHandle> ranks =
        all.stream().filter(p -> !isCat(p) && p.children().findAny().isEmpty()).toList();
    assertThat(cats).as("cats among %s", all).hasSize(2);
    assertThat(ranks).as("ranks among %s", all).hasSize(2);
    signal("STOP", cats);
    try {
      await().atMost(PATIENCE).until(() -> vigil.messages().contains(" is lost"));
      assertThat(ranks).as("the ranks of the silent host").noneMatch(ProcessHandle::isAlive);
    } finally {
      signal("CONT", cats);
    }
    requireSurvival(ADDRESSES, "it has not been heard for ");
    assertThat(vigil.messages())
        .contains("host 127.0.0.4 has not heard the launcher for " + TIMEOUT + " s");
  }

  /** Nobody ends them then but they themselves, before the others are told that they are lost. */
  @Test
  void ranksWhoseDaemonIsStoppedEnd() throws Exception {
    start(ADDRESSES, VigilJob.HERE, "--host-timeout", TIMEOUT);
    List<ProcessHandle> ranks = vigil.ranksOf(ADDRESSES.get(LOST));
    assertThat(ranks).hasSize(2);
    List<ProcessHandle> daemon = new ArrayList<>(vigil.processesOf(ADDRESSES.get(LOST)));
    daemon.removeAll(ranks);
    signal("STOP", daemon);
    await().atMost(PATIENCE).until(() -> ranks.stream().noneMatch(LostHostIT::isRunning));
    assertThat(vigil.messages()).as("said before their end").doesNotContain(" is lost");
    requireSurvival(ADDRESSES, "it has not been heard for ");
  }

  /** A process that has ended has no command any more, even if its parent has not taken note. */
  private static boolean isRunning(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }

  @Test
  @EnabledIf("org.legio.integration.Namespaces#areAllowed")
  void aHostWhoseCablesAreCutIsEnded() throws Exception {
    try (Namespaces spaces = Namespaces.make(3)) {
      List<String> hosts = spaces.addresses();
      start(hosts, VigilJob.IN_SPACE, "--host-timeout", TIMEOUT);
      spaces.cut(LOST, 0);
      spaces.cut(LOST, 1);
      String others = hosts.get(0) + ", " + hosts.get(1);
      requireSurvival(hosts, "there is no connection between it and " + others);
      vigil.close();
    }
  }
}
