package org.legio.runtime.replica;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.OutputMark;
import org.legio.runtime.shm.ProgressEngine;
import org.legio.runtime.shm.ProgressThread;
import org.legio.runtime.shm.Step;
import org.legio.simulator.Death;
import org.legio.simulator.Strand;
import org.legio.ulfm.messages.ExitStatus;

/**
 * A process of a {@link SimulatedJob}: a strand that runs the program on what the embedded runtime
 * makes of the job's memory. It dies before the step that it is told to die at.
 */
final class SimulatedProcess extends SimulatedHost implements ReplicaStrand {
  private static final long NEVER = -1;

  final int number;
  final int incarnation;
  final Strand strand;

  /** What the program has been told so far, in its order. */
  final List<String> told = new ArrayList<>();

  final List<Step> steps = new ArrayList<>();
  private final long lastStep;
  private @Nullable String result;
  private String lastWords = "";
  private boolean isJoined;
  private boolean isDead;
  private boolean isDoomed;
  private boolean isStopped;
  private boolean hasEnded;
  private boolean isPaused;
  private long seen = NEVER;
  private long memoryAtDeath = NEVER;

  SimulatedProcess(SimulatedJob simulation, int number, int incarnation, long lastStep) {
    super(simulation);
    this.number = number;
    this.incarnation = incarnation;
    this.lastStep = lastStep;
    this.strand = new Strand(number, lastStep);
  }

  /** Runs the program, from its begin to its end or to this process's death. */
  void live(JobShape shape, ReplicaProgram program) {
    strand.awaitBaton();
    try {
      unlessDoomed();
      ReplicaSeat seat = new ReplicaSeat(this, new JobMemory(shape, this));
      result = program.run(seat);
      seat.pmpi.finalizeMpi();
    } catch (Death e) {
      requireUntouchedMemory();
    } catch (Throwable e) { // whatever a program throws is the run's failure
      simulation.hasThrown(this, e);
    }
    hasEnded = true;
    simulation.end(this);
  }

  /** A process that is killed does nothing more that others can see, whatever is unwound. */
  private void requireUntouchedMemory() {
    if (memoryAtDeath != NEVER && memoryAtDeath != simulation.checksum()) {
      simulation.fail(this + " has changed the job's memory after its death");
    }
  }

  // ------------------------------------------------------------------ steps

  @Override
  public int number() {
    return number;
  }

  @Override
  public boolean isRestarted() {
    return incarnation > 0;
  }

  @Override
  public List<String> told() {
    return told;
  }

  @Override
  public Path folder() {
    return simulation.folder();
  }

  @Override
  public void step(Step step) {
    unlessDoomed();
    steps.add(step);
    if (steps.size() == lastStep) {
      die();
      unlessDoomed();
    }
    simulation.hasStepped(this, step);
    unlessDoomed();
  }

  /** It is dead for all others from now on; its strand is unwound when it continues. */
  void die() {
    isDead = true;
    doom();
  }

  /** From now on, replicas that hold up others are ended. */
  void evictLaggards() {
    simulation.evictLaggards();
  }

  /** It does nothing more, and is not dead. */
  void stop() {
    isStopped = true;
    simulation.passBaton(this);
    unlessDoomed();
  }

  boolean isStopped() {
    return isStopped;
  }

  /** It has to end with the job. */
  void doom() {
    isDoomed = true;
  }

  private void unlessDoomed() {
    if (isDoomed) {
      memoryAtDeath = simulation.checksum();
      throw new Death();
    }
  }

  @Override
  public void spin() {
    unlessDoomed();
    isPaused = true;
    seen = simulation.progress();
    simulation.passBaton(this);
    isPaused = false;
    unlessDoomed();
  }

  @Override
  public void nap() {
    spin();
  }

  @Override
  public IdleStrategy waiting(int processes, Runnable meanwhile) {
    return turn -> {
      if (turn == 0) {
        step(Step.WAIT);
      }
      spin();
      return true;
    };
  }

  // ------------------------------------------------------------------ as the others see it

  @Override
  public void join(int member) {
    isJoined = true;
  }

  @Override
  public boolean isGone(int member) {
    return isJoined && super.isGone(member);
  }

  /** Whether it holds no lock. */
  boolean isGone() {
    return !isJoined || isDead || hasEnded;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  boolean isDead() {
    return isDead;
  }

  /** What its program has returned before it finalized MPI; null if it has not. */
  @Nullable String result() {
    return result;
  }

  /** Whether there may be something to do for it. */
  boolean isReady() {
    return isDoomed || (!isStopped && (!isPaused || seen < simulation.progress()));
  }

  boolean isDoomed() {
    return isDoomed;
  }

  /** Lets it look again although nothing has happened but that time has passed. */
  void disturb() {
    seen = NEVER;
  }

  // ------------------------------------------------------------------ its JVM

  @Override
  public long pid() {
    return SimulatedJob.pid(number);
  }

  @Override
  public ProgressThread progressThread(ProgressEngine engine, JobMemory job) {
    return new ProgressThread(engine, job) {
      @Override
      public void watch(IntConsumer halt) {}

      @Override
      public void start() {}
    };
  }

  @Override
  public void say(String message) {
    lastWords = message;
  }

  @Override
  public void say() {}

  @Override
  public void mark(OutputMark mark) {}

  @Override
  public void halt(int status) {
    if (status == ExitStatus.KILLED.number()) {
      simulation.kill(pid());
      unlessDoomed();
    }
    simulation.fail(this + " halts with status " + status + ": " + lastWords);
    unlessDoomed();
  }

  @Override
  public String toString() {
    return "process "
        + number
        + (incarnation == 0 ? "" : " restarted")
        + " after "
        + steps.size()
        + " steps"
        + (steps.isEmpty() ? "" : ", the last " + steps.get(steps.size() - 1))
        + (isDead ? ", dead" : hasEnded ? ", ended" : isPaused ? ", waits" : "");
  }
}
