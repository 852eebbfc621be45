package org.legio.observability.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A communicator continues without members that have died. */
@Name("legio.Repair")
@Label("Repair")
@Category({"Legio", "Faults"})
@Description("A communicator continues without members that have died; lasts as long as that takes")
@StackTrace
final class RepairEvent extends Event {
  @Label("Communicator")
  @Description("The communicator's name; may be empty")
  String communicator = "";

  @Label("Lost Ranks")
  @Description("The members that this repair has lost, as ranks in the communicator")
  String lost = "";

  @Label("Lost Ranks in World")
  @Description("The same, as ranks in MPI_COMM_WORLD")
  String lostInWorld = "";

  @Label("Ranks Left")
  @Description("How many members continue")
  int left;

  @Label("Ranks")
  @Description("How many members there were at first, the dead included")
  int size;

  @Label("Call")
  @Description("In which call of the program the loss was noticed")
  String call = "";
}
