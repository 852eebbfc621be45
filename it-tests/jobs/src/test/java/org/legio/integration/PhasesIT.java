package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Phases that can do without a rank, and phases that cannot, in one job. */
@Tag("embedded-long")
@SampledRows(every = 6)
class PhasesIT {
  private static final int RANKS = 4;

  /** What a mode prints in its first phase: undisturbed, and where rank 1 is dead. */
  @ParameterizedTest(name = "{0} in {3}")
  @CsvSource({
    "scope,  first 4242,       first -1-1,       flat,           bcast, bcast.root-failed",
    "scope,  first 4242,       first -1-1,       hierarchical:2, bcast, bcast.root-failed",
    "dup,    first 4242ignore, first -1-1ignore, flat,           bcast, bcast.root-failed",
    "set,    first 42ignore,   first -1ignore,   flat,           bcast, bcast.root-failed",
    "recv,   first 8,          first 7,          flat,           recv,  recv.source-failed",
    "window, first 5,          first 0,          flat,           get,   get.target-failed"
  })
  void theJobEndsInThePhaseThatNeedsTheRank(
      String mode, String whole, String without, String layout, String call, String policy) {
    Job job = Job.of("Phases", mode).layout(layout);
    boolean isOfOneRank = mode.equals("recv");
    assertThat(first(job.run().succeeded())).containsExactlyElementsOf(lines(whole, isOfOneRank));
    String kill = mode.equals("recv") || mode.equals("window") ? "1@barrier:1" : "1@bcast:1";
    Outcome outcome =
        Job.of("Phases", mode).layout(layout).killing(Kill.parse(kill + ":before")).run();
    assertThat(first(outcome))
        .as("%s", outcome)
        .containsExactlyElementsOf(
            lines(without, isOfOneRank).stream()
                .filter(line -> !line.startsWith("rank 1"))
                .toList());
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .containsPattern(call + " on .*: its \\w+, rank 1, is dead and " + policy + "=abort");
    assertThat(outcome.failed().find("^rank 0: second")).as("%s", outcome).isEmpty();
  }

  private static List<String> first(Outcome outcome) {
    return outcome.sortedLines().stream().filter(line -> line.contains("first")).toList();
  }

  private static List<String> lines(String what, boolean isOfOneRank) {
    return IntStream.range(0, isOfOneRank ? 1 : RANKS)
        .mapToObj(rank -> "rank " + rank + ": " + what)
        .toList();
  }

  @Test
  void whatMembersNameDifferentlyOrWronglyIsAnErrorAtAllOfThem() {
    Outcome outcome = Job.of("Phases", "wrong").run().succeeded();
    String differs = "bcast.root-failed is ignore at ranks 0, 2, 3 and ";
    for (String error :
        List.of(
            differs + "abort at rank 1 of MPI_COMM_WORLD; name the same",
            differs + "not named at rank 1 of MPI_COMM_WORLD; name the same",
            "there is no policy \"bcast.root-faild\"; the nearest are bcast.root-failed",
            "legio.bcast.root-failed is no policy of a window; give it to the communicator",
            "legio.bcast.root-failed is no policy of a file; give it to the communicator",
            "layout is chosen for the whole job when it starts",
            "bcast.root-failed=perhaps (in an info) is not a value of bcast.root-failed; use one"
                + " of: abort,")) {
      int times = error.contains("abort at") ? 2 : 1;
      assertThat(outcome.stdout().lines().filter(line -> line.contains(error)))
          .as("%s in %s", error, outcome)
          .hasSize(times * RANKS);
    }
    assertThat(outcome.find("^rank \\d: no error$")).as("%s", outcome).hasSize(RANKS);
  }

  /** The mode's phases are the program's own: without the agent they have no effect. */
  @ParameterizedTest
  @CsvSource({"scope, first 4242", "dup, first 4242null", "set, first 42null"})
  void withoutTheAgentPoliciesHaveNoEffect(String mode, String whole) {
    Outcome outcome = Job.of("Phases", mode).plain().run().succeeded();
    assertThat(first(outcome)).containsExactlyElementsOf(lines(whole, false));
  }

  @Test
  void replicasDecideAlike() {
    Outcome outcome =
        Job.of("Phases", "scope")
            .mpi("embedded")
            .launcher("--replicas", "2")
            .injecting("0.1@bcast:2", "1.0@bcast:1", "1.1@bcast:1")
            .run();
    assertThat(first(outcome))
        .as("%s", outcome)
        .containsExactly("rank 0: first -1-1", "rank 2: first -1-1", "rank 3: first -1-1");
    assertThat(outcome.failed().stderr()).contains("bcast.root-failed=abort");
  }

  @Test
  void thePagesExampleRuns(@TempDir Path folder) throws IOException {
    UserPage page = UserPage.of("docs/guide/policies.md");
    Files.writeString(folder.resolve("Phases.java"), page.code("java"));
    for (String name : List.of("bin", "dist")) {
      Files.createSymbolicLink(folder.resolve(name), UserPage.ROOT.resolve(name));
    }
    List<String> commands = page.commands("javac", "bin/legio");
    String path = Path.of(System.getProperty("java.home"), "bin").toString();
    String line =
        "cd " + folder + " && PATH=" + path + ":$PATH && " + String.join(" && ", commands);
    Outcome outcome =
        Job.of("Phases").startedBy(line).within(Duration.ofMinutes(4)).run().succeeded();
    for (String name : List.of("bin", "dist")) {
      Files.delete(folder.resolve(name));
    }
    assertThat(outcome.stdout().lines())
        .as("%s", outcome)
        .containsExactly("sum: 2.0", "sum: 3.0", "ended");
  }
}
