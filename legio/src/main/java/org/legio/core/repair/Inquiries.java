package org.legio.core.repair;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.legio.core.ranks.FailedProcesses;
import org.legio.ulfm.Notes;

/**
 * Lets members learn a verdict that their master has not published before its death, from members
 * on other hosts. Algorithm: they ask some of the others by notes, again and again. Who knows the
 * verdict tells it; who has lost its master, too, says so. If that is the answer of all that live,
 * nobody has been told yes, and the verdict is no. The others answer while they are blocked in MPI.
 * Protocol, and why it ends: {@code docs/design/votes.md}.
 */
public final class Inquiries {
  /**
   * How long an answer is waited for before others are asked, at first and at most, in nanoseconds:
   * members that have not come to the vote yet are silent, perhaps for long.
   */
  private static final long SHORTEST_PATIENCE_NS = 20_000_000;

  private static final long LONGEST_PATIENCE_NS = 320_000_000;

  /** How many members are asked at once. */
  private static final int AT_ONCE = 16;

  /** How many communicators that have been freed here may still be asked for. */
  private static final int MOST_FREED = 4096;

  /** What a member knows of a verdict. */
  private enum Knowledge {
    YES,
    NO,
    /** It has lost its master, as who asks has. */
    LOST
  }

  private final Notes notes;
  private final Map<Long, Verdicts> verdictsByOrder = new ConcurrentHashMap<>();
  private final Set<Long> freed =
      Collections.synchronizedSet(Collections.newSetFromMap(new Recent()));

  /** The last ones. */
  private static final class Recent extends LinkedHashMap<Long, Boolean> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
      return size() > MOST_FREED;
    }
  }

  /** Makes it for a process. */
  Inquiries(Notes notes) {
    this.notes = notes;
  }

  /**
   * The verdicts of a communicator, none so far.
   *
   * @param order the communicator's, by which all members know it
   * @param members as ranks in the world
   */
  Verdicts verdicts(Context context, long order, int[] members) {
    Verdicts made = new Verdicts(context, order, members);
    verdictsByOrder.put(order, made);
    return made;
  }

  /** A note has arrived: a question or an answer. Called on a thread that is not the program's. */
  public void read(Notes.Kind kind, int author, String words) {
    String[] parts = words.split(" ");
    long order = Long.parseLong(parts[0]);
    long number = Long.parseLong(parts[1]);
    int round = Integer.parseInt(parts[2]);
    Verdicts asked = verdictsByOrder.get(order);
    if (kind == Notes.Kind.VERDICT_TOLD) {
      if (asked != null) {
        asked.isTold(number, round, author, Knowledge.valueOf(parts[3]));
      }
      return;
    }
    Knowledge known = asked == null ? ofFreed(order) : asked.knowledge(number);
    if (known != null) {
      notes.repeat(
          1,
          () -> {
            notes.tell(author, Notes.Kind.VERDICT_TOLD, words + " " + known);
            return false;
          });
    }
  }

  /** Who has freed a communicator has been told yes by all verdicts on it that there were. */
  private @Nullable Knowledge ofFreed(long order) {
    return freed.contains(order) ? Knowledge.YES : null;
  }

  /**
   * What a process knows of the verdicts of a communicator: the last one, since nobody is asked for
   * one before that. Written by the program's thread and by that of the notes.
   */
  final class Verdicts {
    private final Context context;
    private final long order;
    private final int[] members;
    private long last;
    private boolean wasYes = true;
    private @Nullable Inquiry inquiry;

    Verdicts(Context context, long order, int[] members) {
      this.context = context;
      this.order = order;
      this.members = members;
    }

    /** The next verdict has been reached; returns it. */
    synchronized boolean reached(boolean isYes) {
      last++;
      wasYes = isYes;
      inquiry = null;
      return isYes;
    }

    /** Begins to ask for the next verdict. */
    synchronized Inquiry inquire() {
      Inquiry begun = new Inquiry(this, last + 1);
      inquiry = begun;
      return begun;
    }

    private synchronized @Nullable Knowledge knowledge(long number) {
      if (number < last) { // after a no, they would not have gone on without who asks
        return Knowledge.YES;
      }
      if (number == last) {
        return wasYes ? Knowledge.YES : Knowledge.NO;
      }
      return inquiry == null ? null : Knowledge.LOST;
    }

    private synchronized void isTold(long number, int round, int author, Knowledge knowledge) {
      if (inquiry != null && inquiry.number == number) {
        inquiry.isTold(round, author, knowledge);
      }
    }

    /** The communicator is freed. */
    void free() {
      freed.add(order);
      verdictsByOrder.remove(order);
    }
  }

  /** The search for one verdict. The program's thread asks, and that of the notes gets answers. */
  final class Inquiry {
    private final Verdicts verdicts;
    private final long number;
    private final Set<Integer> lost = new HashSet<>();
    private volatile @Nullable Boolean found;

    /** How often all {@link #lost} have been forgotten. Written by the program's thread. */
    private int round;

    private long nextQuestion;
    private long patienceNs = SHORTEST_PATIENCE_NS;
    private int next;
    private int living;

    Inquiry(Verdicts verdicts, long number) {
      this.verdicts = verdicts;
      this.number = number;
      this.nextQuestion = verdicts.context.nanoTime().getAsLong();
    }

    private synchronized void isTold(int ofRound, int author, Knowledge knowledge) {
      if (knowledge != Knowledge.LOST) {
        found = knowledge == Knowledge.YES;
      } else if (ofRound == round) {
        lost.add(author);
      }
    }

    /** The verdict; null if it is not known yet. */
    @Nullable Boolean poll() {
      long now = verdicts.context.nanoTime().getAsLong();
      if (found == null && now - nextQuestion >= 0) {
        ask();
        nextQuestion = now + patienceNs;
        patienceNs = Math.min(2 * patienceNs, LONGEST_PATIENCE_NS);
      }
      return found;
    }

    private void ask() {
      verdicts.context.discoverDeaths();
      FailedProcesses failed = verdicts.context.failedProcesses();
      int[] others =
          Arrays.stream(verdicts.members)
              .filter(each -> each != verdicts.context.world().rank() && !failed.isDead(each))
              .toArray();
      int[] silent = silentOf(others);
      for (int some = 0; some < Math.min(AT_ONCE, silent.length); some++) {
        int asked = silent[Math.floorMod(next++, silent.length)];
        notes.tell(asked, Notes.Kind.VERDICT_SOUGHT, verdicts.order + " " + number + " " + round);
      }
    }

    /** The living ones that have not lost their masters; if there are none, the verdict is no. */
    private synchronized int[] silentOf(int[] others) {
      if (others.length != living) { // who has died since may have told another one before
        living = others.length;
        round++;
        lost.clear();
        patienceNs = SHORTEST_PATIENCE_NS;
      }
      int[] silent = Arrays.stream(others).filter(each -> !lost.contains(each)).toArray();
      if (silent.length == 0 && found == null) {
        found = false;
      }
      return silent;
    }
  }
}
