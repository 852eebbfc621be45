package org.legio.runtime.replica;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.concurrent.CountDownLatch;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.Step;
import org.legio.simulator.Core;

/**
 * Runs a job of the embedded runtime in one JVM, with plain memory, as a seed says.
 *
 * <p>Algorithm: there is one baton. Only the process that has it runs. At each {@link Step} the
 * seed decides whether another process continues, and it decides which. A process that waits is not
 * asked again before another has made a step. If all wait, time passes. Nothing depends on real
 * time or on the scheduling of threads, so the seed replays a run exactly.
 */
final class SimulatedJob {
  /** The seed chooses one of these for a run: a step lets others run one time in so many. */
  private static final int[] SWITCHING = {1, 2, 4, 16};

  /** Likewise, how long a step takes: a decision may be a time if a millisecond has passed. */
  private static final long[] STEP_NS = {1_000, 30_000, 300_000};

  /** A slow process runs so many times less often than others. */
  private static final int SLOWNESS = 12;

  private static final long IDLE_NS = 300_000;

  /** When a process is stopped, others wait longer for it. */
  private static final long LONG_IDLE_NS = 200_000_000;

  private static final int MAX_IDLE = 50;
  private static final int MAX_STEPS = 20_000;

  /** What else a process does at a step; only what is to be a bug does anything. */
  @FunctionalInterface
  interface Tamper {
    Tamper NONE = (process, memory, shape, step) -> {};

    void at(SimulatedProcess process, ByteBuffer memory, JobShape shape, Step step);
  }

  /**
   * What job it is.
   *
   * @param room in streams and logs
   * @param restarts how often each process may be restarted
   */
  record Settings(ReplicaGroups replicaGroups, ReplicaShape.Room room, int restarts) {}

  private final Core core;
  private final JobShape shape;
  private final Settings settings;
  private final ReplicaProgram program;
  private final Tamper tamper;
  private final SplittableRandom random;
  private final List<String> warnings = new ArrayList<>();
  private final ByteBuffer memory;
  private final JobMemory launcher;
  private final List<SimulatedProcess> lives = new ArrayList<>();
  private final SimulatedProcess[] current;
  private final CountDownLatch finished = new CountDownLatch(1);
  private final CRC32C crc = new CRC32C();
  private final int switchOneIn;
  private final long stepNs;
  private final int slow;
  private long clockNs = 1_000_000_000;
  private long progress;
  private long idleAt;
  private int idle;
  private long trace;
  private @Nullable String failure;
  private @Nullable Path folder;

  private SimulatedJob(
      Core core,
      Settings settings,
      ReplicaProgram program,
      long seed,
      Map<Integer, Long> deaths,
      Tamper tamper) {
    this.core = core;
    this.settings = settings;
    this.program = program;
    this.tamper = tamper;
    this.shape =
        new JobShape(settings.replicaGroups(), settings.restarts() > 0 ? 1 : 0, settings.room());
    this.random = new SplittableRandom(seed);
    this.switchOneIn = SWITCHING[random.nextInt(SWITCHING.length)];
    this.stepNs = STEP_NS[random.nextInt(STEP_NS.length)];
    this.slow = random.nextInt(shape.processes() + 1); // one, or none
    this.memory = ByteBuffer.allocateDirect(shape.bytes()).order(ByteOrder.nativeOrder());
    this.launcher = new JobMemory(shape, new SimulatedHost(this));
    this.current = new SimulatedProcess[shape.processes()];
    for (int process = 0; process < current.length; process++) {
      Words.setVolatile(memory, shape.restarts(process), settings.restarts());
      begin(process, 0, deaths.getOrDefault(process, Long.MAX_VALUE));
    }
  }

  /** Runs a job to its end; processes die before those of their steps that are said. */
  static SimulatedRun run(
      Settings settings,
      ReplicaProgram program,
      long seed,
      Map<Integer, Long> deaths,
      Tamper tamper) {
    SimulatedJob job;
    try (Core core = Core.take()) {
      job = new SimulatedJob(core, settings, program, seed, deaths, tamper);
      job.choose().strand.handBaton();
      job.finished.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted in a run of seed " + seed, e);
    }
    return new SimulatedRun(
        settings.replicaGroups(),
        job.lives,
        job.failure,
        job.trace,
        job.removeFolder(),
        job.warnings);
  }

  // ------------------------------------------------------------------ files

  /** A folder for files of this run. */
  Path folder() {
    try {
      Path made = folder == null ? Files.createTempDirectory("legio-simulated") : folder;
      folder = made;
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of the processes' checkpoints. */
  CheckpointFiles checkpoints() {
    return new CheckpointFiles(folder().resolve("checkpoints"));
  }

  /** Removes the folder. Returns what files have left behind: hidden ones, shared pointers. */
  private List<String> removeFolder() {
    List<String> left = new ArrayList<>();
    for (int place = 0; place < JobShape.POSITIONS; place++) {
      if (Words.getVolatile(memory, shape.position(place)) != 0) {
        left.add("place " + place + " of a shared pointer");
      }
    }
    if (folder != null) {
      removeCheckpoints();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          if (file.getFileName().toString().startsWith(".")) {
            left.add(file.toString());
          }
          Files.delete(file);
        }
        Files.delete(folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return left;
  }

  private void removeCheckpoints() {
    try {
      launcher.removeCheckpoints();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void begin(int process, int incarnation, long lastStep) {
    SimulatedProcess life = new SimulatedProcess(this, process, incarnation, lastStep);
    lives.add(life);
    current[process] = life;
    core.execute(() -> life.live(shape, program));
  }

  // ------------------------------------------------------------------ what processes ask

  ByteBuffer memory() {
    return memory;
  }

  long checksum() {
    crc.reset();
    crc.update(memory.duplicate().clear());
    return crc.getValue();
  }

  boolean isGone(int process) {
    return current[process].isGone();
  }

  long nanoTime() {
    return clockNs;
  }

  /** How much has happened so far. */
  long progress() {
    return progress;
  }

  /** The process id of a process. */
  static long pid(int process) {
    return process + 1L;
  }

  // ------------------------------------------------------------------ what processes do

  /** A process has come to a step; others may run first. */
  void hasStepped(SimulatedProcess process, Step step) {
    progress++;
    clockNs += stepNs;
    trace = trace * 31 + process.number * 64L + step.name().hashCode();
    tamper.at(process, memory, shape, step);
    if (process.steps.size() > MAX_STEPS) {
      fail("no end is seen");
    }
    if (random.nextInt(switchOneIn) == 0) {
      passBaton(process);
    }
  }

  /** Lets another process run, or this one if there is no other; returns when it has its turn. */
  void passBaton(SimulatedProcess self) {
    SimulatedProcess next = choose();
    if (next != self) {
      next.strand.handBaton();
      self.strand.awaitBaton();
    }
  }

  /** From now on, replicas that hold up others are ended. */
  void evictLaggards() {
    launcher.evictLaggards();
  }

  /** What people have been told. */
  void warn(String message) {
    warnings.add(message);
  }

  void kill(long pid) {
    current[(int) (pid - pid(0))].die();
    progress++;
  }

  void hasThrown(SimulatedProcess process, Throwable thrown) {
    if (process.incarnation > 0 && thrown.getCause() instanceof java.io.IOException) {
      process.die(); // it has found that what it needs is not kept any more
      return;
    }
    java.io.StringWriter text = new java.io.StringWriter();
    thrown.printStackTrace(new java.io.PrintWriter(text));
    fail(process + " has thrown " + text);
  }

  /** Ends the job; only the first reason counts. */
  void fail(String reason) {
    if (failure == null) {
      StringJoiner dump = new StringJoiner("\n  ", reason + "\n  ", "");
      lives.forEach(each -> dump.add(each.toString()));
      failure = dump.toString();
    }
    lives.forEach(SimulatedProcess::doom);
  }

  /** A process has ended: does what the launcher does then, and lets the next one run. */
  void end(SimulatedProcess process) {
    progress++;
    if (failure != null || !process.isDead() || !recordRestart(process)) {
      launcher.move(process.number, Phase.STARTING, Phase.FAILED);
    }
    if (lives.stream().allMatch(SimulatedProcess::hasEnded)) {
      finished.countDown();
    } else {
      choose().strand.handBaton();
    }
  }

  private boolean recordRestart(SimulatedProcess lost) {
    int process = lost.number;
    if (launcher.phase(process) == Phase.FINALIZED || launcher.restartsLeft(process) == 0) {
      return false;
    }
    if (lost.incarnation == settings.restarts()) {
      launcher.restartNoMore(process);
      return false;
    }
    begin(process, lost.incarnation + 1, Long.MAX_VALUE);
    return true;
  }

  // ------------------------------------------------------------------ choosing

  private SimulatedProcess choose() {
    while (true) {
      List<SimulatedProcess> ready = new ArrayList<>(lives.size());
      for (SimulatedProcess each : lives) {
        if (!each.hasEnded() && each.isDoomed()) {
          return each;
        }
        if (!each.hasEnded() && each.isReady()) {
          ready.add(each);
        }
      }
      if (!ready.isEmpty()) {
        SimulatedProcess drawn = ready.get(random.nextInt(ready.size()));
        boolean isRedrawn = drawn.number == slow && random.nextInt(SLOWNESS) != 0;
        return isRedrawn ? ready.get(random.nextInt(ready.size())) : drawn;
      }
      letTimePass();
    }
  }

  private void letTimePass() {
    boolean isAnyStopped = lives.stream().anyMatch(SimulatedProcess::isStopped);
    clockNs += isAnyStopped ? LONG_IDLE_NS : IDLE_NS;
    idle = progress == idleAt ? idle + 1 : 0;
    idleAt = progress;
    if (idle > MAX_IDLE) {
      fail("nobody can continue");
    }
    lives.forEach(SimulatedProcess::disturb);
  }
}
