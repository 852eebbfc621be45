package org.legio.launcher.job;

import java.nio.file.Path;
import java.util.Map;
import org.legio.core.settings.Setting;

/** An option that names a file which a rank writes, and the agent's setting for it. */
public enum RankOutput {
  /** The report that a page is made from. */
  REPORT(Setting.REPORT);

  private final String key;

  RankOutput(Setting setting) {
    key = setting.key();
  }

  /**
   * Has the agent write it.
   *
   * @throws IllegalArgumentException with a one-line message, if the settings name another file
   */
  public void addTo(Map<String, String> settings, Path file) {
    if (settings.put(key, file.toString()) != null) {
      throw new IllegalArgumentException(
          "--policy %s and --%s are given both; --%s writes that file, too: drop the former"
              .formatted(key, key, key));
    }
  }
}
