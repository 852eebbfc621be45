package org.legio.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KillOptionTest {
  private static final Set<String> CALLS = Set.of("reduce", "allReduce");

  @ParameterizedTest
  @CsvSource({
    "3@reduce,             3@reduce:1",
    "0@reduce:4,           0@reduce:4",
    "7@allreduce:2:inside, 7@allReduce:2:inside",
    "7@allReduce:2:after,  7@allReduce:2:after",
    "7@allReduce:2:before, 7@allReduce:2",
    "7@allReduce=kill,     7@allReduce:1",
    "7@allReduce:2=stop,   7@allReduce:2=stop",
    "7.1@reduce:2=host,    7.1@reduce:2=host",
    "7@reduce:2:after=pause:3, 7@reduce:2:after=pause:3"
  })
  void isHandedToTheAgentInOneForm(String written, String handed) {
    assertThat(KillOption.parse(written, 8, CALLS)).hasToString(handed);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "8@reduce,              rank 8 is not one of the 8",
        "reduce,                not of the form",
        "-1@reduce,             not of the form",
        "1@,                    not of the form",
        "1@reduce:,             not of the form",
        "1@reduce:x,            not of the form",
        "1@reduce:before,       not of the form",
        "1@reduce:-1,           not of the form",
        "1@reduce:0,            no call number 0",
        "1@nothing,             no MPI call is named 'nothing'",
        "1@reduce:1:meanwhile,  'meanwhile' is no place in a call",
        "1@reduce=tickle,       'tickle' is nothing to do to a rank",
        "1@reduce=pause,        'pause' is nothing to do to a rank",
        "1@reduce:99999999999,  99999999999 is too large",
        "1@reduce:1234567890,   1234567890 is too large; use a number up to 999999999",
        "99999999999@reduce,    99999999999 is too large"
      })
  void isRefusedWithTheReason(String written, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KillOption.parse(written, 8, CALLS))
        .withMessageContaining("--kill '" + written + "': ")
        .withMessageContaining(reason);
  }

  @Test
  void namesTheNearestCalls() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KillOption.parse("1@reduced", 8, CALLS))
        .withMessageEndingWith(
            "the nearest are reduce, allReduce (all: docs/reference/support.md)");
  }
}
