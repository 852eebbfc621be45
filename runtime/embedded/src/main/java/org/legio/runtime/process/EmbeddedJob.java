package org.legio.runtime.process;

import java.util.Optional;
import java.util.function.Supplier;
import org.legio.runtime.replica.Checkpoints;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Jvm;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ProgressEngine;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.ports.BoardMemory;
import org.legio.ulfm.ports.Effects;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Notes;
import org.legio.ulfm.ports.Survival;

/** The {@link Job} of a process of the embedded runtime. */
public final class EmbeddedJob implements Job {
  /** Loaded at once, for there may be no memory left in the end. */
  private static final ExitStatus FAILURE = ExitStatus.FAILURE;

  private final JobMemory job;
  private final int process;
  private final ReplicaGroups replicaGroups;
  private final Notes notes;
  private final ProgressEngine engine;
  private final Effects effects;
  private final Supplier<Optional<Checkpoints>> checkpoints;
  private final Jvm jvm;
  private volatile boolean isEnding;

  EmbeddedJob(
      JobMemory job,
      int process,
      Notes notes,
      ProgressEngine engine,
      Effects effects,
      Supplier<Optional<Checkpoints>> checkpoints,
      Jvm jvm) {
    this.job = job;
    this.process = process;
    this.replicaGroups = job.shape().replicaGroups();
    this.notes = notes;
    this.engine = engine;
    this.effects = effects;
    this.checkpoints = checkpoints;
    this.jvm = jvm;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The launcher ends all processes once the abort is noted, this one too: so the last words
   * come before that.
   */
  @Override
  public Error abort(int status, String message) {
    int wanted = FAILURE.unlessGiven(status);
    try {
      jvm.say(message); // first: the launcher kills who lives once it sees the note
    } finally {
      job.noteAbort(wanted);
      halt(wanted);
    }
    throw new IllegalStateException("the process has not ended");
  }

  /** Ends this process alone, as if a signal had: it may be restarted. */
  Error outvoted(String message) {
    jvm.say(message);
    halt(ExitStatus.KILLED.number());
    throw new IllegalStateException("the process has not ended");
  }

  @Override
  public void crash(int status) {
    if (isEnding) {
      return; // the JVM's own end, which comes here, too
    }
    boolean isFailure = status != 0 && !ExitStatus.isToldToEnd(status);
    try {
      if (isFailure) {
        job.noteFailure(status);
      }
      jvm.say(
          "legio: rank "
              + replicaGroups.rankOf(process)
              + " ends before MPI_Finalize, with status "
              + status
              + (isFailure
                  ? ": the others continue, and it is the job's exit status"
                  : ": to the others it is lost"));
    } finally {
      job.move(process, Phase.RUNNING, Phase.FAILED);
      halt(status);
    }
  }

  /** Ends this process alone, without a word. */
  void halt(int status) {
    isEnding = true;
    jvm.halt(status);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Another process that is still alive is ended, as nobody could rely on its silence otherwise.
   */
  @Override
  public void announceFailure(int rankInWorld) {
    int first = replicaGroups.first(rankInWorld);
    for (int each = first; each < first + replicaGroups.size(rankInWorld); each++) {
      if (each == process) {
        job.move(each, Phase.RUNNING, Phase.FAILED);
      } else if (job.phase(each) == Phase.RUNNING) {
        job.kill(each);
      }
    }
  }

  @Override
  public Survival survival() {
    return job.survival();
  }

  @Override
  public Optional<byte[]> restored() {
    return checkpoints.get().flatMap(Checkpoints::restored);
  }

  @Override
  public void checkpoint(Supplier<byte[]> program) {
    checkpoints.get().ifPresent(each -> each.take(program.get()));
  }

  @Override
  public void evictLaggards() {
    job.evictLaggards();
  }

  @Override
  public long nanoTime() {
    return engine.nanoTime();
  }

  @Override
  public Effects effects() {
    return effects;
  }

  @Override
  public Notes notes() {
    return notes;
  }

  @Override
  public boolean isOnOneNode() {
    return !job.hosts().areSeveral();
  }

  @Override
  public String host() {
    return job.hostName(process);
  }

  @Override
  public Optional<BoardMemory> boardMemory() {
    return replicaGroups.ranks() == 1 ? Optional.empty() : engine.boardMemory();
  }

  @Override
  public void exit(int status) {
    if (status != 0) {
      jvm.say();
      halt(status);
    }
  }
}
