package org.legio.it;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a rank dies.
 *
 * @param rank in {@code MPI_COMM_WORLD}
 * @param call name of the MPI call
 * @param nth which of the rank's calls of that name, from 1
 * @param when where in the call: before it, inside (when its native operation is over, before it is
 *     agreed upon) or after it
 */
record Kill(int rank, String call, int nth, String when) {

  /** Reads {@code RANK@CALL:NTH:WHEN}, several of them separated by blanks; none from "". */
  static List<Kill> parse(String text) {
    List<Kill> kills = new ArrayList<>();
    for (String word : text.split(" ")) {
      if (!word.isEmpty()) {
        String[] parts = word.split("[@:]");
        kills.add(
            new Kill(Integer.parseInt(parts[0]), parts[1], Integer.parseInt(parts[2]), parts[3]));
      }
    }
    return kills;
  }

  /** The one that kills this rank at this call; an impossible one if there is none. */
  static Kill of(List<Kill> kills, int rank, String call) {
    return kills.stream()
        .filter(kill -> kill.rank == rank && kill.call.equals(call))
        .findFirst()
        .orElse(new Kill(rank, call, Integer.MAX_VALUE, "before"));
  }

  static boolean kills(List<Kill> kills, int rank) {
    return kills.stream().anyMatch(kill -> kill.rank == rank);
  }

  /** How many of its calls of this name the rank takes part in with effect. */
  int completed() {
    return when.equals("after") ? nth : nth - 1;
  }

  @Override
  public String toString() {
    return rank + "@" + call + ":" + nth + ":" + when;
  }
}
