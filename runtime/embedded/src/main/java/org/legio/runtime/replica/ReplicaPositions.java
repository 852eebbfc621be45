package org.legio.runtime.replica;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.legio.runtime.engine.SharedPositions;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.Step;
import org.legio.ulfm.ports.Effects;

/**
 * The shared pointers of files where ranks have replicas, or may be restarted: all that a rank does
 * to them are its {@linkplain ReplicaEffects effects}.
 *
 * <p>To move a pointer on takes two of them, so that each may be done twice:
 *
 * <ol>
 *   <li>The rank waits until no other moves the pointer, sets the pointer's word to itself, and
 *       reads the pointer. Nobody else moves it from then on.
 *   <li>If the word is still the rank's own, it sets the pointer, and then the word to 0.
 * </ol>
 *
 * <p>Others wait for a rank between the two, or for its end: then the pointer is where it was
 * before or after, and they take the word over.
 */
public final class ReplicaPositions implements SharedPositions {
  private static final long FREE = 0;
  private static final int RANK_SHIFT = 48;

  private final JobMemory job;
  private final ByteBuffer memory;
  private final ReplicaEngine engine;
  private final Effects effects;
  private final long self;

  public ReplicaPositions(JobMemory job, ReplicaEngine engine, Effects effects, int rank) {
    this.job = job;
    this.memory = job.bytes();
    this.engine = engine;
    this.effects = effects;
    this.self = rank + 1L;
  }

  /** Not {@link #FREE} if the place is taken: by which effect of which rank. */
  private int taker(long place) {
    return job.shape().position((int) place);
  }

  private int value(long place) {
    return taker(place) + Long.BYTES;
  }

  /** The rank that moves the pointer, from 1 on. */
  private int mover(long place) {
    return value(place) + Long.BYTES;
  }

  private long done(Effects.Count effect) {
    try {
      return effects.count(effect);
    } catch (IOException e) {
      throw new UncheckedIOException("memory has no such errors", e);
    }
  }

  @Override
  public long claim() {
    return done(number -> claimed(self << RANK_SHIFT | number));
  }

  private long claimed(long mark) {
    for (int place = 0; place < JobShape.POSITIONS; place++) {
      if (Words.getVolatile(memory, taker(place)) == mark) {
        return cleared(place);
      }
    }
    for (int place = 0; place < JobShape.POSITIONS; place++) {
      if (Words.compareAndSet(memory, taker(place), FREE, mark)) {
        job.step(Step.MIDST);
        return cleared(place);
      }
    }
    return NONE;
  }

  private long cleared(long place) {
    Words.setVolatile(memory, value(place), 0);
    Words.setVolatile(memory, mover(place), FREE);
    return place;
  }

  /** When it is done again, another rank may have taken the place: so it names who had it. */
  @Override
  public void free(long place) {
    long mark = done(number -> Words.getVolatile(memory, taker(place)));
    done(number -> Words.compareAndSet(memory, taker(place), mark, FREE) ? 1 : 0);
  }

  @Override
  public long get(long place) {
    return done(number -> Words.getVolatile(memory, value(place)));
  }

  @Override
  public void set(long place, long position) {
    done(
        number -> {
          Words.setVolatile(memory, value(place), position);
          return position;
        });
  }

  @Override
  public long getAndAdd(long place, long bytes) {
    long before =
        done(
            number -> {
              engine.awaitReplicas(() -> tryClaim(place));
              return Words.getVolatile(memory, value(place));
            });
    done(number -> move(place, before + bytes));
    return before;
  }

  private boolean tryClaim(long place) {
    long other = Words.getVolatile(memory, mover(place));
    if (other == self) {
      return true;
    }
    boolean isFree = other == FREE || job.hasReplicaGroupFailed((int) other - 1);
    job.step(Step.MIDST);
    return isFree && Words.compareAndSet(memory, mover(place), other, self);
  }

  private long move(long place, long position) {
    if (Words.getVolatile(memory, mover(place)) == self) {
      Words.setVolatile(memory, value(place), position);
      job.step(Step.MIDST);
      Words.setVolatile(memory, mover(place), FREE);
    }
    return position;
  }
}
