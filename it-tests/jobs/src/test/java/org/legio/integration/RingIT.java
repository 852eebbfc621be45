package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ring with dead members continues: a receive from a dead rank leaves the buffer as it was. */
@Tag("hosts-long")
@Tag("embedded-long")
@SampledRows(every = 8)
class RingIT {
  private static final int LAPS = 10;

  @ParameterizedTest(name = "{0} ranks, dead: {1}")
  @CsvSource({
    "4, ''",
    "4, 2@send:3:before",
    "4, 2@recv:3:before",
    "4, 2@barrier:3:before",
    "4, 2@barrier:3:inside",
    "4, 2@barrier:3:after",
    "4, 0@send:4:before",
    "4, 0@recv:4:before",
    "2, 1@recv:1:before",
    "2, 0@barrier:10:inside",
    "4, 1@sendRecv:2:before",
    "4, 0@sendRecv:1:before 3@sendRecv:3:before",
    "6, 1@send:2:before 4@barrier:5:before",
    "4, 1@send:2:before 2@recv:5:before 3@barrier:7:before",
    "4, 0@recv:3:before 1@send:3:before 2@barrier:3:before",
  })
  void tokenGoesRound(int ranks, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of("Ring", LAPS, "all")
            .on(ranks)
            .killing(kills)
            .policies("recv.source-failed=ignore")
            .run()
            .succeeded();
    assertThat(outcome.sortedLines())
        .as("%s", outcome)
        .isEqualTo(new Simulation(ranks, kills).lines());
  }

  /** The ring, rank after rank in a plain loop. */
  private static final class Simulation {
    private static final long NOTHING = -1;

    private final int ranks;
    private final List<Kill> kills;
    private final boolean[] dead;
    private final long[] token;

    Simulation(int ranks, List<Kill> kills) {
      this.ranks = ranks;
      this.kills = kills;
      dead = new boolean[ranks];
      token = new long[ranks];
    }

    List<String> lines() {
      for (int lap = 1; lap <= LAPS; lap++) {
        lap(lap);
      }
      long[] sums = shift();
      List<String> lines = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        if (!dead[rank]) {
          lines.add("rank " + rank + ": token " + token[rank] + ", sum " + sums[rank]);
        }
      }
      return lines;
    }

    private void lap(int lap) {
      token[0]++;
      long message = send(0, lap);
      for (int rank = 1; rank < ranks; rank++) {
        receive(rank, lap, message);
        token[rank] += rank;
        message = send(rank, lap);
      }
      receive(0, lap, message);
      for (int rank = 0; rank < ranks; rank++) {
        reach(rank, "barrier", lap);
      }
    }

    private long send(int rank, int nth) {
      reach(rank, "send", nth);
      return dead[rank] ? NOTHING : token[rank];
    }

    private void receive(int rank, int nth, long message) {
      reach(rank, "recv", nth);
      token[rank] = message == NOTHING ? token[rank] : message;
    }

    private void reach(int rank, String call, int nth) {
      dead[rank] |= Kill.of(kills, rank, call).nth() == nth;
    }

    private long[] shift() {
      long[] out = new long[ranks];
      long[] in = new long[ranks];
      long[] sums = new long[ranks];
      for (int rank = 0; rank < ranks; rank++) {
        out[rank] = 1000L * rank + 1000 + (long) rank * rank;
        sums[rank] = out[rank];
      }
      for (int step = 1; step < ranks; step++) {
        for (int rank = 0; rank < ranks; rank++) {
          reach(rank, "sendRecv", step);
        }
        for (int rank = 0; rank < ranks; rank++) {
          int left = (rank + ranks - 1) % ranks;
          in[rank] = dead[left] ? in[rank] : out[left];
          sums[rank] += in[rank];
        }
        System.arraycopy(in, 0, out, 0, ranks);
      }
      return sums;
    }
  }
}
