package org.legio.runtime.replica;

import java.util.stream.IntStream;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaShape;

/**
 * Decides which checksum a frame is sealed with: that of more than half of the rank's replicas on
 * this host, if they are three or more (MPI/FT's voting, which the dissertation on VolpexMPI
 * describes in 2.4). Of two, the first one decides.
 *
 * <p>Each replica says which checksum the frame has that it has come to. A replica counts while it
 * lives, and for each frame that it has voted on before its death. So the votes on a frame that are
 * still to come only become fewer, and the seal, set once, is what counts.
 */
final class Majority {
  /** No checksum, where one is given without a sign. */
  static final long NONE = -1;

  private static final long CHECKSUM = 0xFFFF_FFFFL;
  private static final int PLACE_SHIFT = 32;
  private static final long LOOK_NS = 200_000;

  private final JobMemory job;
  private final int[] positions;
  private final int[] processes;
  private final boolean[] areGone;
  private final int process;
  private long lookedNs;

  /** How many replicas have a checksum, have another one, or have not voted yet. */
  private record Tally(int agreeing, int others, int pending) {
    int all() {
      return agreeing + others + pending;
    }

    boolean isMajority() {
      return 2 * agreeing > all();
    }

    /** Whether it has no majority, whatever those vote that have not voted. */
    boolean isLost() {
      return 2 * (agreeing + pending) <= all();
    }
  }

  /**
   * The votes on a rank's stream.
   *
   * @param positions where its replicas say how far they have come
   * @param processes which these are
   * @param process the one that votes here
   */
  Majority(JobMemory job, int[] positions, int[] processes, int process) {
    int[] here =
        IntStream.range(0, processes.length)
            .filter(i -> job.places().isHere(processes[i]))
            .toArray();
    this.job = job;
    this.positions = IntStream.of(here).map(i -> positions[i]).toArray();
    this.processes = IntStream.of(here).map(i -> processes[i]).toArray();
    this.areGone = new boolean[here.length];
    this.process = process;
  }

  /** Whether a rank with these processes votes on this host. */
  static boolean isNeeded(JobMemory job, int[] processes) {
    return IntStream.of(processes).filter(job.places()::isHere).count() > 2;
  }

  private boolean isNeeded() {
    return processes.length > 2;
  }

  /** This process has a checksum for the frame at a place. */
  void vote(long place, int checksum) {
    for (int i = 0; isNeeded() && i < processes.length; i++) {
      if (processes[i] == process) {
        Words.setVolatile(job.bytes(), vote(i), word(place, checksum));
      }
    }
  }

  private int vote(int replica) {
    return ReplicaShape.vote(positions[replica]);
  }

  private static long word(long place, int checksum) {
    return (place / Frame.LINE + 1) << PLACE_SHIFT | (checksum & CHECKSUM);
  }

  /**
   * What the frame at a place, which nobody has sealed, is to be sealed with; {@link #NONE} if that
   * is not known yet.
   *
   * @param own the checksum that this process has voted for
   */
  long chosen(long place, int own) {
    if (!isNeeded()) {
      return own & CHECKSUM;
    }
    lookWhoLives();
    long most = NONE;
    boolean isOpen = false;
    for (int i = 0; i < processes.length; i++) {
      long checksum = voted(place, i, NONE);
      if (checksum != NONE) {
        Tally tally = tally(place, checksum, NONE);
        most = tally.isMajority() ? checksum : most;
        isOpen |= !tally.isLost();
      }
    }
    Tally ownTally = tally(place, own & CHECKSUM, NONE);
    // All differ: as with two replicas, the first one decides, and the others object.
    return most == NONE && (ownTally.all() <= 2 || !isOpen) ? own & CHECKSUM : most;
  }

  /** What a process's own checksum is worth where a frame is sealed with another one. */
  enum Verdict {
    /** More than half of the replicas have sealed it. */
    OUTVOTED,
    /** Nobody can say who is right. */
    SPLIT,
    /** Replicas have yet to vote. */
    OPEN
  }

  /** What to think of a frame that is sealed with another checksum than this process's own. */
  Verdict verdict(long place, int sealed) {
    if (!isNeeded()) {
      return Verdict.SPLIT;
    }
    lookWhoLives();
    Tally tally = tally(place, sealed & CHECKSUM, sealed & CHECKSUM);
    return tally.isMajority() ? Verdict.OUTVOTED : tally.isLost() ? Verdict.SPLIT : Verdict.OPEN;
  }

  /** Who is gone votes no more; asked before the votes are read, so that none is missed. */
  private void lookWhoLives() {
    long nowNs = job.nanoTime();
    if (nowNs - lookedNs < LOOK_NS) {
      return;
    }
    lookedNs = nowNs;
    for (int i = 0; i < processes.length; i++) {
      areGone[i] |= processes[i] != process && !job.isLiving(processes[i]);
    }
  }

  private Tally tally(long place, long checksum, long sealed) {
    int agreeing = 0;
    int others = 0;
    int pending = 0;
    for (int i = 0; i < processes.length; i++) {
      long voted = voted(place, i, sealed);
      if (voted == NONE) {
        pending += areGone[i] ? 0 : 1;
      } else if (voted == checksum) {
        agreeing++;
      } else {
        others++;
      }
    }
    return new Tally(agreeing, others, pending);
  }

  /**
   * What a replica has voted for; who is past the place, for its seal. The vote is read first: who
   * has voted anew meanwhile is past the place.
   */
  private long voted(long place, int replica, long sealed) {
    long vote = Words.getVolatile(job.bytes(), vote(replica));
    if (vote >>> PLACE_SHIFT == ((place / Frame.LINE + 1) & CHECKSUM)) {
      return vote & CHECKSUM;
    }
    return Words.getVolatile(job.bytes(), positions[replica]) > place ? sealed : NONE;
  }
}
