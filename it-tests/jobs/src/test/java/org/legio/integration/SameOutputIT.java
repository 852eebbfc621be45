package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Without faults a program's output is the same bytes with and without the agent. */
@Tag("embedded-long")
@SampledRows(every = 8)
class SameOutputIT {
  @TempDir Path folder;

  @ParameterizedTest(name = "{0} {1} on {2} ranks")
  @CsvSource({
    "MonteCarloPi, 20000 20 all, 2",
    "MonteCarloPi, 20000 20,     4",
    "MonteCarloPi, 20000 20 all, 8",
    "EpGenerator,  20 all,       2",
    "EpGenerator,  20,           4",
    "Screening,    240 10 5,     2",
    "Screening,    241 10 5 all, 4",
    "MasterWorker, 60,           2",
    "MasterWorker, 60,           4",
    "Ring,         50 all,       2",
    "Ring,         50 all,       4",
  })
  void sameOutput(String sample, String arguments, int ranks) {
    Object[] words = arguments.split(" ", -1);
    Outcome plain = Job.of(sample, words).on(ranks).plain().run().succeeded();
    Outcome protectedByAgent = Job.of(sample, words).on(ranks).run().succeeded();
    assertThat(plain.stdout()).as("output without the agent").isNotBlank();
    assertThat(protectedByAgent.stderr()).as("errors with the agent").isEqualTo(plain.stderr());
    assertThat(protectedByAgent.sortedLines())
        .as("lines with the agent\n%s", protectedByAgent.stderr())
        .isEqualTo(plain.sortedLines());
  }

  @ParameterizedTest(name = "every call on {0} ranks")
  @ValueSource(ints = {1, 2, 3, 4})
  void everyCallReturnsTheSame(int ranks) throws IOException {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    Path agent = Files.createDirectory(folder.resolve("agent"));
    Job.of("CallZoo", plain).on(ranks).plain().run().succeeded();
    Job.of("CallZoo", agent).on(ranks).run().succeeded();
    RankFiles.assertSame(plain, agent, ranks);
  }
}
