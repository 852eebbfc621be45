package org.legio.core.report;

import org.legio.ulfm.ports.Survival;

/** How ranks have survived, as members of a report in JSON. */
public final class SurvivalJson {
  private SurvivalJson() {}

  /** The members, without the braces around them. */
  public static String members(Survival survival) {
    return """
    "replicaGroups": [%s],
      "keptBytes": %d,
      "fullness": %s\
    """
        .formatted(
            ReportJson.lines(
                survival.replicaGroups().stream().map(SurvivalJson::replicaGroup).toList()),
            survival.keptBytes(),
            ReportJson.number(survival.fullness()));
  }

  private static String replicaGroup(Survival.ReplicaGroup replicaGroup) {
    return ("{\"replicas\": %d, \"lost\": %d, \"restarts\": %d, \"catchUpMilliseconds\": %d,"
            + " \"behind\": %d, \"evicted\": %d, \"leaderChanges\": %d}")
        .formatted(
            replicaGroup.replicas(),
            replicaGroup.lost(),
            replicaGroup.restarts(),
            replicaGroup.catchUpMilliseconds(),
            replicaGroup.behind(),
            replicaGroup.evicted(),
            replicaGroup.leaderChanges());
  }
}
