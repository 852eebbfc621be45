package org.legio.observability.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A rank's death has been noticed. */
@Name("legio.RankFailed")
@Label("Rank Failed")
@Category({"Legio", "Faults"})
@Description("The death of a rank has been noticed by this one")
final class RankFailedEvent extends Event {
  @Label("Rank")
  @Description("The dead rank, in MPI_COMM_WORLD")
  int rank;

  @Label("Call")
  @Description("In which call of the program it was noticed; empty outside of any")
  String call = "";
}
