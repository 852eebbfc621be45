package org.legio.launcher.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.legio.ulfm.ports.Survival;

/** One line about how a job's ranks have survived the deaths of their processes. */
final class SurvivalLine {
  private static final double BYTES_PER_MB = 1 << 20;
  private static final double MS_PER_S = 1e3;

  private SurvivalLine() {}

  /**
   * The line; empty if no process has died and nothing is kept for restarts.
   *
   * @param keptMegabytes how many megabytes may be kept; 0 if nothing is
   */
  static Optional<String> of(Survival survival, long keptMegabytes) {
    List<String> parts = new ArrayList<>();
    if (survival.masked() > 0) {
      parts.add("deaths that replicas have masked: " + survival.masked());
    }
    if (survival.restarts() > 0) {
      parts.add(
          String.format(
              Locale.ROOT,
              "processes restarted: %d, %.1f s in all until they had caught up",
              survival.restarts(),
              survival.catchUpMilliseconds() / MS_PER_S));
    }
    if (survival.evicted() > 0) {
      parts.add("processes ended that were too far behind: " + survival.evicted());
    }
    if (survival.leaderChanges() > 0) {
      parts.add("times that another host came to decide: " + survival.leaderChanges());
    }
    if (keptMegabytes > 0) {
      parts.add(
          String.format(
              Locale.ROOT,
              "kept: %.1f MB (of what --keep %d gives, %.0f %% at the fullest place)",
              survival.keptBytes() / BYTES_PER_MB,
              keptMegabytes,
              100 * survival.fullness()));
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
  }
}
