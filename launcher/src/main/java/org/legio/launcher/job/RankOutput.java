package org.legio.launcher.job;

import java.nio.file.Files;
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
   * Checks that a file of this kind can be written.
   *
   * @param file its absolute path
   * @throws IllegalArgumentException with a one-line message, if it cannot
   */
  Path checked(Path file) {
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw objection(file, folder + " is not a folder that can be written to");
    }
    if (file.toString().contains(",")) {
      throw objection(file, "the agent's arguments are separated by commas; name it without");
    }
    if (Files.isDirectory(file)) {
      throw objection(file, "that is a folder; name a file in it");
    }
    return file;
  }

  private IllegalArgumentException objection(Path file, String what) {
    return new IllegalArgumentException("--" + key + " " + file + ": " + what);
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
