package org.legio.observability.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.MemoryAddress;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.legio.ulfm.ports.Agreement;

/** The living members of a communicator agree whether an operation has succeeded. */
@Name("legio.Agree")
@Label("Agreement")
@Category({"Legio", "Agreements"})
@Description(
    "The living members of a communicator agree whether an operation has succeeded; lasts until the"
        + " slowest of them has voted")
@Threshold("10 ms")
@StackTrace(false)
final class AgreeEvent extends Event {
  @Label("Communicator")
  @Description("MPI's handle of the communicator that carries the operation")
  @MemoryAddress
  long communicator;

  @Label("Own Vote")
  @Description("Whether the operation has succeeded at this rank")
  boolean vote;

  @Label("On Board")
  @Description("Whether it is a vote on a board in shared memory; else MPI has agreed")
  boolean onBoard;

  @Label("Agreement")
  @Description("YES; YES_WITH_DEATHS: all the living vote yes, but somebody has died; NO")
  String agreement = "";

  static AgreeEvent begun(long communicator, boolean onBoard, boolean vote) {
    AgreeEvent event = new AgreeEvent();
    if (event.isEnabled()) {
      event.communicator = communicator;
      event.onBoard = onBoard;
      event.vote = vote;
      event.begin();
    }
    return event;
  }

  void ended(Agreement end) {
    agreement = end.name();
    commit();
  }
}
