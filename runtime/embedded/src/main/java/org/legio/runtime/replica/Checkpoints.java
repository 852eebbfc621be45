package org.legio.runtime.replica;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.RankSnapshot;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Jvm;
import org.legio.runtime.shm.OutputMark;
import org.legio.runtime.shm.Step;

/**
 * Checkpoints of a process that may be restarted. From one on, nothing before it is needed any
 * more, but for the begin of the program up to where it asks for its last checkpoint.
 *
 * <ol>
 *   <li>The program asks once ({@link #restored}). All that it has been told and has sent until
 *       then is {@linkplain Pin pinned}: a process that is restarted runs this part again.
 *   <li>At a checkpoint of the program, if nothing is under way, the process writes what the
 *       program gives, what its MPI knows, and how far it has come, into a file of its own. Then it
 *       says that it needs nothing before that any more, so that the room can be used again. If
 *       something is under way, nothing happens: the next one may succeed.
 *   <li>A process that is restarted, and finds such a file, gets it when it asks, and continues
 *       from there.
 * </ol>
 *
 * <p>Over several hosts, the daemon of each keeps a copy with which it could begin the process
 * there, and lets go of what precedes that copy.
 *
 * <p>Whether a checkpoint is taken is not the same at all replicas, so the program is not told.
 */
public final class Checkpoints {
  /** What a checkpoint is made of. */
  public record Parts(
      ReplicaEngine engine, ReplicaVotes votes, ReplicaEffects effects, RankState rank) {}

  /** All of a checkpoint behind its head. */
  private static final class Image implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] program;
    private final ReplicaEngine.State engine;
    private final ReplicaVotes.State votes;
    private final long[] effects;
    private final RankSnapshot rank;

    private Image(
        byte[] program,
        ReplicaEngine.State engine,
        ReplicaVotes.State votes,
        long[] effects,
        RankSnapshot rank) {
      this.program = program;
      this.engine = engine;
      this.votes = votes;
      this.effects = effects;
      this.rank = rank;
    }
  }

  /** A checkpoint that has been read. */
  private record Known(CheckpointPlaces head, Image image) {}

  private final JobMemory job;
  private final ReplicaEngine engine;
  private final ReplicaVotes votes;
  private final ReplicaEffects effects;
  private final RankState rank;
  private final int process;
  private final Path file;
  private final Jvm jvm;
  private @Nullable Known last;
  private long number;
  private RankSnapshot.@Nullable Frame frame;
  private boolean isPinned;
  private boolean hasWarned;

  /**
   * The checkpoints of a process.
   *
   * @param isIncarnation whether this process has been lost before
   * @throws IOException if its last checkpoint cannot be read
   */
  public Checkpoints(JobMemory job, Parts parts, int process, Jvm jvm, boolean isIncarnation)
      throws IOException {
    this.job = job;
    this.engine = parts.engine;
    this.votes = parts.votes;
    this.effects = parts.effects;
    this.rank = parts.rank;
    this.process = process;
    this.file = job.checkpoints().of(process);
    this.jvm = jvm;
    Path newest = isIncarnation ? newest() : null;
    this.last = newest == null ? null : read(newest);
    Known known = last;
    if (known != null) {
      votes.stayBeforePin(known.image.votes);
      engine.stayBeforePin(known.image.engine);
    }
  }

  /**
   * The newest checkpoint of the rank at which this process can begin; null if there is none. At
   * that of a replica it can, too: it would be told and would send the same. A replica that lives
   * has not been found to be wrong.
   */
  private @Nullable Path newest() throws IOException {
    Path newest = Files.exists(file) ? file : null;
    long progress = newest == null ? 0 : CheckpointPlaces.of(newest).progress();
    for (int each : job.shape().replicaGroups().processesOf(rank.rank)) {
      Path other = job.checkpoints().of(each);
      if (each != process && job.isLiving(each) && Files.exists(other)) {
        CheckpointPlaces head = CheckpointPlaces.of(other);
        if (head.progress() > progress && head.isKeptFor(job, process)) {
          newest = other;
          progress = head.progress();
        }
      }
    }
    return newest;
  }

  private static Known read(Path file) throws IOException {
    try (DataInputStream from =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      CheckpointPlaces head = CheckpointPlaces.read(from);
      return new Known(head, (Image) new ObjectInputStream(from).readObject());
    } catch (ClassNotFoundException e) {
      throw new IOException(file + " is no checkpoint", e);
    }
  }

  /**
   * The program's last checkpoint, if this process has been restarted since; to be asked for once.
   */
  public Optional<byte[]> restored() {
    if (frame != null) {
      throw new IllegalStateException(
          "the last checkpoint has been asked for before: ask once, in the begin of the program");
    }
    Known known = last;
    last = null;
    engine.byItself(() -> begin());
    if (known == null) {
      return Optional.empty();
    }
    job.beginRestore(process);
    engine.byItself(() -> continueFrom(known));
    if (known.head.name().process() == process) {
      forget();
    } else {
      take(known.image.program); // what it needs depends on its own last one
    }
    job.endRestore(process);
    return Optional.of(known.image.program);
  }

  private boolean begin() {
    frame = RankSnapshot.frameOf(rank);
    engine.awaitReplicas(votes::hasWritten);
    isPinned = engine.pin() && votes.pin() && effects.pin();
    return true;
  }

  private boolean continueFrom(Known known) {
    Image image = known.image;
    image.rank.proceed(rank);
    effects.continueFrom(image.effects);
    votes.continueFrom(image.votes);
    engine.continueFrom(image.engine);
    jvm.mark(new OutputMark(true, known.head.name()));
    return true;
  }

  /** Lets go of what precedes the last checkpoint. */
  private void forget() {
    effects.forget();
    votes.forget();
    engine.forget();
  }

  /** Takes a checkpoint if it can be taken now. */
  public void take(byte[] program) {
    RankSnapshot.Frame begun = frame;
    if (begun == null) {
      throw new IllegalStateException(
          "a checkpoint before the last one has been asked for: call Legio.restored() before");
    }
    if (!isPinned || !job.keepsAll()) {
      return;
    }
    engine.byItself(
        () -> {
          RankSnapshot ofRank = RankSnapshot.of(rank, begun);
          ReplicaEngine.State ofEngine = engine.state();
          ReplicaVotes.State ofVotes = votes.state();
          if (ofRank != null && ofEngine != null && ofVotes != null) {
            CheckpointName name = new CheckpointName(process, job.restarted(process), number++);
            jvm.mark(new OutputMark(false, name));
            keep(
                CheckpointPlaces.of(name, job.shape().replicaGroups(), ofEngine, ofVotes),
                new Image(program, ofEngine, ofVotes, effects.state(), ofRank));
          }
          return true;
        });
  }

  private void keep(CheckpointPlaces head, Image image) {
    try {
      try (DataOutputStream to =
          new DataOutputStream(
              new BufferedOutputStream(Channels.newOutputStream(CheckpointFiles.begin(file))))) {
        head.write(to);
        ObjectOutputStream out = new ObjectOutputStream(to);
        out.writeObject(image);
        out.flush();
      }
      job.step(Step.CHECKPOINT);
      CheckpointFiles.finish(file);
    } catch (IOException e) {
      warn(e);
      return;
    }
    job.step(Step.CHECKPOINTED);
    job.recordCheckpoint(process);
    forget();
  }

  private void warn(IOException why) {
    if (!hasWarned) {
      hasWarned = true;
      job.warn(
          "a checkpoint of rank "
              + rank.rank
              + " is not written ("
              + why
              + "): the job continues, and keeps more; make room there, or name another folder by"
              + " --keep-in");
    }
  }
}
