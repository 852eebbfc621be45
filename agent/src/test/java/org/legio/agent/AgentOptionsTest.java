package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.core.settings.Setting;

class AgentOptionsTest {
  private static final Set<String> CALLS = Set.of("reduce", "allReduce");

  @Test
  void settingsAndKillsAreToldApart() {
    AgentOptions options =
        parse("bcast.root-failed=ignore,kill=3@reduce:4;5@allReduce:8:inside,strict=true");
    assertThat(options.configuration().get(Setting.BCAST_ROOT_FAILED)).isEqualTo("ignore");
    assertThat(options.configuration().isOn(Setting.STRICT)).isTrue();
    assertThat(options.kills().kills())
        .containsExactly(
            new Kill(3, "reduce", 4, Kill.When.BEFORE),
            new Kill(5, "allReduce", 8, Kill.When.INSIDE));
    assertThat(options.kills().of(5, 0).kills())
        .singleElement()
        .hasToString("5@allReduce:8:inside");
  }

  @Test
  void nothingMeansDefaults() {
    assertThat(AgentOptions.parse(null, Map.of(), () -> CALLS).kills().kills()).isEmpty();
    assertThat(parse("").configuration().isOn(Setting.STRICT)).isFalse();
    assertThat(parse("kill=1@reduce=pause:3").kills().kills())
        .containsExactly(
            new Kill(1, Kill.ALL, "reduce", 1, Kill.When.BEFORE, new Fault(Fault.Kind.PAUSE, 3)));
    assertThat(parse("kill=1@reduce").kills().kills())
        .containsExactly(new Kill(1, "reduce", 1, Kill.When.BEFORE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "=ignore",
        " =ignore",
        ",,",
        "strict=true,",
        "kill=",
        "config=",
        "strict=true,strict=true",
        "kill=1@reduce,kill=2@reduce",
        "bcast.root-failed=perhaps",
        "no.such=1",
        "kill=x@reduce",
        "kill=1@nothing",
        "kill=1@reduce:0",
        "kill=1@reduce:1:later"
      })
  void whatIsWrongIsRefusedInOneLine(String arguments) {
    assertThatThrownBy(() -> parse(arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .isNotBlank()
        .doesNotContain("\n");
  }

  private static AgentOptions parse(String arguments) {
    return AgentOptions.parse(arguments, Map.of(), () -> CALLS);
  }
}
