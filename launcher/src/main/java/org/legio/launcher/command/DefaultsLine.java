package org.legio.launcher.command;

import java.nio.file.Path;

/** A line of a file of defaults. */
public record DefaultsLine(Path file, String key, String value) {
  @Override
  public String toString() {
    return key + "=" + value + " comes from " + file;
  }
}
