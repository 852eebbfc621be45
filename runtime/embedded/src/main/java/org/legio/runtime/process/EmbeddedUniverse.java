package org.legio.runtime.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Channel;
import org.legio.runtime.engine.CommContext;
import org.legio.runtime.engine.FileSystem;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.Scheduler;
import org.legio.runtime.engine.SharedPositions;
import org.legio.runtime.engine.Universe;
import org.legio.runtime.replica.Checkpoints;
import org.legio.runtime.replica.ReplicaEffects;
import org.legio.runtime.replica.ReplicaEngine;
import org.legio.runtime.replica.ReplicaPositions;
import org.legio.runtime.replica.ReplicaVotes;
import org.legio.runtime.shm.Agreements;
import org.legio.runtime.shm.Ballot;
import org.legio.runtime.shm.ContextIds;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.EarlyVotes;
import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobPositions;
import org.legio.runtime.shm.Jvm;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.PipeEngine;
import org.legio.runtime.shm.ProgressEngine;
import org.legio.runtime.shm.ProgressThread;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.DirectEffects;
import org.legio.ulfm.ports.Effects;
import org.legio.ulfm.ports.MpiConstants;

/** The job as one of its processes sees it: messages go through pipes in the job's memory. */
public final class EmbeddedUniverse extends Universe implements ProgressEngine.Receiver {
  /** The job's exit status where replicas differ. */
  private static final int DIVERGED = 1;

  /** Below its frames, a stack has Legio's; above them, the program's. */
  private static final String BINDING = "mpi.";

  private static final String OUTVOTED =
      "the other replicas of this rank agree with each other: this one is ended, and the job"
          + " continues";

  private static final String REMEDY =
      "either a bit has changed in one of them, or the program does not do the same twice: look for"
          + " Random without a seed, clocks, identity hash codes and threads";

  private final JobMemory job;
  private final int me;
  private final int eagerBytes;
  private final int process;
  private final boolean usesDecisionLogs;
  private final boolean isIncarnation;
  private final ProgressEngine engine;
  private final EarlyVotes earlyVotes;
  private final Supplier<Ballot> ballot;
  private final Channel[] channels;
  private final EmbeddedJob end;
  private final EmbeddedNotes notes;
  private final FileSystem files = new FileSystem();
  private final Effects effects;
  private final SharedPositions positions;
  private final Function<RankState, Binding> bindingMaker;
  private final ProgressThread progressThread;
  private final Jvm jvm;
  private volatile @Nullable RankState state;
  private volatile @Nullable Checkpoints checkpoints;

  /**
   * Prepares, and takes part only when the rank's state is asked for.
   *
   * @param isIncarnation whether this process has been lost before, and restarted
   * @param bindingMaker makes what makes and fills the binding's objects
   */
  public EmbeddedUniverse(
      JobMemory job,
      int process,
      boolean isIncarnation,
      Function<RankState, Binding> bindingMaker,
      Jvm jvm) {
    this.job = job;
    this.jvm = jvm;
    this.isIncarnation = isIncarnation;
    this.process = process;
    this.bindingMaker = bindingMaker;
    ReplicaGroups replicaGroups = job.shape().replicaGroups();
    this.me = replicaGroups.rankOf(process);
    this.earlyVotes = new EarlyVotes(job, me);
    this.usesDecisionLogs = job.shape().usesDecisionLogs();
    if (usesDecisionLogs) {
      ReplicaEngine ofReplicaGroups = new ReplicaEngine(job, process, this);
      this.engine = ofReplicaGroups;
      this.eagerBytes = Frame.maxData(job.shape().ofReplicaGroups().streamDataBytes());
      ReplicaEffects ofFiles = new ReplicaEffects(job, ofReplicaGroups, process);
      this.ballot = () -> newVotes(ofReplicaGroups, ofFiles);
      this.progressThread = jvm.progressThread(ofReplicaGroups, job);
      this.effects = job.hosts().areSeveral() ? new RefusedEffects() : ofFiles;
      this.positions = new ReplicaPositions(job, ofReplicaGroups, effects, me);
      this.notes = new EmbeddedNotes(me, size(), engine, Runnable::run, ofReplicaGroups::repeat);
    } else {
      PipeEngine ofPipes = new PipeEngine(job, me, this);
      this.engine = ofPipes;
      this.eagerBytes = Frame.maxData(job.shape().ringDataBytes());
      this.ballot = () -> new Agreements(job, ofPipes, state(), earlyVotes);
      this.progressThread = jvm.progressThread(ofPipes, job);
      this.effects = DirectEffects.SHARED;
      this.positions = new JobPositions(job);
      this.notes =
          new EmbeddedNotes(me, size(), engine, progressThread::run, progressThread::repeat);
    }
    this.channels = new Channel[size()];
    Arrays.setAll(channels, to -> engine.channelTo(to));
    this.end = new EmbeddedJob(job, process, notes, engine, effects, this::checkpoints, jvm);
    progressThread.watch(end::halt);
  }

  /** What the calls of MPI work on; made at the first call. */
  public synchronized RankState state() {
    RankState made = state;
    if (made == null) {
      made = begin();
      state = made;
      progressThread.start();
    }
    return made;
  }

  private RankState begin() {
    try {
      job.join(process);
      job.notePid(process, jvm.pid());
      if (isIncarnation) {
        continueFromCheckpoint();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("rank " + me + " cannot take part in its job", e);
    }
    int[] world = new int[size()];
    Arrays.setAll(world, rank -> rank);
    return new RankState(this, me, contextOf("world", world, world));
  }

  /** This process does again what the one before it has done, from what is kept. */
  private void continueFromCheckpoint() throws IOException {
    if (!job.keepsAll()) {
      throw new IOException("what it would need is not kept any more");
    }
    job.recordRestart(process);
  }

  /** Nobody may read votes before it is known how far they may be read. */
  private Ballot newVotes(ReplicaEngine ofReplicaGroups, ReplicaEffects ofFiles) {
    RankState rank = state();
    ofReplicaGroups.enter();
    try {
      ReplicaVotes votes = new ReplicaVotes(job, ofReplicaGroups, rank, process);
      if (job.shape().keptBytes() > 0) {
        checkpoints =
            new Checkpoints(
                job,
                new Checkpoints.Parts(ofReplicaGroups, votes, ofFiles, rank),
                process,
                jvm,
                isIncarnation);
      }
      return votes;
    } catch (IOException e) {
      throw new UncheckedIOException("rank " + me + " cannot continue from its checkpoint", e);
    } finally {
      ofReplicaGroups.leave();
    }
  }

  /** This process's checkpoints; empty where nothing is kept for restarts. */
  Optional<Checkpoints> checkpoints() {
    return Optional.ofNullable(checkpoints);
  }

  public ProgressEngine engine() {
    return engine;
  }

  /** Makes what this rank's votes go into; to be made once. */
  public Ballot newBallot() {
    return ballot.get();
  }

  public EmbeddedJob job() {
    return end;
  }

  @Override
  public int size() {
    return job.shape().ranks();
  }

  @Override
  public int hostOf(int worldRank) {
    return job.hosts().hostOf(job.shape().replicaGroups().first(worldRank));
  }

  @Override
  public Scheduler scheduler() {
    return engine;
  }

  @Override
  public int eagerBytes() {
    return eagerBytes;
  }

  @Override
  public boolean givesEmptyRequest() {
    return true;
  }

  @Override
  public Binding bindingOf(RankState state) {
    return bindingMaker.apply(state);
  }

  @Override
  public boolean sendsOutliveRevocation() {
    return false;
  }

  @Override
  public boolean windowsWaitForTheDead() {
    return false;
  }

  @Override
  public boolean mayOvertake() {
    return job.shape().streams().areSeveral();
  }

  @Override
  public Channel channel(int from, int to) {
    return channels[to];
  }

  @Override
  public boolean isDead(int worldRank) {
    return state().knowsDead(worldRank) || (!usesDecisionLogs && job.isMissing(worldRank));
  }

  @Override
  public CommContext contextOf(Object key, int[] group, int[] remote) {
    return new CommContext(ContextIds.of(key.toString()), group, remote);
  }

  /** Words of a host's memory are for those who live there. */
  @Override
  public SharedPositions positions(String file, int[] ranks) {
    return Arrays.stream(ranks).allMatch(job.hosts()::isHere)
        ? positions
        : new HiddenPositions(Path.of(file));
  }

  @Override
  public Effects effects() {
    return effects;
  }

  /** Which of several threads calls first would differ between replicas. */
  @Override
  public int maxThreads() {
    return usesDecisionLogs ? MpiConstants.THREAD_FUNNELED : super.maxThreads();
  }

  @Override
  public FileSystem files() {
    return files;
  }

  @Override
  public Error abort(int status, String message) {
    throw end.abort(status, message);
  }

  // ------------------------------------------------------------------ begin and end

  @Override
  public void initialized() {
    job.move(process, Phase.STARTING, Phase.RUNNING);
  }

  @Override
  public void finalized() {
    if (!usesDecisionLogs) {
      engine.await(
          process,
          () -> !state().mailbox.hasFreedSends(this::fetchesNothing),
          () -> "receivers of its freed sends");
    }
    engine.finish();
    job.move(process, Phase.RUNNING, Phase.FINALIZED);
  }

  private boolean fetchesNothing(int rank) {
    return state().knowsDead(rank) || job.phase(rank) == Phase.FINALIZED;
  }

  // ------------------------------------------------------------------ what the pipes bring

  @Override
  public void take(Message message) {
    switch (message.kind()) {
      case REVOCATION -> learnRevoked(message.context());
      case NOTE -> notes.take(message);
      case VOTE -> earlyVotes.take(message);
      default -> Objects.requireNonNull(state).arrive(message);
    }
  }

  @Override
  public void takenOut(Message message) {
    engine.takenOut(message);
  }

  /**
   * Passes a revocation on to all when it is first heard of: its author may have died before it had
   * told everybody.
   */
  private void learnRevoked(long context) {
    if (!state().isContextRevoked(context)) {
      state().learnRevoked(context);
      spreadRevocation(context);
    }
  }

  void spreadRevocation(long context) {
    for (int rank = 0; rank < size(); rank++) {
      if (rank != me) {
        engine.send(rank, new Message(Message.Kind.REVOCATION, me).matchedBy(context, me, 0));
      }
    }
  }

  @Override
  public void failed(int rank) {
    state().notice(rank);
  }

  @Override
  public Error diverged(String what, Divergence why) {
    if (why.isLoss()) {
      throw end.abort(
          DIVERGED,
          "legio: rank "
              + me
              + " cannot continue: "
              + why.getMessage()
              + ", and was lost with too many hosts at once; use more replicas");
    }
    StringBuilder text = new StringBuilder("legio: ").append(what);
    boolean isOfProgram = false;
    for (StackTraceElement line : why.getStackTrace()) {
      isOfProgram |= line.getClassName().startsWith(BINDING);
      if (isOfProgram) {
        text.append("\n\tat ").append(line);
      }
    }
    if (why.isOutvoted()) {
      throw end.outvoted(text.append("\nlegio: ").append(OUTVOTED).toString());
    }
    throw end.abort(DIVERGED, text.append("\nlegio: ").append(REMEDY).toString());
  }
}
