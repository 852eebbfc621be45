package org.legio.observability.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An operation has been skipped for a rank that it needed. */
@Name("legio.OperationSkipped")
@Label("Operation Skipped")
@Category({"Legio", "Faults"})
@Description("An operation has been skipped because a rank that it needed is dead")
final class OperationSkippedEvent extends Event {
  @Label("Call")
  @Description("Which operation")
  String call = "";

  @Label("Role")
  @Description("What the rank was to be in it: root, destination, source or target")
  String role = "";

  @Label("Rank")
  @Description("The rank that it needed, in the program's numbering")
  int rank;
}
