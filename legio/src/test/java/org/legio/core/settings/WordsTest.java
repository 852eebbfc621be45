package org.legio.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  private static final List<String> NAMES =
      List.of(
          "allReduce", "bcast", "barrier", "iAllReduce", "reduce", "gather", "bcast.root-failed");

  @ParameterizedTest
  @CsvSource({
    "allreduce, allReduce",
    "alReduce, allReduce",
    "brodcast, bcast",
    "barier, barrier",
    "BCAST_ROOT_FAILED, bcast.root-failed",
    "bcast.rootfailed, bcast.root-failed",
  })
  void theNearestNameComesFirst(String unknown, String nearest) {
    assertThat(Words.nearest(unknown, NAMES)).hasSize(3).startsWith(nearest);
  }

  @Test
  void oneIsNotMany() {
    assertThat(Words.count(1, "repair")).isEqualTo("1 repair");
    assertThat(Words.count(0, "repair")).isEqualTo("0 repairs");
    assertThat(Words.ranks(List.of(3))).isEqualTo("rank 3");
    assertThat(Words.ranks(List.of(3, 5))).isEqualTo("ranks 3, 5");
  }
}
