package org.legio.faults;

import java.util.Map;
import java.util.TreeMap;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;

/** The policies of a run, as the model reads them. Parsed once, for many thousands of runs. */
final class Settings {
  /** Nothing is chosen. */
  static final Settings DEFAULTS = new Settings(Map.of());

  /** Whoever is dead, the operation is skipped. */
  static final Settings IGNORE =
      new Settings(
          Map.of(
              "bcast.root-failed", "ignore",
              "scatter.root-failed", "ignore",
              "reduce.root-failed", "ignore",
              "gather.root-failed", "ignore",
              "send.destination-failed", "ignore",
              "recv.source-failed", "ignore"));

  /** Whoever is dead, the job ends. */
  static final Settings ABORT =
      new Settings(
          Map.of(
              "bcast.root-failed", "abort",
              "scatter.root-failed", "abort",
              "reduce.root-failed", "abort",
              "gather.root-failed", "abort",
              "send.destination-failed", "abort",
              "recv.source-failed", "abort",
              "recv.any-source", "abort"));

  private final Map<String, String> chosen;
  private final Configuration configuration;

  private Settings(Map<String, String> chosen) {
    this.chosen = chosen;
    this.configuration =
        Configuration.parse(Options.areBoardsTried() ? chosen : withoutBoards(chosen), Map.of());
  }

  private static Map<String, String> withoutBoards(Map<String, String> chosen) {
    Map<String, String> more = new TreeMap<>(chosen);
    more.put(Setting.BOARD.key(), "off");
    return more;
  }

  /** These with one more. */
  Settings with(Setting setting, String value) {
    Map<String, String> more = new TreeMap<>(chosen);
    more.put(setting.key(), value);
    return new Settings(more);
  }

  /** These with some more. */
  Settings with(Map<String, String> others) {
    Map<String, String> more = new TreeMap<>(chosen);
    more.putAll(others);
    return new Settings(more);
  }

  Configuration configuration() {
    return configuration;
  }

  String value(Setting setting) {
    return configuration.get(setting);
  }

  boolean ignores(Setting setting) {
    return value(setting).equals("ignore");
  }

  boolean isOn(Setting setting) {
    return value(setting).equals("true");
  }
}
