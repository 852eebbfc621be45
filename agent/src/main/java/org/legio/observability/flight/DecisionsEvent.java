package org.legio.observability.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import org.legio.core.report.Decisions;

/** How operations have been decided until now; told at the end of each chunk of a recording. */
@Name("legio.Decisions")
@Label("Decisions")
@Category({"Legio", "Agreements"})
@Description("How many collective operations of this rank have been decided in which way until now")
@Period("endChunk")
@StackTrace(false)
final class DecisionsEvent extends Event {
  @Label("Published")
  @Description("Over shared memory, where nothing has to be decided")
  long published;

  @Label("Voted")
  @Description("By votes on a board in shared memory")
  long voted;

  @Label("Agreed")
  @Description("By agreements of MPI's")
  long agreed;

  static void register(Decisions decisions) {
    FlightRecorder.addPeriodicEvent(DecisionsEvent.class, () -> tell(decisions.counts()));
  }

  private static void tell(Decisions.Counts counts) {
    DecisionsEvent event = new DecisionsEvent();
    event.published = counts.published();
    event.voted = counts.voted();
    event.agreed = counts.agreed();
    event.commit();
  }
}
