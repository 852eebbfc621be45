package org.legio.runtime.shm;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.legio.runtime.lanes.Words;

/** The votes of processes as they lie in a job's memory, to be copied to that of another host. */
public final class VotePages {
  /** The key of a place without a vote. */
  public static final long FREE = Agreements.FREE;

  /** So many bytes {@link #copy} copies. */
  public static final int CONTENT_BYTES = Agreements.VOTE_BYTES - Agreements.FLAGS;

  private final ByteBuffer memory;
  private final JobShape shape;

  public VotePages(JobMemory job) {
    this.memory = job.bytes();
    this.shape = job.shape();
  }

  /** How many places for votes a process has. */
  public static int places() {
    return JobShape.VOTES;
  }

  /** Whether bytes are a whole vote; of a free place, the number of the last one is told. */
  public static boolean isVote(long key, ByteBuffer bytes) {
    return bytes.remaining() == (key == FREE ? Long.BYTES : CONTENT_BYTES);
  }

  /** The key of the vote at a place; {@link #FREE} if there is none. */
  public long key(int process, int place) {
    return Words.getVolatile(memory, shape.vote(process, place) + Agreements.KEY);
  }

  /** How far the vote at a place is. */
  public long state(int process, int place) {
    return Words.getAcquire(memory, shape.vote(process, place) + Agreements.STATE);
  }

  /** Whether a vote of a state need not be brought at once by a daemon: its process tells it. */
  public static boolean isTold(long state) {
    return (state & Agreements.TOLD) != 0;
  }

  /** How many votes the process had cast with that at a place; 0 if there was none yet. */
  public long number(int process, int place) {
    return Words.getAcquire(memory, shape.vote(process, place) + Agreements.NUMBER);
  }

  /** The number of the last vote whose place this was and is no more; 0 if there was none. */
  public long freed(int process, int place) {
    return Words.getAcquire(memory, shape.vote(process, place) + Agreements.FREED);
  }

  /** Whether a vote has come into its page, and may be gone again. */
  boolean hasCome(EarlyVotes.Source vote) {
    return number(vote.process(), vote.place()) >= vote.number() || isFreed(vote);
  }

  /** Whether the place of a vote, which may never have come here, is free or another one's. */
  boolean isFreed(EarlyVotes.Source vote) {
    return freed(vote.process(), vote.place()) >= vote.number()
        || number(vote.process(), vote.place()) > vote.number();
  }

  /**
   * Copies what a vote says; it is right if the key is the same before and after, and not {@link
   * #FREE}: a process may be about to write its next vote at a free place.
   */
  public void copy(int process, int place, ByteBuffer into) {
    int from = shape.vote(process, place) + Agreements.FLAGS;
    into.put(memory.duplicate().position(from).limit(from + CONTENT_BYTES));
    VarHandle.loadLoadFence();
  }

  /**
   * Writes a vote of a process of another host, so that whoever finds its key finds all of it.
   *
   * @param vote what it says, as {@link #copy} has copied it
   */
  public void write(int process, int place, long key, long state, ByteBuffer vote) {
    int at = shape.vote(process, place);
    if (key != Words.getVolatile(memory, at + Agreements.KEY)) {
      Words.setVolatile(memory, at + Agreements.KEY, Agreements.FREE);
      memory.duplicate().position(at + Agreements.FLAGS).put(vote);
    }
    Words.setRelease(memory, at + Agreements.STATE, state);
    Words.setVolatile(memory, at + Agreements.KEY, key);
  }

  /**
   * Takes what its daemon tells of a place of a process of another host.
   *
   * @param told a {@linkplain #isVote vote}, or the number of the last one
   */
  public void take(int process, int place, long key, long state, ByteBuffer told) {
    if (key == FREE) {
      free(process, place, told.getLong());
    } else {
      write(process, place, key, state, told);
    }
  }

  /**
   * A place of a process of another host is free.
   *
   * @param number of the last vote there
   */
  public void free(int process, int place, long number) {
    int at = shape.vote(process, place);
    Words.setVolatile(memory, at + Agreements.KEY, Agreements.FREE);
    Words.raise(memory, at + Agreements.NUMBER, number);
    Words.raise(memory, at + Agreements.FREED, number);
  }
}
