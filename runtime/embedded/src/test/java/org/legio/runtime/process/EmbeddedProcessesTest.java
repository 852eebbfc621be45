package org.legio.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.hosts.TwoHosts;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Keeping;
import org.legio.runtime.shm.Lease;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.messages.ExitStatus;

/** Real processes exchange messages, see deaths and agree, without any launcher but this test. */
@Isolated // its processes have deadlines, and poll on cores of their own
@Timeout(120)
class EmbeddedProcessesTest {
  private static final long DEADLINE_S = 40;
  private static final long LOOK_NS = 50_000;

  private static List<String> run(String program, int ranks) throws Exception {
    List<Process> processes = new ArrayList<>();
    try (JobMemory memory = JobMemory.make(ReplicaGroups.single(ranks), Keeping.NOTHING)) {
      for (int rank = 0; rank < ranks; rank++) {
        processes.add(start(memory, program, rank));
      }
      List<String> output = outputs(program, processes);
      memory.unlink();
      return output;
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  /** The same on two hosts, each with half of the ranks. */
  private static List<String> runOnTwoHosts(String program, int ranks) throws Exception {
    List<Process> processes = new ArrayList<>();
    try (TwoHosts hosts = new TwoHosts(ranks)) {
      for (int rank = 0; rank < ranks; rank++) {
        processes.add(start(hosts.environment(rank), program));
      }
      return outputs(program, processes);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private static List<String> outputs(String program, List<Process> processes) throws Exception {
    List<String> output = new ArrayList<>();
    for (Process process : processes) {
      if (!process.waitFor(DEADLINE_S, TimeUnit.SECONDS)) {
        throw new AssertionError(program + " has not ended: " + stacks(process));
      }
      output.add(
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }
    return output;
  }

  private static Process start(JobMemory memory, String program, int rank) throws IOException {
    return start(memory.environment(rank), program);
  }

  private static Process start(Map<String, String> environment, String program) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            EmbeddedPrograms.class.getName(),
            program);
    builder.environment().putAll(environment);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** They have joined no MPI; nobody tells them, and nobody kills them. */
  @Test
  void processesEndWithTheLauncherBeforeTheyCallMpi() throws Exception {
    Process process;
    try (JobMemory memory = JobMemory.make(ReplicaGroups.single(1), Keeping.NOTHING)) {
      process = startIdle(memory);
    }
    requireItsEnd(process, ExitStatus.FAILURE);
  }

  /** Their daemon lives, and is stopped, so it cannot kill them. */
  @Test
  void processesEndWithTheirHostsLease() throws Exception {
    try (JobMemory memory = JobMemory.make(ReplicaGroups.single(1), Keeping.NOTHING)) {
      Process process = startIdle(memory);
      new Lease(memory).extend(0);
      requireItsEnd(process, ExitStatus.KILLED);
    }
  }

  private static Process startIdle(JobMemory memory) throws IOException {
    Process process = start(memory, "idle", 0);
    assertThat(process.inputReader().readLine()).isEqualTo("idle");
    return process;
  }

  private static void requireItsEnd(Process process, ExitStatus status)
      throws InterruptedException {
    try {
      assertThat(process.waitFor(DEADLINE_S, TimeUnit.SECONDS)).as("ended").isTrue();
      assertThat(process.exitValue()).isEqualTo(status.number());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void theMemoryOfAJobHasNoName() throws Exception {
    try (JobMemory memory = JobMemory.make(ReplicaGroups.single(2), Keeping.NOTHING)) {
      String name = memory.environment(0).get(JobMemory.FILE);
      assertThat(Path.of(name)).doesNotExist();
    }
  }

  /** Else the survivors of the rank that aborts repair, and run on until they are ended. */
  @Test
  void nobodyIsMissedOnceTheJobIsAborted() throws Exception {
    try (JobMemory memory = JobMemory.make(ReplicaGroups.single(2), Keeping.NOTHING)) {
      memory.move(1, Phase.STARTING, Phase.FAILED);
      assertThat(memory.isMissing(1)).as("before").isTrue();
      assertThat(memory.isReplicaGroupMissing(1)).as("before").isTrue();
      memory.noteAbort(7);
      assertThat(memory.isMissing(1)).as("after").isFalse();
      assertThat(memory.isReplicaGroupMissing(1)).as("after").isFalse();
    }
  }

  /** The launcher has died before this process came to look. */
  @Test
  void aProcessWithoutALauncherEndsAtOnce() throws Exception {
    Map<String, String> environment;
    try (JobMemory memory = JobMemory.make(ReplicaGroups.single(1), Keeping.NOTHING)) {
      environment = memory.environment(0);
    }
    assertThatThrownBy(() -> JobMemory.open(environment))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the launcher of this process's job has ended");
  }

  private static String stacks(Process process) throws IOException {
    Process jstack =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/jstack", Long.toString(process.pid()))
            .redirectErrorStream(true)
            .start();
    return new String(jstack.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aTokenGoesRound(int ranks) throws Exception {
    assertThat(run("ring", ranks)).allMatch(line -> line.endsWith("ring passed"));
  }

  @Test
  void pingPong() throws Exception {
    assertThat(run("pingPong", 2)).containsExactly("0: ping-pong done", "1: ping-pong done");
  }

  @Test
  void largeMessagesGoThroughSmallRings() throws Exception {
    assertThat(run("large", 4)).allMatch(line -> line.endsWith("large right"));
  }

  @Test
  void aShortMessageMakesNoObject() throws Exception {
    assertThat(run("allocations", 2))
        .containsExactly("0: nothing allocated", "1: nothing allocated");
  }

  @Test
  void whatNobodyHasAskedForIsBounded() throws Exception {
    assertThat(run("flood", 2)).containsExactly("0: flood sent", "1: flood received");
  }

  @Test
  void collectives() throws Exception {
    assertThat(run("gather", 4)).allMatch(line -> line.endsWith("[0, 1, 2, 3]"));
  }

  @Test
  void aReductionsFunctionMayLookForMessages() throws Exception {
    assertThat(run("reduceAndProbe", 2)).allMatch(line -> line.endsWith("all reduced"));
  }

  @Test
  void whatALeavingRankHasSentIsReceived() throws Exception {
    assertThat(run("leave", 2)).allMatch(line -> line.endsWith("all received"));
  }

  @Test
  void aFreedSendIsReceivedAfterItsRankHasLeft() throws Exception {
    assertThat(run("freeAndLeave", 2)).allMatch(line -> line.endsWith("all received"));
  }

  @Test
  void filesThatARankOpensAloneNeedNoSharedPointers() throws Exception {
    assertThat(run("files", 2)).allMatch(line -> line.endsWith("all opened"));
  }

  @Test
  void survivorsShrinkAndContinue() throws Exception {
    List<String> output = run("die", 4);
    assertThat(output.get(1)).isEmpty();
    assertThat(output.get(0)).endsWith("[0, 2, 3]");
    assertThat(output.get(3)).endsWith("[0, 2, 3]");
  }

  @Test
  void aRevocationReachesAll() throws Exception {
    assertThat(run("revoke", 3)).allMatch(line -> line.endsWith("true YES"));
  }

  @Nested
  class OnTwoHosts {
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 5})
    void aTokenGoesRound(int ranks) throws Exception {
      assertThat(runOnTwoHosts("ring", ranks)).allMatch(line -> line.endsWith("ring passed"));
    }

    @Test
    void largeMessagesGoThroughSmallRings() throws Exception {
      assertThat(runOnTwoHosts("large", 4)).allMatch(line -> line.endsWith("large right"));
    }

    @Test
    void whatNobodyHasAskedForIsBounded() throws Exception {
      assertThat(runOnTwoHosts("flood", 2)).containsExactly("0: flood sent", "1: flood received");
    }

    @Test
    void collectives() throws Exception {
      assertThat(runOnTwoHosts("gather", 4)).allMatch(line -> line.endsWith("[0, 1, 2, 3]"));
    }

    @Test
    void whatALeavingRankHasSentIsReceived() throws Exception {
      assertThat(runOnTwoHosts("leave", 2)).allMatch(line -> line.endsWith("all received"));
    }

    @Test
    void survivorsShrinkAndGoOn() throws Exception {
      List<String> output = runOnTwoHosts("die", 4);
      assertThat(output.get(1)).isEmpty();
      assertThat(output.get(0)).endsWith("[0, 2, 3]");
      assertThat(output.get(2)).endsWith("[0, 2, 3]");
      assertThat(output.get(3)).endsWith("[0, 2, 3]");
    }

    @Test
    void aRevocationReachesAll() throws Exception {
      assertThat(runOnTwoHosts("revoke", 4)).allMatch(line -> line.endsWith("true YES"));
    }

    /** What one host's kernel tells at once, the other one is told; the figure is printed. */
    @Test
    void aDeathIsNoticedOnTheOtherHost() throws Exception {
      List<Process> processes = new ArrayList<>();
      try (TwoHosts hosts = new TwoHosts(4)) {
        for (int rank = 0; rank < 4; rank++) {
          processes.add(start(hosts.environment(rank), "wait"));
        }
        JobMemory there = hosts.memory(0);
        JobMemory here = hosts.memory(1);
        for (int rank = 0; rank < 4; rank++) {
          int each = rank;
          awaitNoticed("begin of rank " + rank, () -> there.phase(each) == Phase.RUNNING);
          assertThat(there.hasFailed(rank)).as("rank %d before", rank).isFalse();
        }
        processes.get(3).destroyForcibly();
        awaitNoticed("death here", () -> here.hasFailed(3));
        long beganNs = System.nanoTime();
        awaitNoticed("death there", () -> there.hasFailed(3));
        long tookUs = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - beganNs);
        System.out.println("a death was noticed on the other host after " + tookUs + " us");
      } finally {
        processes.forEach(Process::destroyForcibly);
      }
    }

    private void awaitNoticed(String what, BooleanSupplier condition) {
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
      while (!condition.getAsBoolean()) {
        assertThat(System.nanoTime()).as(what).isLessThan(deadlineNs);
        LockSupport.parkNanos(LOOK_NS);
      }
    }
  }
}
