package org.legio.core.report;

import org.legio.ulfm.ports.Survival;

/** How ranks have survived, as members of a report in JSON. */
public final class SurvivalJson {
  private SurvivalJson() {}

  /** The members, without the braces around them. */
  public static String members(Survival survival) {
    return """
    "spheres": [%s],
      "keptBytes": %d,
      "fullness": %s\
    """
        .formatted(
            ReportJson.lines(survival.spheres().stream().map(SurvivalJson::sphere).toList()),
            survival.keptBytes(),
            ReportJson.number(survival.fullness()));
  }

  private static String sphere(Survival.Sphere sphere) {
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
