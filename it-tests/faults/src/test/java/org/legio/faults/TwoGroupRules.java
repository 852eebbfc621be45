package org.legio.faults;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The independent model of operations between two groups: each group gets the data of the other
 * one. MPI standard 4.0, section 6.2.3. Ranks are those of the world.
 */
final class TwoGroupRules {

  private TwoGroupRules() {}

  /** It exists at all, or the leaders' death is an error at all. */
  static long[] create(Collective c, int took, int me) {
    boolean haveLeaders =
        Arrays.stream(c.at(me).input).allMatch(leader -> (took >> leader & 1) == 1);
    if (!haveLeaders) {
      return new long[] {-MpiConstants.ERR_PROC_FAILED};
    }
    int[] local = c.at(me).local;
    int[] remote = c.at(Math.toIntExact(c.at(me).input[1])).local;
    return Rules.described(Rules.indexOf(local, me), joined(local, remote));
  }

  static long[] merge(Collective c, int took, int me) {
    Observation mine = c.at(me);
    boolean isHigh = mine.input[0] != 0;
    int[] members = isHigh ? joined(mine.remote, mine.local) : joined(mine.local, mine.remote);
    return Rules.described(Rules.indexOf(members, me), members);
  }

  private static int[] joined(int[] first, int[] second) {
    return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
  }

  static long[] bcast(Collective c, int took, int me) {
    return isWithRoot(c, me)
        ? c.at(me).before
        : Rules.over(c.at(me).before, 0, c.at(c.root()).input);
  }

  static long[] gather(Collective c, int took, int me) {
    return me == c.root() ? allGather(c, took, me) : c.at(me).before;
  }

  static long[] allGather(Collective c, int took, int me) {
    Observation mine = c.at(me);
    long[] buffer = mine.before;
    for (int i = 0; i < mine.remote.length; i++) {
      if (takesPart(took, mine.remote[i])) {
        long[] block = Arrays.copyOf(c.at(mine.remote[i]).input, mine.recvCounts[i]);
        buffer = Rules.over(buffer, mine.recvDispls[i], block);
      }
    }
    return buffer;
  }

  static long[] scatter(Collective c, int took, int me) {
    return isWithRoot(c, me)
        ? c.at(me).before
        : Rules.over(c.at(me).before, 0, blockFor(me, c.at(c.root())));
  }

  static long[] allToAll(Collective c, int took, int me) {
    Observation mine = c.at(me);
    long[] buffer = mine.before;
    for (int i = 0; i < mine.remote.length; i++) {
      if (takesPart(took, mine.remote[i])) {
        buffer = Rules.over(buffer, mine.recvDispls[i], blockFor(me, c.at(mine.remote[i])));
      }
    }
    return buffer;
  }

  static long[] reduce(Collective c, int took, int me) {
    return me == c.root() ? allReduce(c, took, me) : c.at(me).before;
  }

  /** Of nobody, it changes nothing. */
  static long[] allReduce(Collective c, int took, int me) {
    int others = ofRemote(c, took, me);
    return others == 0 ? c.at(me).before : Rules.folded(c, others);
  }

  static long[] reduceScatter(Collective c, int took, int me) {
    int others = ofRemote(c, took, me);
    if (others == 0) {
      return c.at(me).before;
    }
    int count = c.at(me).recvCounts[0];
    int first = count * Rules.indexOf(c.at(me).local, me);
    return Arrays.copyOfRange(Rules.folded(c, others), first, first + count);
  }

  private static int ofRemote(Collective c, int took, int me) {
    return Arrays.stream(c.at(me).remote)
        .filter(each -> takesPart(took, each))
        .reduce(0, (set, each) -> set | 1 << each);
  }

  private static boolean takesPart(int took, int rank) {
    return (took >> rank & 1) == 1;
  }

  private static boolean isWithRoot(Collective c, int me) {
    return Rules.indexOf(c.at(me).local, c.root()) >= 0;
  }

  private static long[] blockFor(int me, Observation from) {
    return Rules.block(from, Rules.indexOf(from.remote, me), from.sendCounts[0]);
  }
}
