package org.legio.runtime.replica;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.Step;
import org.legio.ulfm.ports.Effects;

/**
 * Does the effects of a rank that has replicas, or may be restarted, once for the rank.
 *
 * <ol>
 *   <li>A process that comes to the rank's effect number k looks whether its outcome is there, and
 *       takes it.
 *   <li>Else it claims the effect: it sets the rank's word to (k, itself, its life), by
 *       compare-and-set. It may do so if the word is that of an earlier effect, or of a life that
 *       has ended, be it its own.
 *   <li>Who has claimed it looks again for the outcome: who had claimed it before may have written
 *       that as its last deed. Else it does the effect, and writes the outcome.
 *   <li>Who may not claim it waits for the outcome, or for the end of the one that has.
 * </ol>
 *
 * <p>So an effect is done again only if a process has died between doing it and writing its
 * outcome, and nothing else of the rank has been done since.
 */
public final class ReplicaEffects implements Effects {
  /** The word of the claim: the effect's number, the life of who has claimed it, its replica. */
  private static final int NUMBER_SHIFT = 24;

  private static final int LIFE_SHIFT = 8;
  private static final int LIFE_MASK = 0xFFFF;
  private static final int REPLICA_MASK = 0xFF;

  /** By {@code replica.behind=give-up}, so long others wait for who has claimed an effect. */
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

  private final JobMemory job;
  private final ReplicaEngine engine;
  private final EffectStream outcomes;
  private final int claim;
  private final int first;
  private final int replica;
  private long number;

  public ReplicaEffects(JobMemory job, ReplicaEngine engine, int process) {
    this.job = job;
    this.engine = engine;
    this.outcomes = EffectStream.of(job, process);
    ReplicaGroups replicaGroups = job.shape().replicaGroups();
    int rank = replicaGroups.rankOf(process);
    this.claim = job.shape().ofReplicaGroups().claim(rank);
    this.first = replicaGroups.first(rank);
    this.replica = replicaGroups.replicaOf(process);
  }

  // ------------------------------------------------------------------ checkpoints

  /** Pins all outcomes so far. */
  boolean pin() {
    return outcomes.pin().raise(outcomes.head());
  }

  /** How far this process has come: a place in the outcomes, and the number of the last effect. */
  long[] state() {
    return new long[] {outcomes.head(), number};
  }

  /** Continues from a state of the life before. */
  void continueFrom(long[] state) {
    outcomes.continueAt(state[0]);
    number = state[1];
  }

  /** Lets go of what was before a state that this process would continue from. */
  void forget() {
    outcomes.forget();
  }

  // ------------------------------------------------------------------ effects

  @Override
  public int maxBytes() {
    return outcomes.maxData();
  }

  @Override
  public byte[] once(Effect effect) throws IOException {
    return engine.byItself(() -> outcomeOf(effect)).get();
  }

  private EffectOutcome outcomeOf(Effect effect) {
    number++;
    int checksum = effect.checksum();
    long sinceNs = job.nanoTime();
    engine.awaitReplicas(() -> outcomes.hasNext() || tryClaim() || hasWaited(sinceNs));
    if (!outcomes.hasNext()) {
      job.step(Step.CLAIMED);
      EffectOutcome own = EffectOutcome.of(effect, checksum, number, maxBytes());
      job.step(Step.EFFECT);
      engine.awaitReplicas(() -> outcomes.put(own));
    }
    EffectOutcome outcome = outcomes.take();
    if (outcome.checksum() != checksum) {
      throw new Divergence(
          String.format(
              "what it does to a file (number %d): its checksum is %08x here and %08x at another"
                  + " replica",
              number, checksum, outcome.checksum()));
    }
    return outcome;
  }

  /** Ends who has claimed the effect, if it takes too long and the job's setting says so. */
  private boolean hasWaited(long sinceNs) {
    if (job.areLaggardsEvicted() && job.nanoTime() - sinceNs > PATIENCE_NS) {
      long claimed = Words.getVolatile(job.bytes(), claim);
      int claimant = (int) claimed & REPLICA_MASK;
      boolean isOther = claimed >>> NUMBER_SHIFT == number && claimant != replica;
      if (isOther && !isOver(claimed) && !job.isCatchingUp(first + claimant)) {
        job.evict(first + claimant);
      }
    }
    return false;
  }

  /** Claims the effect, unless a process that continues has. */
  private boolean tryClaim() {
    long before = Words.getVolatile(job.bytes(), claim);
    long claimed = before >>> NUMBER_SHIFT;
    if (claimed > number || (claimed == number && !isOver(before))) {
      return false;
    }
    job.step(Step.CLAIM);
    long own = number << NUMBER_SHIFT | (long) job.life(first + replica) << LIFE_SHIFT | replica;
    return Words.compareAndSet(job.bytes(), claim, before, own);
  }

  /** Whether the life of a process has ended that has claimed an effect. */
  private boolean isOver(long claimed) {
    int claimant = (int) claimed & REPLICA_MASK;
    int life = (int) (claimed >>> LIFE_SHIFT) & LIFE_MASK;
    return life != job.life(first + claimant) || !job.isLiving(first + claimant);
  }

  // ------------------------------------------------------------------ what cannot be done twice

  /**
   * {@inheritDoc}
   *
   * <p>A hard link to another name of a file can be made once; whether the file is one's own can be
   * seen afterwards. So where files have no hard links, none can be created anew.
   */
  @Override
  public void create(Path file) throws IOException {
    Path own = otherName(file);
    try {
      once(
          effect -> {
            FileChannel.open(own, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
            job.step(Step.MIDST);
            link(file, own);
            return NOTHING;
          });
    } finally {
      once(effect -> removed(own));
    }
  }

  private static void link(Path file, Path own) throws IOException {
    try {
      Files.createLink(file, own);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isSameFile(file, own)) {
        throw new FileAlreadyExistsException(file.toString());
      }
    }
  }

  /** {@inheritDoc} It gets another name before: whether that has been done can be seen. */
  @Override
  public void delete(Path file) throws IOException {
    Path own = otherName(file);
    once(
        effect -> {
          if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(file);
          } else if (!Files.exists(own, LinkOption.NOFOLLOW_LINKS)) {
            rename(file, own);
          }
          return NOTHING;
        });
    once(effect -> removed(own));
  }

  private static void rename(Path file, Path own) throws IOException {
    try {
      Files.move(file, own, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(file.toString());
    }
  }

  private static byte[] removed(Path own) throws IOException {
    Files.deleteIfExists(own);
    return NOTHING;
  }

  /** A name beside a file that nobody else uses. */
  private Path otherName(Path file) throws IOException {
    return file.resolveSibling(text(effect -> ".legio-" + UUID.randomUUID()));
  }
}
