package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.integration.ReplicaRun.Survival;

/**
 * Files of ranks with replicas, and of processes that are restarted: what is written and read is
 * the same as without deaths, and nothing is done twice. On the embedded runtime, which alone has
 * them.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@ChoosesItsRuntime
@SampledRows(every = 8)
class ReplicaFilesIT {

  private static final int RANKS = 4;
  private static final int LEDGER_ROUNDS = 4;

  /** The bytes of an entry that a rank makes in the ledger's file {@code shared}. */
  private static final int SHARED_BYTES = 3 * Integer.BYTES;

  private static final List<String> CALLS =
      List.of(
          "open",
          "close",
          "setView",
          "setSize",
          "writeAt",
          "readAt",
          "writeAtAll",
          "readAtAll",
          "writeAll",
          "writeShared",
          "readShared",
          "writeOrdered",
          "writeOrderedBegin",
          "seekShared",
          "getPositionShared",
          "iWriteAt");

  /** What a program prints, and the bytes of each file that it leaves. */
  private record Work(List<String> lines, TreeMap<String, ByteBuffer> files) {}

  @TempDir private static Path folders;
  private static Work ledger = new Work(List.of(), new TreeMap<>());
  private static Work zoo = new Work(List.of(), new TreeMap<>());

  @BeforeAll
  static void workUndisturbed() throws IOException {
    ledger = work("FileLedger", LEDGER_ROUNDS);
    zoo = work("FileZoo", 1, "-");
  }

  private static Work work(String sample, Object... arguments) throws IOException {
    Path folder = Files.createTempDirectory(folders, sample);
    return done(job(sample, folder, arguments).run().succeeded(), folder);
  }

  private static Job job(String sample, Path folder, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of(folder));
    all.addAll(List.of(arguments));
    return Job.of(sample, all.toArray()).mpi("embedded").on(RANKS).within(Duration.ofMinutes(3));
  }

  private static Work done(Outcome outcome, Path folder) throws IOException {
    TreeMap<String, ByteBuffer> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        byte[] bytes = Files.readAllBytes(file);
        contents.put(name, name.equals("shared") ? inOrder(bytes) : ByteBuffer.wrap(bytes));
      }
    }
    return new Work(outcome.sortedLines(), contents);
  }

  /** Entries that have been made as they came, in their order. */
  private static ByteBuffer inOrder(byte[] bytes) {
    assertThat(bytes.length % SHARED_BYTES).as("bytes over").isZero();
    ByteBuffer sorted = ByteBuffer.allocate(bytes.length);
    IntStream.range(0, bytes.length / SHARED_BYTES)
        .mapToObj(entry -> ByteBuffer.wrap(bytes, entry * SHARED_BYTES, SHARED_BYTES))
        .sorted()
        .forEach(sorted::put);
    return sorted.flip();
  }

  // ------------------------------------------------------------------ exact deaths

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--replicas 2, 0.0@open:1",
        "--replicas 2, 0.0@open:1:after 1.1@open:3",
        "--replicas 2, 1.0@writeAtAll:3 2.1@writeAll:2:after",
        "--replicas 2, 0.1@writeShared:2 1.0@writeShared:2:after 3.0@writeShared:3",
        "--replicas 2, 2.0@writeOrdered:2 3.1@writeOrderedBegin:1:after",
        "--replicas 2, 0.0@close:1:after 1.1@close:2 2.0@close:4",
        "--replicas 3, 0.0@writeShared:2 0.1@writeShared:3:after",
        "--restart 1, 0@open:1:after",
        "--restart 1, 1@writeAtAll:3",
        "--restart 1, 0@writeShared:2:after 3@writeShared:2",
        "--restart 2, 2@writeShared:1 2@writeShared:3:after",
        "--restart 1, 1@readAtAll:2 2@seekShared:1:after",
        "--restart 1, 0@close:1:after 3@close:4",
        "--replicas 2 --restart 1, 0@writeShared:3 1.0@writeAtAll:2",
      })
  void theLedgerIsKept(String deaths) throws IOException {
    String[] parts = deaths.split(", ");
    Path folder = Files.createTempDirectory(folders, "ledger");
    Outcome outcome =
        job("FileLedger", folder, LEDGER_ROUNDS)
            .launcher(parts[0].split(" "))
            .injecting(parts[1].split(" "))
            .run()
            .succeeded();
    requireSame(done(outcome, folder), ledger, outcome);
    assertThat(outcome.stderr()).contains("killed, as asked for").doesNotContain("repaired");
  }

  private static void requireSame(Work own, Work wanted, Outcome outcome) {
    assertThat(own.lines).as("%s", outcome).isEqualTo(wanted.lines);
    assertThat(own.files.keySet()).as("%s", outcome).isEqualTo(wanted.files.keySet());
    wanted.files.forEach(
        (name, bytes) ->
            assertThat(own.files.get(name)).as("%s of %s", name, outcome).isEqualTo(bytes));
  }

  // ------------------------------------------------------------------ random deaths

  /** Which processes die at which calls of the zoo. */
  private record Visit(Survival survival, List<String> kills, long seed) {
    static Visit of(Survival survival, Random random, long seed) {
      return new Visit(survival, survival.kills(random, RANKS, CALLS), seed);
    }
  }

  static Stream<Visit> visits() {
    return Survival.runs(5, 1, Visit::of);
  }

  @ParameterizedTest
  @MethodSource("visits")
  void theZooIsTheSame(Visit visit) throws IOException {
    Path folder = Files.createTempDirectory(folders, "zoo");
    Outcome outcome =
        job("FileZoo", folder, 1, "-")
            .launcher(visit.survival.options())
            .injecting(visit.kills.toArray(String[]::new))
            .run();
    requireSame(done(outcome, folder), zoo, outcome);
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(ReplicaRun.wantedStatus(outcome));
  }
}
