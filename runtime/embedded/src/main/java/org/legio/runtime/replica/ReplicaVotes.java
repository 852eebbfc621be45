package org.legio.runtime.replica;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Comm;
import org.legio.runtime.engine.Decision;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.runtime.shm.Agreements;
import org.legio.runtime.shm.Ballot;
import org.legio.runtime.shm.ContextIds;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.VoteCount;

/**
 * Agreement of replica groups: each rank writes its votes into a stream that all processes read.
 *
 * <ol>
 *   <li>A replica that comes to an agreement writes its rank's vote: flags, and whose deaths it has
 *       acknowledged. The replicas' votes are the same frame of the same stream.
 *   <li>The agreement can be known when of each member there is the vote, or the member is out: no
 *       replica of it continues, and its stream, which has ended then, has no such vote. So all who
 *       know it know the same.
 *   <li>That it is known is a decision in the rank's log. Replicas that follow it compute the
 *       outcome from the same votes.
 * </ol>
 *
 * <p>Who waits for whom: as in {@link Agreements}. A stream without room waits for the processes
 * that have not read it; they do so also while their programs compute.
 */
public final class ReplicaVotes implements Ballot, ReplicaEngine.Ballots {
  private static final int VOTE_BYTES = 2 * Long.BYTES;

  /** Over several hosts, a decision has so many bits of an agreement's number and checksum. */
  private static final int NUMBER_BITS = 24;

  private static final int CHECKSUM_MASK = (1 << 20) - 1;

  /** The vote of a rank in one agreement. */
  private record Vote(int flags, long acknowledged) implements Serializable {}

  /** How far a process has come in the votes, and which it has read that have not been counted. */
  static final class State implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long tail;
    private final long[] heads;
    private final long[] pinnedHeads;
    private final ArrayList<HashMap<Long, Vote>> votes = new ArrayList<>();
    private final long begun;

    private State(ReplicaVotes of) {
      this.tail = of.writer.tail();
      this.heads = of.heads();
      this.pinnedHeads = of.pinnedHeads;
      for (Map<Long, Vote> each : of.votes) {
        votes.add(new HashMap<>(each));
      }
      this.begun = of.begun;
    }

    long tail() {
      return tail;
    }

    long head(int rank) {
      return heads[rank];
    }
  }

  private final JobMemory job;
  private final ReplicaEngine engine;
  private final RankState state;
  private final StreamWriter writer;
  private final StreamReader[] readers;

  /** What each rank has voted, by the agreement's key. */
  private final Map<Long, Vote>[] votes;

  private final Deque<Agreement> pending = new ArrayDeque<>();
  private long begun;
  private long[] pinnedHeads = {};

  /** Whether the kernel is asked who lives. */
  private boolean isLooking;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of maps
  public ReplicaVotes(JobMemory job, ReplicaEngine engine, RankState state, int process) {
    this.job = job;
    this.engine = engine;
    this.state = state;
    int ranks = job.shape().ranks();
    this.writer = StreamWriter.ofVotes(job, process);
    this.readers = new StreamReader[ranks];
    this.votes = new Map[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      readers[rank] = StreamReader.ofVotes(job, rank, process);
      votes[rank] = new HashMap<>();
    }
    engine.agreeBy(this);
  }

  @Override
  public Decision cast(Comm comm, int flags) {
    String name = "agreement " + comm.context.id + " " + comm.nextConsensus();
    long key = ContextIds.of(name) | 1;
    ByteBuffer data = ByteBuffer.allocate(VOTE_BYTES);
    data.putLong(flags).putLong(VoteCount.acknowledgedIn(comm));
    writer.put(
        new Message(Message.Kind.NOTE, state.rank)
            .matchedBy(key, state.rank, 0)
            .carrying(data.capacity(), 0)
            .with(Payload.of(data.array()), 0));
    Agreement agreement = new Agreement(begun++, key, comm, name);
    pending.add(agreement);
    return agreement;
  }

  // ------------------------------------------------------------------ checkpoints

  boolean hasWritten() {
    writer.flush();
    return writer.isEmpty();
  }

  /** Pins all votes so far. */
  boolean pin() {
    pinnedHeads = heads();
    boolean isPinned = writer.pin().raise(writer.tail());
    for (StreamReader reader : readers) {
      isPinned &= reader.pin().raise(reader.head());
    }
    return isPinned;
  }

  private long[] heads() {
    return Arrays.stream(readers).mapToLong(StreamReader::head).toArray();
  }

  /**
   * Reads only what the life before had read when it pinned all, until it {@linkplain #continueFrom
   * continues}.
   */
  void stayBeforePin(State known) {
    for (int rank = 0; rank < readers.length; rank++) {
      readers[rank].stayBefore(known.pinnedHeads[rank]);
    }
  }

  /** The state; null if something is under way. */
  @Nullable State state() {
    read(); // so that other hosts need not keep what is here
    boolean isQuiet = pending.isEmpty() && writer.isEmpty();
    for (StreamReader reader : readers) {
      isQuiet &= reader.isBetweenMessages();
    }
    return isQuiet ? new State(this) : null;
  }

  /** Continues from a state of the life before. */
  void continueFrom(State known) {
    writer.continueAt(known.tail);
    for (int rank = 0; rank < readers.length; rank++) {
      readers[rank].continueAt(known.heads[rank]);
      votes[rank].clear();
      votes[rank].putAll(known.votes.get(rank));
    }
    begun = known.begun;
  }

  /** Lets go of what was before a state that this process would continue from. */
  void forget() {
    writer.forget();
    for (StreamReader reader : readers) {
      reader.forget();
    }
  }

  // ------------------------------------------------------------------ votes

  @Override
  public void read() {
    writer.flush();
    for (int rank = 0; rank < readers.length; rank++) {
      read(rank);
    }
  }

  private void read(int rank) {
    StreamReader reader = readers[rank];
    while (reader.hasNext()) {
      reader.take(vote -> note(rank, vote));
    }
  }

  private void note(int rank, Message vote) {
    ByteBuffer data = ByteBuffer.wrap(vote.payload().toBytes());
    votes[rank].put(vote.context(), new Vote((int) data.getLong(), data.getLong()));
  }

  @Override
  public long due(boolean isTimeToLook) {
    isLooking = isTimeToLook;
    for (Agreement each : pending) {
      if (each.isComplete()) {
        return each.decision();
      }
    }
    return NONE;
  }

  @Override
  public void tell(long agreement) {
    for (Agreement each : pending) {
      if (each.isOf(agreement)) {
        isLooking = true;
        for (int turn = 0; !each.isComplete(); turn++) {
          engine.awaitOthers(turn); // another replica knows it
          read();
        }
        if (each.decision() != agreement) {
          throw Divergence.ofLoss("it has had other votes");
        }
        pending.remove(each);
        each.decide();
        return;
      }
    }
    throw new Divergence("another replica has been told the outcome of its agreement " + agreement);
  }

  /** An agreement under way, as this rank sees it. */
  private final class Agreement extends VoteCount {
    private final long number;
    private final long key;
    private boolean isDecided;

    Agreement(long number, long key, Comm comm, String name) {
      super(comm, name);
      this.number = number;
      this.key = key;
    }

    @Override
    public boolean countVote(int member) {
      Vote vote = votes[member].remove(key);
      if (vote == null && isLooking && job.isReplicaGroupOut(member)) {
        read(member); // what it had voted before its end
        vote = votes[member].remove(key);
        if (vote == null) {
          countMissing(member);
          return true;
        }
      }
      if (vote == null) {
        return false;
      }
      count(vote.flags, vote.acknowledged);
      return true;
    }

    /** Whether a decision is about it. */
    private boolean isOf(long agreement) {
      return job.hosts().areSeveral()
          ? (agreement ^ number) << (Long.SIZE - NUMBER_BITS) == 0
          : agreement == number;
    }

    /** What is decided, once it is complete. */
    private long decision() {
      if (!job.hosts().areSeveral()) {
        return number;
      }
      int checksum = 31 * flags() + out.hashCode() + (hasUnacknowledged() ? 1 : 0);
      for (int dead = out.nextSetBit(0); dead >= 0; dead = out.nextSetBit(dead + 1)) {
        checksum = 31 * checksum + (int) engine.streamEnd(dead);
      }
      long upper = (checksum ^ checksum >>> 12) & CHECKSUM_MASK;
      return upper << NUMBER_BITS | (number & ((1L << NUMBER_BITS) - 1));
    }

    private void decide() {
      isDecided = true;
      for (int dead = out.nextSetBit(0); dead >= 0; dead = out.nextSetBit(dead + 1)) {
        if (job.hasReplicaGroupFailed(dead)) {
          engine.bury(dead);
        }
      }
    }

    @Override
    public boolean isReached() {
      return isDecided;
    }
  }
}
