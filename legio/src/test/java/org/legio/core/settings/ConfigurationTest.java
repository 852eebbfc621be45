package org.legio.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
  private static final Map<String, String> NONE = Map.of();

  @TempDir Path folder;

  @Test
  void everySettingHasARightDefault() {
    Configuration defaults = Configuration.parse(NONE, NONE);
    for (Setting setting : Setting.values()) {
      assertThat(setting.check(defaults.get(setting), "default")).isNotEmpty();
      assertThat(setting.check(setting.defaultValue(), "default")).isNotEmpty();
    }
  }

  @Test
  void everySettingCanBeChosenWhenLegioIsBuilt() throws IOException {
    Properties chosen = new Properties();
    try (InputStream in = Configuration.class.getResourceAsStream("defaults.properties")) {
      chosen.load(in);
    }
    assertThat(chosen.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(Setting.allKeys());
  }

  @ParameterizedTest
  @CsvSource({
    "BCAST_ROOT_FAILED, abort",
    "SEND_DESTINATION_FAILED, ignore",
    "RECV_SOURCE_FAILED, abort",
    "RECV_ANY_SOURCE, wait",
    "REDUCE_ROOT_FAILED, ignore",
    "GATHER_ROOT_FAILED, ignore",
    "SCATTER_ROOT_FAILED, abort",
    "GET_TARGET_FAILED, abort",
    "PUT_TARGET_FAILED, ignore"
  })
  void defaultsAreTheThesissUnlessChosenOtherwiseForTheBuild(Setting setting, String value) {
    assertThat(Configuration.parse(NONE, NONE).get(setting))
        .isEqualTo(System.getProperty("legio." + setting.key(), value));
  }

  @ParameterizedTest
  @CsvSource({
    "exit-status-on-loss, 255, true",
    "exit-status-on-loss, 256, false",
    "exit-status-on-loss, -1, false",
    "report, /some/where/report.json, true",
    "report, ' ', false",
    "send.retries, many, false",
    "send.retries, 999999, true",
    "send.retries, 99999999999, false",
    "hierarchical.flat-above, 999999999, true",
    "hierarchical.flat-above, 1000000000, false",
    "layout, hierarchical:3, true",
    "layout, hierarchical:0, false",
    "layout, auto:24, true",
    "layout, auto:, false",
    "layout, flat:3, false",
    "deadline, 300+kill, true",
    "deadline, +kill, false",
    "deadline, off+kill, false",
    "board, off, true",
    "board, 0, true",
    "board, true, false",
  })
  void aNumberOrAFileIsCheckedByItsForm(String key, String value, boolean right) {
    Map<String, String> arguments = Map.of(key, value);
    if (right) {
      Setting setting = Setting.named(key).orElseThrow();
      assertThat(Configuration.parse(arguments, NONE).get(setting)).isEqualTo(value);
    } else {
      assertThatThrownBy(() -> Configuration.parse(arguments, NONE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(key + "=" + value);
    }
  }

  @Test
  void argumentsOutrankEnvironmentOutranksFile() throws IOException {
    Path file = folder.resolve("legio.properties");
    Files.writeString(
        file, "bcast.root-failed=ignore\nsend.retries=7\nscatter.root-failed=ignore\n");
    Configuration configuration =
        Configuration.parse(
            Map.of("config", file.toString(), "bcast.root-failed", "abort"),
            Map.of("LEGIO_SEND_RETRIES", "9", "LEGIO_BCAST_ROOT_FAILED", "ignore"));
    assertThat(configuration.get(Setting.BCAST_ROOT_FAILED)).isEqualTo("abort");
    assertThat(configuration.count(Setting.SEND_RETRIES)).isEqualTo(9);
    assertThat(configuration.get(Setting.SCATTER_ROOT_FAILED)).isEqualTo("ignore");
  }

  @Test
  void theEnvironmentCanNameTheFile() throws IOException {
    Path file = folder.resolve("legio.properties");
    Files.writeString(file, "strict = true\n");
    assertThat(
            Configuration.parse(NONE, Map.of("LEGIO_CONFIG", file.toString())).isOn(Setting.STRICT))
        .isTrue();
  }

  @Test
  void anUnknownNameIsRefusedWithTheRightOnes() {
    assertThatThrownBy(() -> Configuration.parse(Map.of("bcast.root", "ignore"), NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"bcast.root\"")
        .hasMessageContaining("the nearest are bcast.root-failed, ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aWrongValueIsRefusedWithTheRightOnes() {
    assertThatThrownBy(() -> Configuration.parse(NONE, Map.of("LEGIO_STRICT", "maybe")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "strict=maybe (environment LEGIO_STRICT) is not a value of strict;"
                + " use one of: true, false");
  }

  @Test
  void aFileThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> Configuration.parse(Map.of("config", "/no/such/file"), NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/no/such/file");
  }

  @Test
  void aFileThatIsMalformedIsRefusedByName() throws IOException {
    Path file = folder.resolve("bad.properties");
    Files.writeString(file, "strict=\\u00zz\n");
    assertThatThrownBy(() -> Configuration.parse(Map.of("config", file.toString()), NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("write a backslash twice")
        .hasMessageNotContaining("\n");
  }
}
