package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.legio.core.report.SurvivalJson;
import org.legio.ulfm.messages.Messages;
import org.legio.ulfm.ports.Survival;

/** Writes as JSON how a job's ranks have survived, when it is over: a report then takes it over. */
final class SurvivalFile {
  private SurvivalFile() {}

  static void write(Path file, Survival survival) {
    try {
      Files.writeString(file, "{" + SurvivalJson.members(survival) + "}\n");
    } catch (IOException e) {
      Messages.say("legio: " + file + " cannot be written: " + e);
    }
  }
}
