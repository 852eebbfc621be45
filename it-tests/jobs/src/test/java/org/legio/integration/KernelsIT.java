package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jacobi's method, sparse products and a Markov chain find the results that are known; when ranks
 * die, the others come to the end.
 */
@Tag("hosts-long")
@Tag("embedded")
@SampledRows(every = 6)
class KernelsIT {

  @ParameterizedTest(name = "{0} {1} on {2} ranks")
  @CsvSource({
    "Jacobi2D,           37 300,  4",
    "SparseMatrixVector, 1001 40, 3",
    "MarkovChain,        501,     4",
    "SparseMatrixVector, 1000 40, 2",
    "Jacobi2D,           20 150,  6",
    "MarkovChain,        500,     2",
    "Jacobi2D,           16 100,  1",
  })
  void resultIsCorrect(String program, String arguments, int ranks) {
    Outcome outcome = Job.of(program, (Object[]) words(arguments)).on(ranks).run().succeeded();
    assertThat(outcome.stdout().strip()).as("%s", outcome).endsWith(": correct");
  }

  @ParameterizedTest(name = "{0} {1} on 4 ranks, dead: {2}")
  @CsvSource({
    "Jacobi2D,           37 300,  3@neighborAllToAllv:50:before",
    "SparseMatrixVector, 1001 40, 2@allGatherv:7:inside",
    "MarkovChain,        501,     1@reduceScatter:9:after 3@allReduce:5:before",
  })
  void survivorsComeToTheEnd(String program, String arguments, String deaths) {
    List<Kill> kills = Kill.parse(deaths);
    Outcome outcome =
        Job.of(program, (Object[]) words(arguments)).on(4).killing(kills).run().succeeded();
    outcome.findOne("^\\d+ .*: (correct|off by \\S+)$");
  }

  private static String[] words(String arguments) {
    return arguments.split(" ", -1);
  }
}
