package org.legio.core.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.legio.core.settings.Setting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A file that a setting asks a rank for: there as a whole or not at all. */
public final class WholeFile {
  private static final Logger LOG = LoggerFactory.getLogger("legio");

  private WholeFile() {}

  /**
   * Writes a temporary file and moves it into place.
   *
   * @param asked the setting that names the file, for the warning that is logged if that fails
   */
  public static void write(Setting asked, Path file, String text) {
    Path beside =
        file.resolveSibling(
            "." + file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
    try {
      try {
        Files.writeString(beside, text);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      LOG.warn(
          "legio: the {} cannot be written to {}: {}; name a file in a folder that exists and has"
              + " room, with {}=FILE",
          asked.key(),
          file.toAbsolutePath(),
          e.toString(),
          asked.key());
    }
  }
}
