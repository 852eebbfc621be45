package org.legio.observability.watch;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.legio.ulfm.ports.Survival;

/**
 * What a rank tells of how ranks survive the deaths of their processes.
 *
 * @param replicas of this rank, at the start; 0 where ranks are not survived by others
 * @param lost of them
 * @param restarts of this rank's processes
 * @param behind how many decisions its slowest replica is behind the fastest
 * @param masked deaths in the whole job that no rank has noticed
 * @param keptBytes in the whole job
 */
public record Survived(
    int replicas, int lost, int restarts, long behind, int masked, long keptBytes) {
  /** Each rank is one process, and nothing is kept. */
  public static final Survived NOTHING = new Survived(0, 0, 0, 0, 0, 0);

  /** What a rank tells. */
  static Survived of(Survival survival, int rank) {
    if (survival.replicaGroups().isEmpty()) {
      return NOTHING;
    }
    Survival.ReplicaGroup own = survival.replicaGroups().get(rank);
    return new Survived(
        own.replicas(),
        own.lost(),
        own.restarts(),
        own.behind(),
        survival.masked(),
        survival.keptBytes());
  }

  void write(DataOutput to) throws IOException {
    to.writeInt(replicas);
    to.writeInt(lost);
    to.writeInt(restarts);
    to.writeLong(behind);
    to.writeInt(masked);
    to.writeLong(keptBytes);
  }

  static Survived read(DataInput from) throws IOException {
    return new Survived(
        from.readInt(),
        from.readInt(),
        from.readInt(),
        from.readLong(),
        from.readInt(),
        from.readLong());
  }
}
