package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.legio.runtime.engine.Comm;
import org.legio.runtime.engine.Decision;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.lanes.Words;

/**
 * Agreement on the job's memory: every member casts its vote where all others can read it, and
 * reads theirs.
 *
 * <ol>
 *   <li>A member writes its flags, and whose deaths it has acknowledged, into a free place of its
 *       own page. Then it writes the agreement's key there, by which the vote is cast.
 *   <li>It looks at each other member until that has cast its vote, or is out: it has failed or
 *       left MPI. Of one that is out it looks once more for the vote, as that may have been cast
 *       before; after that look nothing can change any more.
 *   <li>So all members that come to the end have seen the same votes of the same members, and
 *       compute the same result from them; nobody has to tell it to anybody. A member that has cast
 *       its vote and died since counts as living.
 *   <li>Then it marks its vote as done. The place is free again when all other members of the
 *       agreement are done with it, are out, or have freed theirs.
 * </ol>
 *
 * <p>Votes of other hosts come into their pages by daemons. So that nobody has to wait for those, a
 * member also tells its vote to the others by itself, see {@link EarlyVotes}.
 *
 * <p>Who waits for whom: a member waits for living members that have not cast their votes, which is
 * what an agreement is. The death of any process ends the wait for it, as the kernel tells. A
 * member with no free place waits for those that still have to read its oldest votes; they are in
 * these very agreements.
 */
public final class Agreements implements Ballot {
  static final int KEY = 0;
  static final int STATE = 8;

  /** The number of the last vote whose place this was, once that is free again. */
  static final int FREED = 16;

  static final int FLAGS = 24;

  /** How many votes its process had cast, with it: of two at a place, the later one has more. */
  static final int NUMBER = 32;

  /** Says whose deaths its process has acknowledged. */
  static final int ACKNOWLEDGED = 40;

  /** So many bytes a vote takes. */
  static final int VOTE_BYTES = 48;

  static final long FREE = 0;

  /** A state: others may count the vote. */
  static final long CAST = 1;

  /** Of a state: its process does not need the agreement's votes any more. */
  private static final long DONE = 2;

  /** Of a state: its process tells the vote by itself to the members on other hosts, if any. */
  static final long TOLD = 4;

  /**
   * A vote of this process whose place is not free again yet.
   *
   * @param number how many votes this process had cast with it
   * @param counted the votes of processes of other hosts that have been counted
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Held(
      int place, long key, long number, int[] group, List<EarlyVotes.Source> counted) {}

  private final JobMemory job;
  private final ByteBuffer memory;
  private final JobShape shape;
  private final PipeEngine engine;
  private final RankState state;
  private final EarlyVotes early;
  private final VotePages pages;
  private final List<Held> held = new ArrayList<>();
  private long casts;

  /**
   * Agreements of a process.
   *
   * @param early has what comes to it before its daemon has it
   */
  public Agreements(JobMemory job, PipeEngine engine, RankState state, EarlyVotes early) {
    this.early = early;
    this.pages = new VotePages(job);
    this.job = job;
    this.memory = job.bytes();
    this.shape = job.shape();
    this.engine = engine;
    this.state = state;
  }

  @Override
  public Decision cast(Comm comm, int flags) {
    String name = "agreement " + comm.context.id + " " + comm.nextConsensus();
    engine.await(state.rank, this::releaseDonePlaces, () -> "a place for its vote in " + name);
    Held vote =
        new Held(
            freePlace(), ContextIds.of(name) | 1, ++casts, comm.context.group, new ArrayList<>());
    held.add(vote);
    int at = shape.vote(state.rank, vote.place);
    memory.putLong(at + FLAGS, flags);
    memory.putLong(at + NUMBER, vote.number);
    memory.putLong(at + ACKNOWLEDGED, VoteCount.acknowledgedIn(comm));
    memory.putLong(at + STATE, early.areDaemonsSpared(vote.group) ? CAST | TOLD : CAST);
    Words.setVolatile(memory, at + KEY, vote.key);
    // Only now: its page must have what others count.
    early.tell(engine, vote.group, vote.place, lowestUndecided());
    return new Agreement(vote, comm, name);
  }

  private boolean releaseDonePlaces() {
    held.removeIf(this::freeIfDone);
    return held.size() < JobShape.VOTES;
  }

  private int freePlace() {
    BitSet taken = new BitSet();
    held.forEach(vote -> taken.set(vote.place));
    return taken.nextClearBit(0);
  }

  private boolean freeIfDone(Held vote) {
    int own = shape.vote(state.rank, vote.place);
    if (!isDone(memory.getLong(own + STATE))) {
      return false;
    }
    for (int member : vote.group) {
      if (member != state.rank && !isDone(member, vote) && !hasLeft(member)) {
        return false;
      }
    }
    memory.putLong(own + FREED, vote.number);
    Words.setVolatile(memory, own + KEY, FREE);
    early.release(vote.key);
    return true;
  }

  /** Whether a member does not need a vote any more that this process has made use of. */
  private boolean isDone(int member, Held vote) {
    int there = find(member, vote.key);
    if (there >= 0 && isDone(Words.getAcquire(memory, there + STATE))) {
      return true;
    }
    for (EarlyVotes.Source each : vote.counted) {
      if (each.process() == member) {
        return early.isDecided(each) || (there < 0 && pages.isFreed(each));
      }
    }
    return there < 0;
  }

  private long lowestUndecided() {
    long lowest = casts;
    for (Held vote : held) {
      boolean isDecided = isDone(memory.getLong(shape.vote(state.rank, vote.place) + STATE));
      lowest = isDecided ? lowest : Math.min(lowest, vote.number);
    }
    return lowest;
  }

  private static boolean isDone(long state) {
    return (state & DONE) != 0;
  }

  private boolean hasLeft(int member) {
    return state.knowsDead(member) || job.phase(member) == Phase.FINALIZED;
  }

  /** The position of a member's vote; -1 if it has not been cast. */
  private int find(int member, long key) {
    for (int place = 0; place < JobShape.VOTES; place++) {
      int at = shape.vote(member, place);
      if (Words.getVolatile(memory, at + KEY) == key) {
        return at;
      }
    }
    return -1;
  }

  /** An agreement under way, as this member sees it. */
  private final class Agreement extends VoteCount {
    private final Held vote;
    private boolean isDecided;

    Agreement(Held vote, Comm comm, String name) {
      super(comm, name);
      this.vote = vote;
    }

    @Override
    public boolean isReached() {
      if (!isDecided && isComplete()) {
        decide();
      }
      return isDecided;
    }

    @Override
    public boolean countVote(int member) {
      int at = find(member, vote.key);
      if (at < 0) {
        at = early.find(member, vote.key);
        if (at >= 0) {
          vote.counted.add(early.source(at));
        }
      }
      if (at < 0) {
        if (!hasLeft(member)) {
          return false;
        }
        at = find(member, vote.key);
        if (at < 0) {
          countMissing(member);
          return true;
        }
      }
      count((int) memory.getLong(at + FLAGS), memory.getLong(at + ACKNOWLEDGED));
      return true;
    }

    private void decide() {
      isDecided = true;
      int own = shape.vote(state.rank, vote.place);
      Words.setRelease(memory, own + STATE, memory.getLong(own + STATE) | DONE);
      for (int dead = out.nextSetBit(0); dead >= 0; dead = out.nextSetBit(dead + 1)) {
        engine.bury(dead);
      }
    }
  }
}
