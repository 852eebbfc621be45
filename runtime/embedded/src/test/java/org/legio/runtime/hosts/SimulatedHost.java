package org.legio.runtime.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.net.Link;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.OutputMark;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.PlainHost;

/**
 * One host of a {@link SimulatedHosts}: its memory, its locks, and its daemon, which is the real
 * {@link Mirror}.
 */
class SimulatedHost extends PlainHost {
  /** What the launcher tells a daemon. */
  @FunctionalInterface
  interface Command {
    void obey() throws IOException;
  }

  final SimulatedHosts simulation;
  final int number;

  /** What the launcher has told, and the daemon has not read. */
  final Deque<Command> commands = new ArrayDeque<>();

  /** What the daemon has told, and the launcher has not read. */
  final Deque<Runnable> reports = new ArrayDeque<>();

  /** The processes of other hosts whose locks the daemon holds. */
  private final Set<Integer> standIns = new HashSet<>();

  /** What a rank has printed so far, and when it may be passed on. */
  private record Printed(long number, Runnable report) {}

  private final Map<Integer, Integer> printed = new HashMap<>();
  private final Deque<Printed> held = new ArrayDeque<>();
  private long publications;

  /** The host that joins; negative if none does. */
  int joining = -1;

  JobMemory job;
  Mirror mirror;
  SimulatedConnections connections;
  private long changes;
  private boolean isDead;
  private boolean isLossSeen;

  SimulatedHost(SimulatedHosts simulation, int number, ByteBuffer memory) {
    super(memory);
    this.simulation = simulation;
    this.number = number;
  }

  /** The processes that run here. */
  private List<SimulatedRank> own() {
    return simulation.ranksOn(this);
  }

  /** Starts its daemon. */
  void begin(JobShape shape, HostMap map, UnaryOperator<Link.Receiver> receiving)
      throws IOException {
    job = new JobMemory(shape, map.seenFrom(number), this);
    for (int process = 0; process < map.processes(); process++) {
      Words.setVolatile(memory(), shape.restarts(process), simulation.restarts());
    }
    mirror =
        new Mirror(
            job,
            links -> {
              connections = new SimulatedConnections(simulation, number, links);
              return connections;
            },
            receiving);
  }

  /** Its daemon does what it can; whether there was anything. */
  boolean poll() throws IOException {
    Command next = commands.poll();
    if (next != null) {
      next.obey();
    }
    boolean isAnythingSeen = false;
    for (SimulatedRank rank : own()) {
      isAnythingSeen |= rank.isDead() && (tryRestart(rank) || hasEndedEarly(rank));
    }
    publish();
    boolean isAnythingDone = mirror.poll() || isAnythingSeen || next != null;
    isAnythingDone |= passOutput();
    if (joining >= 0 && mirror.objectionToJoin().isPresent()) {
      simulation.refuse(this);
      isAnythingDone = true;
    } else if (joining >= 0 && mirror.hasJoined(joining)) {
      int number = joining;
      joining = -1;
      reports.add(() -> simulation.recordJoined(this, number));
      isAnythingDone = true;
    }
    if (isAnythingDone) {
      change();
    }
    return isAnythingDone;
  }

  private boolean tryRestart(SimulatedRank lost) {
    if (!isToBeRestarted(lost)) {
      return false;
    }
    printed.remove(lost.number);
    simulation.restartAgain(lost.number, this);
    return true;
  }

  /** Whether a process that has died here is going to be restarted. */
  boolean isToBeRestarted(SimulatedRank lost) {
    if (isDead) {
      return simulation.isToReturn(lost);
    }
    return lost.isDead()
        && lost.incarnation < simulation.restarts()
        && job.phase(lost.number) != Phase.FINALIZED
        && job.restartsLeft(lost.number) > 0;
  }

  /** What lost hosts ran is restarted here. */
  void release() throws IOException {
    mirror.release().forEach(this::restart);
  }

  private void restart(int process) {
    printed.remove(process);
    simulation.restart(process, this);
  }

  private boolean hasEndedEarly(SimulatedRank rank) {
    return job.move(rank.number, Phase.STARTING, Phase.FAILED);
  }

  /** What its ranks have printed goes to the launcher when all hosts know what it may depend on. */
  private void publish() {
    for (SimulatedRank rank : own()) {
      if (rank.told.size() > printed.getOrDefault(rank.number, 0)) {
        publish(rank);
      }
    }
    mirror.publish(publications);
  }

  private void publish(SimulatedRank rank) {
    List<String> told = List.copyOf(rank.told);
    printed.put(rank.number, told.size());
    hold(() -> simulation.print(rank.number, told));
  }

  private void hold(Runnable report) {
    held.add(new Printed(++publications, report));
  }

  /** A rank prints a mark, behind what it has printed. */
  void mark(SimulatedRank rank, OutputMark mark) {
    publish(rank);
    simulation.mark(rank, mark);
    printed.put(rank.number, rank.told.size());
    hold(() -> simulation.read(mark));
  }

  private boolean passOutput() {
    boolean isEarly = simulation.mutant() == SimulatedHosts.Mutant.EARLY_OUTPUT;
    boolean isAnyPassed = false;
    while (!held.isEmpty() && (isEarly || held.peek().number <= mirror.published())) {
      Printed next = held.remove();
      reports.add(next.report);
      isAnyPassed = true;
    }
    return isAnyPassed;
  }

  /** Something has happened that its ranks may see. */
  void change() {
    changes++;
    simulation.progress();
  }

  /** How much has happened. */
  long changes() {
    return changes;
  }

  /** All of it is gone from one moment to the other. */
  void die() {
    isDead = true;
    commands.clear();
    own().forEach(SimulatedRank::die);
  }

  boolean isDead() {
    return isDead;
  }

  /** Whether the launcher sees now, for the first time, that its daemon has ended. */
  boolean takeEnd() {
    boolean isSeenNow = isDead && reports.isEmpty() && !isLossSeen;
    isLossSeen |= isSeenNow;
    return isSeenNow;
  }

  // ------------------------------------------------------------------ as its processes see it

  @Override
  public Closeable standInFor(int member) {
    standIns.add(member);
    return () -> {
      standIns.remove(member);
      change();
    };
  }

  @Override
  public boolean isGone(int member) {
    if (member == simulation.processes()) {
      return isDead;
    }
    SimulatedRank rank = simulation.rank(member);
    if (rank.host.number == number) {
      return !rank.holdsLock();
    }
    boolean isEarly = simulation.mutant() == SimulatedHosts.Mutant.EARLY_LOCK;
    return !standIns.contains(member) || (isEarly && rank.isDead());
  }

  @Override
  public boolean hasEnded(int member) {
    return isGone(member);
  }

  @Override
  public CheckpointFiles checkpoints() {
    return simulation.checkpoints(number);
  }

  @Override
  public long nanoTime() {
    return simulation.nanoTime();
  }

  @Override
  public void kill(long pid) {
    simulation.rank((int) pid - 1).die();
  }

  /** Hosts may lead as they like; all else that people are told is wrong. */
  @Override
  public void warn(String message) {
    if (!message.contains(" leads rank ")) {
      simulation.fail(message);
    }
  }
}
