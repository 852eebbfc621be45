package org.legio.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs over three hosts of two ranks lose the last host: its processes are killed, the launcher
 * cannot be heard there, or a cable is cut. The other ranks continue without those of that host.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LostHostIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final List<String> ADDRESSES = List.of("127.0.0.2", "127.0.0.3", "127.0.0.4");
  private static final List<String> SPACES = List.of("legio-it0", "legio-it1", "legio-it2");
  private static final int LOST = 2;

  /** In seconds; more than a machine that runs other tests, too, may need for anything. */
  private static final String TIMEOUT = "5";

  /** A program's lines about who takes part: all six ranks, and those of two hosts. */
  private static final String ALL = ": 3f";

  private static final String SURVIVORS = ": f";

  private final JobProcesses processes = new JobProcesses(UUID.randomUUID().toString());

  @TempDir private Path folder;

  @BeforeEach
  void makeAgents() throws IOException {
    script("plain", "echo $$ > agent.$1; shift; exec \"$@\"");
    script(
        "stoppable",
        "echo $$ > agent.$1; [ $1 = 127.0.0.4 ] && { shift; cat | \"$@\" | cat; exit; }; shift;"
            + " exec \"$@\"");
    script("space", "echo $$ > agent.$1; exec ip netns exec \"$@\"");
  }

  private void script(String name, String line) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  @AfterEach
  void endWhatIsLeft() {
    processes.kill();
  }

  // ------------------------------------------------------------------ a job

  private Process start(List<String> hosts, String agent, String... options) throws IOException {
    List<String> command = new ArrayList<>(RealMpi.javaCommand());
    command.addAll(List.of("run", "--mpi", "embedded", "-n", "6", "--host"));
    command.add(String.join(":2,", hosts) + ":2");
    command.addAll(List.of("--launch-agent", folder.resolve(agent).toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("--", Job.WITHOUT_PERF_DATA));
    command.addAll(Job.QUICK_START);
    command.addAll(List.of("-cp", System.getProperty("legio.it.programs")));
    command.addAll(List.of("org.legio.programs.Vigil", folder.resolve("end").toString(), "5"));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(folder.resolve("out").toFile());
    builder.redirectError(folder.resolve("err").toFile());
    processes.mark(builder.environment());
    Process job = builder.start();
    awaitLines(job, ALL, 0, 6);
    return job;
  }

  /** Waits until ranks have printed a line with such an end. */
  private void awaitLines(Process job, String end, int firstRank, int lastRank) {
    await().atMost(PATIENCE).until(() -> !job.isAlive() || havePrinted(end, firstRank, lastRank));
    assertThat(job.isAlive()).as(() -> text("err") + text("out")).isTrue();
  }

  private boolean havePrinted(String end, int firstRank, int lastRank) {
    List<String> lines = text("out").lines().toList();
    return IntStream.range(firstRank, lastRank)
        .allMatch(
            rank ->
                lines.stream()
                    .anyMatch(l -> l.startsWith("rank " + rank + " ") && l.endsWith(end)));
  }

  private String text(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The survivors continue, and the job ends well. */
  private void requireSurvival(Process job, List<String> hosts, String why) throws Exception {
    awaitLines(job, SURVIVORS, 0, 4);
    Files.createFile(folder.resolve("end"));
    assertThat(job.waitFor(PATIENCE.toSeconds(), SECONDS)).as("ended").isTrue();
    assertThat(job.exitValue()).as(() -> text("err") + text("out")).isZero();
    assertThat(text("err").lines().filter(line -> line.contains("host " + hosts.get(LOST) + " is")))
        .singleElement()
        .asString()
        .startsWith("legio: host " + hosts.get(LOST) + " is lost with ranks 4, 5: " + why);
    assertThat(text("out").lines().filter(line -> line.endsWith(" rounds"))).hasSize(4);
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(processes.descriptions()).isEmpty());
  }

  /** The processes that the last host's agent has started, and it. */
  private List<ProcessHandle> processesOfLost(List<String> hosts) {
    long agent = Long.parseLong(text("agent." + hosts.get(LOST)).strip());
    ProcessHandle first = ProcessHandle.of(agent).orElseThrow();
    List<ProcessHandle> all = new ArrayList<>(first.descendants().toList());
    all.add(first);
    return all;
  }

  private static boolean isCat(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("cat");
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
  }

  private static void signal(String signal, List<ProcessHandle> to) throws Exception {
    for (ProcessHandle each : to) {
      run("kill", "-" + signal, Long.toString(each.pid()));
    }
  }

  // ------------------------------------------------------------------ losses

  @Test
  void aHostWhoseProcessesAreKilledIsSurvived() throws Exception {
    Process job = start(ADDRESSES, "plain");
    processesOfLost(ADDRESSES).forEach(ProcessHandle::destroyForcibly);
    requireSurvival(job, ADDRESSES, "its daemon has ended");
  }

  /** Its ranks are gone before the others are told that they are lost. */
  @Test
  void aHostThatDoesNotHearTheLauncherEndsItsRanks() throws Exception {
    Process job = start(ADDRESSES, "stoppable", "--host-timeout", TIMEOUT);
    List<ProcessHandle> all = processesOfLost(ADDRESSES);
    List<ProcessHandle> cats = all.stream().filter(LostHostIT::isCat).toList();
    List<ProcessHandle> ranks =
        all.stream().filter(p -> !isCat(p) && p.children().findAny().isEmpty()).toList();
    assertThat(cats).as("cats among %s", all).hasSize(2);
    assertThat(ranks).as("ranks among %s", all).hasSize(2);
    signal("STOP", cats);
    try {
      await().atMost(PATIENCE).until(() -> text("err").contains(" is lost"));
      assertThat(ranks).as("the ranks of the silent host").noneMatch(ProcessHandle::isAlive);
    } finally {
      signal("CONT", cats);
    }
    requireSurvival(job, ADDRESSES, "it has not been heard for ");
    assertThat(text("err"))
        .contains("host 127.0.0.4 has not heard the launcher for " + TIMEOUT + " s");
  }

  @Test
  void aHostWhoseCablesAreCutIsEnded() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can make namespaces");
    try {
      makeSpaces();
      Process job = start(SPACES, "space", "--host-timeout", TIMEOUT);
      cut(0);
      cut(1);
      requireSurvival(job, SPACES, "there is no connection between it and legio-it0, legio-it1");
    } finally {
      removeSpaces();
    }
  }

  /** Network namespaces with a cable between each two: a bridge would be subject to firewalls. */
  private static void makeSpaces() throws Exception {
    StringBuilder names = new StringBuilder("127.0.0.1 localhost\n");
    for (int i = 0; i < SPACES.size(); i++) {
      names.append(address(i)).append(' ').append(SPACES.get(i)).append('\n');
    }
    for (int i = 0; i < SPACES.size(); i++) {
      String space = SPACES.get(i);
      Path hosts = Files.createDirectories(Path.of("/etc/netns", space)).resolve("hosts");
      Files.writeString(hosts, names);
      run("ip", "netns", "add", space);
      run("ip", "-n", space, "link", "set", "lo", "up");
      run("ip", "-n", space, "address", "add", address(i) + "/32", "dev", "lo");
      for (int other = 0; other < i; other++) {
        String end = cable(i, other);
        String otherEnd = cable(other, i);
        run("ip", "link", "add", end, "type", "veth", "peer", "name", otherEnd);
        plug(end, i, other);
        plug(otherEnd, other, i);
      }
    }
  }

  private static void plug(String end, int here, int there) throws Exception {
    String space = SPACES.get(here);
    run("ip", "link", "set", end, "netns", space);
    run("ip", "-n", space, "link", "set", end, "up");
    run("ip", "-n", space, "route", "add", address(there), "dev", end, "src", address(here));
  }

  private static String address(int space) {
    return "10.77.77." + (space + 1);
  }

  /** The name of the end of a cable. */
  private static String cable(int here, int there) {
    return "legio-it" + here + there;
  }

  private static void cut(int other) throws Exception {
    run("ip", "-n", SPACES.get(LOST), "link", "set", cable(LOST, other), "down");
  }

  private static void removeSpaces() throws Exception {
    for (String space : SPACES) {
      new ProcessBuilder("ip", "netns", "delete", space).start().waitFor();
      Path folder = Path.of("/etc/netns", space);
      Files.deleteIfExists(folder.resolve("hosts"));
      Files.deleteIfExists(folder);
    }
  }
}
