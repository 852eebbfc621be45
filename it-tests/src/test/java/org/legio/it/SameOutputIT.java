package org.legio.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without faults a program prints the same bytes with and without the agent. */
class SameOutputIT {
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
    "CallZoo,      1,            1",
    "CallZoo,      1,            2",
    "CallZoo,      1,            3",
    "CallZoo,      1,            4",
  })
  void sameOutput(String sample, String arguments, int ranks) {
    Object[] words = arguments.split(" ", -1);
    Outcome plain = Job.of(sample, words).on(ranks).plain().run().succeeded();
    Outcome protectedByAgent = Job.of(sample, words).on(ranks).run().succeeded();
    assertThat(plain.stdout()).as("output without the agent").isNotBlank();
    assertThat(protectedByAgent.sortedLines())
        .as("lines with the agent\n%s", protectedByAgent.stderr())
        .isEqualTo(plain.sortedLines());
  }
}
