package org.legio.observability.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.legio.core.report.Report;
import org.legio.ulfm.ports.Survival;

/** How ranks survive the deaths of their processes; told every second. */
@Name("legio.ReplicaGroups")
@Label("Replica Groups")
@Category({"Legio", "Replicas and Restarts"})
@Description("How the ranks of the job have survived the deaths of their processes until now")
@Period("1 s")
@StackTrace(false)
final class ReplicaGroupsEvent extends Event {
  @Label("Masked")
  @Description("Deaths that no rank has noticed, because a replica lives")
  int masked;

  @Label("Restarts")
  @Description("Processes that were restarted")
  int restarts;

  @Label("Catch-up")
  @Description("How long they took in all to do again what had been done")
  @Timespan(Timespan.MILLISECONDS)
  long catchUp;

  @Label("Behind")
  @Description("How many decisions the slowest replica is behind the fastest of its rank")
  long behind;

  @Label("Kept")
  @Description("Messages, votes and decisions so far")
  @DataAmount
  long kept;

  @Label("Fullness")
  @Description("How full the fullest part of the room for them is")
  @Percentage
  double fullness;

  static void register(Report report) {
    if (!report.survival().replicaGroups().isEmpty()) {
      FlightRecorder.addPeriodicEvent(ReplicaGroupsEvent.class, () -> tell(report.survival()));
    }
  }

  private static void tell(Survival survival) {
    ReplicaGroupsEvent event = new ReplicaGroupsEvent();
    event.masked = survival.masked();
    event.restarts = survival.restarts();
    event.catchUp = survival.catchUpMilliseconds();
    event.behind = survival.behind();
    event.kept = survival.keptBytes();
    event.fullness = survival.fullness();
    event.commit();
  }
}
