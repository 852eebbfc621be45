package org.legio.mpirun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.legio.ulfm.Survival;

/** Writes as JSON how a job's ranks have survived, when it is over: a report then takes it over. */
final class SurvivalFile {
  private SurvivalFile() {}

  static void write(Path file, Survival survival) {
    String spheres =
        survival.spheres().stream().map(SurvivalFile::json).collect(Collectors.joining(",\n"));
    try {
      Files.writeString(
          file,
          String.format(
              Locale.ROOT,
              "{\"spheres\": [%s], \"keptBytes\": %d, \"fullness\": %.6f}%n",
              spheres,
              survival.keptBytes(),
              survival.fullness()));
    } catch (IOException e) {
      System.err.println("legio: " + file + " cannot be written: " + e);
    }
  }

  private static String json(Survival.Sphere sphere) {
    return ("{\"replicas\": %d, \"lost\": %d, \"restarts\": %d, \"catchUpMilliseconds\": %d,"
            + " \"behind\": %d}")
        .formatted(
            sphere.replicas(),
            sphere.lost(),
            sphere.restarts(),
            sphere.catchUpMilliseconds(),
            sphere.behind());
  }
}
