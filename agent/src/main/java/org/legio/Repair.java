package org.legio;

import java.time.Duration;
import mpi.Comm;
import org.legio.agent.NativeEntry;

/** A repair of a communicator after the death of members. */
public final class Repair {
  private final org.legio.core.report.RepairRecord repair;

  Repair(org.legio.core.report.RepairRecord repair) {
    this.repair = repair;
  }

  /** Whether it is this communicator that has been repaired. */
  public boolean isOf(Comm comm) {
    return NativeEntry.questions().map(q -> q.isOf(repair.communicator(), comm)).orElse(false);
  }

  /** The communicator's name, as {@code Comm.getName} gives it; may be empty. */
  public String communicatorName() {
    return repair.name();
  }

  /** The ranks that this repair has lost, in the communicator's own numbering, ascending. */
  public int[] lostRanks() {
    return repair.loss().lost().stream().mapToInt(Integer::intValue).toArray();
  }

  /** How many ranks continue. */
  public int livingCount() {
    return repair.loss().left();
  }

  /** The call in which the loss was noticed, for instance {@code allReduce}. */
  public String call() {
    return repair.call();
  }

  /** How long the repair took. */
  public Duration duration() {
    return Duration.ofNanos(repair.durationNs());
  }

  @Override
  public String toString() {
    return repair.toString();
  }
}
