package org.legio.runtime.hosts;

import java.io.Closeable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Message;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.runtime.replica.ReplicaStrand;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.Host;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.OutputMark;
import org.legio.runtime.shm.ProgressEngine;
import org.legio.runtime.shm.ProgressThread;
import org.legio.runtime.shm.Step;
import org.legio.simulator.Death;
import org.legio.simulator.Strand;

/** A rank of a {@link SimulatedHosts}: a strand that runs a program on its host's memory. */
final class SimulatedRank implements Host, ReplicaStrand {
  final SimulatedHost host;
  final int number;
  final int incarnation;
  final Strand strand;

  /** What all survivors must be told alike, in its order. */
  final List<String> told = new ArrayList<>();

  private String lastWords = "";
  private boolean isJoined;
  private boolean isDead;
  private boolean isDoomed;
  private boolean hasEnded;
  private long seen = -1;
  private boolean isPaused;
  private @Nullable String result;
  private @Nullable Consumer<Message> votes;

  /**
   * A process.
   *
   * @param incarnation how often it has been restarted
   */
  SimulatedRank(SimulatedHost host, int number, int incarnation) {
    this.host = host;
    this.number = number;
    this.incarnation = incarnation;
    this.strand = new Strand(number, Long.MAX_VALUE);
  }

  /** Runs the program to its end, or to the rank's death. */
  void live(SimulatedWork work, JobShape shape, HostMap map) {
    strand.awaitBaton();
    try {
      unlessDoomed();
      result = work.run(this, new JobMemory(shape, map, this));
    } catch (Death e) {
      // as it was to be
    } catch (Throwable e) { // whatever a program throws is the run's failure
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      host.simulation.fail(this + " has thrown " + text);
    }
    hasEnded = true;
    votes = null; // its thread, which is used again, would keep all of the run
    host.simulation.main.handBaton();
  }

  /** It is dead for all others from now on; its strand is unwound when it continues. */
  void die() {
    isDead |= !hasEnded;
    doom();
    host.change();
  }

  /** From now on, votes that others send it by themselves are taken. */
  void takeVotesBy(Consumer<Message> taker) {
    votes = taker;
  }

  /** Takes a vote, if it takes any; returns whether it does. */
  boolean tryTake(Message vote) {
    Consumer<Message> taker = votes;
    boolean isTaken = taker != null && !isDoomed;
    if (isTaken) {
      taker.accept(vote);
    }
    return isTaken;
  }

  /** It has to end with the run. */
  void doom() {
    isDoomed = true;
  }

  boolean isDead() {
    return isDead;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /** What its rank has computed; null if it has not, or that is not compared. */
  @Nullable String result() {
    return result;
  }

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
    throw new IllegalStateException("these programs use no files");
  }

  boolean isDoomed() {
    return isDoomed;
  }

  boolean holdsLock() {
    return isJoined && !isDead && !hasEnded;
  }

  /** Whether there may be something to do for it. */
  boolean isReady() {
    return !hasEnded && (isDoomed || !isPaused || seen < host.changes());
  }

  /** Lets it look again although nothing has happened but that time has passed. */
  void disturb() {
    seen = -1;
  }

  private void unlessDoomed() {
    if (isDoomed) {
      throw new Death();
    }
  }

  // ------------------------------------------------------------------ steps

  @Override
  public void step(Step step) {
    unlessDoomed();
    host.change();
    if (host.simulation.drawSwitch()) {
      passBaton();
    }
  }

  private void passBaton() {
    host.simulation.main.handBaton();
    strand.awaitBaton();
    unlessDoomed();
  }

  @Override
  public void spin() {
    unlessDoomed();
    isPaused = true;
    seen = host.changes();
    passBaton();
    isPaused = false;
  }

  @Override
  public void nap() {
    spin();
  }

  @Override
  public IdleStrategy waiting(int processes, Runnable meanwhile) {
    return turn -> {
      spin();
      return true;
    };
  }

  // ------------------------------------------------------------------ its host and its JVM

  @Override
  public ByteBuffer memory() {
    return host.memory();
  }

  @Override
  public void join(int member) {
    isJoined = true;
  }

  @Override
  public Closeable standInFor(int member) {
    throw new IllegalStateException("only daemons stand in for others");
  }

  @Override
  public boolean isGone(int member) {
    return isJoined && host.isGone(member);
  }

  @Override
  public boolean hasEnded(int member) {
    return false;
  }

  @Override
  public boolean areCoresShared(int processes) {
    return true;
  }

  @Override
  public long nanoTime() {
    return host.nanoTime();
  }

  @Override
  public void kill(long pid) {
    host.kill(pid);
  }

  @Override
  public void warn(String message) {
    host.warn(message);
  }

  @Override
  public CheckpointFiles checkpoints() {
    return host.checkpoints();
  }

  @Override
  public void addTo(Map<String, String> environment) {}

  @Override
  public void unlink() {}

  @Override
  public void close() {}

  @Override
  public long pid() {
    return number + 1L;
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
  public void print(String line) {
    told.add(line);
  }

  /** What was printed before a checkpoint is not printed again. */
  @Override
  public void mark(OutputMark mark) {
    host.mark(this, mark);
  }

  @Override
  public void halt(int status) {
    if (lastWords.contains("was lost with too many hosts")) {
      host.simulation.giveUp();
    } else {
      host.simulation.fail(this + " halts with status " + status + ": " + lastWords);
    }
    isDoomed = true;
    unlessDoomed();
  }

  @Override
  public String toString() {
    return "rank "
        + number
        + (incarnation > 0 ? ", restarted" : "")
        + (isDead ? ", dead" : hasEnded ? ", ended" : "")
        + ", told "
        + told;
  }
}
