package org.legio.core.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of a report: there as a whole or not at all. */
final class ReportFile {
  private static final Logger LOG = LoggerFactory.getLogger("legio");

  private ReportFile() {}

  /** Writes a temporary file and moves it into place; a failure is logged as a warning. */
  static void write(Path file, String text) {
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
          "legio: the report cannot be written to {}: {}; name a file in a folder that exists and"
              + " has room, with report=FILE",
          file.toAbsolutePath(),
          e.toString());
    }
  }
}
