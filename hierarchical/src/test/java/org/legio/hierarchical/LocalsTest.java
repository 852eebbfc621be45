package org.legio.hierarchical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalsTest {

  @ParameterizedTest(name = "hosts {0}, at most {1}: {2}")
  @CsvSource({
    "0 0 0 0 0 0 0, 3, '[0, 3, 6]'",
    "7 7 7 7 4 4 4, 8, '[0, 4]'",
    "7 7 7 7 4 4 4, 3, '[0, 3, 4]'",
    "7 7 7 7 7 4 4, 2, '[0, 2, 4, 5]'",
    "7 4 7 4 7 4,   4, '[0, 4]'", // ranks go round the hosts
    "7 4 3 2 1 5,   4, '[0, 4]'", // each has one
    "7 7 7 4,       4, '[0, 3]'",
    "7,             4, '[0]'",
  })
  void aLocalIsFullOrEndsWithItsHost(String hosts, int maxRanks, String firsts) {
    Locals locals =
        Locals.on(Arrays.stream(hosts.split(" ")).mapToInt(Integer::parseInt).toArray(), maxRanks);
    assertThat(locals).hasToString(firsts);
  }

  @ParameterizedTest(name = "rank {0}")
  @CsvSource({"0, 0", "2, 0", "3, 1", "4, 2", "6, 2"})
  void eachRankHasOne(int rank, int local) {
    assertThat(Locals.on(new int[] {7, 7, 7, 7, 4, 4, 4}, 3).of(rank)).isEqualTo(local);
  }
}
