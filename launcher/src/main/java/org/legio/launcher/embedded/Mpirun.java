package org.legio.launcher.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.job.SessionFolder;
import org.legio.runtime.lanes.SharedFolder;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.messages.JsonLines;
import org.legio.ulfm.messages.Messages;
import org.legio.ulfm.ports.Survival;

/**
 * Runs one job of the embedded runtime, as mpirun runs one of Open MPI: in a process of its own, or
 * as an {@link EmbeddedJob}.
 *
 * <ol>
 *   <li>It makes the memory of the job and starts all processes.
 *   <li>It looks some hundred times a second which have ended. If the memory has a name, it removes
 *       that when all have called {@code MPI_Init}, so that nothing can be left behind.
 *   <li>If a process aborts the job, or ends with a status before {@code MPI_Init}, it ends the
 *       others. A process that dies later does not end the job.
 *   <li>When all have ended, it ends with the job's status; 0 if all were lost, as mpirun does.
 *   <li>If it is told to end, it ends all processes first. If it is killed, Linux kills them; they
 *       also notice that its lock is free, and end themselves. If the process that has started it
 *       is gone, it ends them.
 * </ol>
 */
public final class Mpirun implements RunningJob {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long ORDERLY_END_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long EARLY_END_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long OUTPUT_NS = TimeUnit.SECONDS.toNanos(2);
  private static final int LOWEST_BYTE = 0xff;
  private static final long UNSEEN_END_NS = TimeUnit.SECONDS.toNanos(1);

  private final StartOptions options;
  private final JobMemory memory;
  private final ReplicaGroups replicaGroups;
  private final Map<String, String> variables;
  private final List<RankOutputs> outputs = new ArrayList<>();
  private @Nullable ReplicaInput input;
  private final Optional<ProcessHandle> launcher;
  private final List<RankProcess> running = new ArrayList<>();
  private final List<RankProcess> ended = new ArrayList<>();
  private final List<RankProcess> early = new ArrayList<>();
  private final long beganNs = System.nanoTime();
  private final boolean isAtTerminal = OwnInput.isTerminal();
  private final Stragglers stragglers;
  private final CatchUps catchUps;
  private final Restarts restarts;
  private boolean isNamed = true;
  private long earlyNs;
  private long abortNs;
  private boolean isEnding;
  private @Nullable Integer forced;

  /** Runs the job. */
  private Thread looking = Thread.currentThread();

  private Mpirun(
      StartOptions options,
      JobMemory memory,
      RankStreams streams,
      Map<String, String> variables,
      Optional<ProcessHandle> launcher) {
    this.options = options;
    this.memory = memory;
    this.variables = variables;
    this.stragglers = new Stragglers(memory);
    this.catchUps = new CatchUps(memory, memory::recordCatchUp);
    this.restarts = new Restarts(memory, options.restarts());
    this.replicaGroups = options.replicaGroups();
    for (int rank = 0; rank < replicaGroups.ranks(); rank++) {
      outputs.add(RankOutputs.to(streams, options.areOutputsRepeated(rank)));
    }
    this.launcher = launcher;
  }

  /**
   * The command that runs it; the options of the job and the ranks' command follow.
   *
   * @param java the {@code java} to run it with
   * @param jar Legio's jar
   */
  public static List<String> command(String java, Path jar) {
    return LightJava.command(java, jar.toString(), Mpirun.class);
  }

  /**
   * Runs a job and ends with its status.
   *
   * @param arguments the options, then the command that each process runs
   */
  public static void main(String[] arguments) throws InterruptedException {
    Runtime.getRuntime().exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) throws InterruptedException {
    RunningJob job;
    Optional<ProcessHandle> starter = Starter.process();
    try {
      StartOptions options = StartOptions.parse(arguments, System.getenv());
      job = prepare(options, RankStreams.OF_THIS_PROCESS, Map.of(), starter);
    } catch (IllegalArgumentException e) {
      Messages.say("legio: " + e.getMessage());
      return ExitStatus.USAGE.number();
    } catch (IOException e) {
      Messages.say("legio: " + e.getMessage());
      return ExitStatus.FAILURE.number();
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(job, starter), "end-of-job"));
    return job.run();
  }

  private static void end(RunningJob job, Optional<ProcessHandle> starter) {
    job.end();
    if (starter.isPresent() && !starter.get().isAlive()) {
      SessionFolder.ofStarter().ifPresent(SessionFolder::remove);
    }
  }

  /**
   * Makes a job ready: on one host, its memory; nobody is started.
   *
   * @param streams take what the ranks print
   * @param variables added to the environment of each process
   * @throws IllegalArgumentException if the hosts have not enough slots; the message says what to
   *     write
   * @throws IOException if there is no room for it; the message says what to do
   */
  static RunningJob prepare(
      StartOptions options, RankStreams streams, Map<String, String> variables) throws IOException {
    return prepare(options, streams, variables, Optional.empty());
  }

  private static RunningJob prepare(
      StartOptions options,
      RankStreams streams,
      Map<String, String> variables,
      Optional<ProcessHandle> launcher)
      throws IOException {
    if (options.isJsonWanted(System.getenv())) {
      Messages.becomeJson(JsonLines.NO_RANK);
    }
    for (String missing : options.missingVariables()) {
      Messages.say("legio: -x " + missing + ": there is no such variable");
    }
    if (options.hosts().isPresent()) {
      return HostsRun.of(options, streams, variables, launcher);
    }
    try {
      JobMemory memory = JobMemory.make(options.replicaGroups(), options.keeping());
      return new Mpirun(options, memory, streams, variables, launcher);
    } catch (IOException e) {
      throw new IOException(
          "no memory for this job: %s; make room there, or name another folder by %s or %s"
              .formatted(e.getMessage(), SharedFolder.VARIABLE, StartOption.KEEP_IN.flag()),
          e);
    }
  }

  @Override
  public int run() throws InterruptedException {
    looking = Thread.currentThread();
    try {
      for (int process = 0; process < replicaGroups.processes(); process++) {
        start(process);
      }
      passInput();
    } catch (IOException e) {
      Messages.say("legio: " + e.getMessage());
      return ExitStatus.FAILURE.number();
    }
    while (look()) {
      LockSupport.parkNanos(LOOK_NS);
    }
    long deadline = System.nanoTime() + OUTPUT_NS;
    for (RankProcess process : ended) {
      process.awaitOutput(deadline);
    }
    outputs.forEach(RankOutputs::finish);
    removeCheckpoints();
    Survival survival = memory.survival();
    SurvivalLine.of(survival, options.keeping().bytes() >> 20)
        .ifPresent(line -> Messages.say("legio: " + line));
    options.survivalFile().ifPresent(file -> SurvivalFile.write(file, survival));
    return status();
  }

  private synchronized void start(int process) throws IOException {
    int rank = replicaGroups.rankOf(process);
    if (isEnding) {
      throw new IOException("told to end: rank " + rank + " is not started");
    }
    add(RankProcess.start(process, process, options, environment(process), outputs.get(rank)));
  }

  private void add(RankProcess started) {
    running.add(started);
    started.wakeAtItsEnd(() -> LockSupport.unpark(looking));
    if (isAtTerminal && options.mayAsk(started.rank())) {
      started.passQuestions();
    }
  }

  private Map<String, String> environment(int process) {
    Map<String, String> environment = new HashMap<>(variables);
    environment.putAll(memory.environment(process));
    return environment;
  }

  /** Restarts a process that a signal has ended; false if it may not be. */
  private boolean restart(RankProcess lost) {
    int process = lost.number();
    if (isEnding || isJobEnded() || !restarts.areLeftFor(lost)) {
      return false;
    }
    int incarnation = lost.incarnation() + 1;
    catchUps.begin(process, incarnation);
    Map<String, String> environment = environment(process);
    environment.put(JobMemory.INCARNATION, Integer.toString(incarnation));
    try {
      RankProcess anew =
          RankProcess.start(process, process, options, environment, outputs.get(lost.rank()));
      feed(anew);
      add(anew);
    } catch (IOException e) {
      Messages.say("legio: rank " + lost.rank() + " is not restarted: " + e.getMessage());
      memory.restartNoMore(process);
      return false;
    }
    Messages.say(Restarts.message(lost.rank(), lost.pid(), lost.status()));
    return true;
  }

  /** Gives a restarted process the input from the begin, or ends it. */
  private void feed(RankProcess anew) throws IOException {
    Optional<OutputStream> itsInput = anew.input();
    ReplicaInput fed = input;
    if (itsInput.isEmpty() || fed == null) {
      return;
    }
    try {
      fed.add(itsInput.get());
    } catch (IOException e) {
      anew.kill();
      throw e;
    }
  }

  /** Replicas cannot read one input in turn: each gets a copy. */
  private synchronized void passInput() {
    List<OutputStream> inputs =
        running.stream().map(RankProcess::input).flatMap(Optional::stream).toList();
    if (!inputs.isEmpty()) {
      ReplicaInput made = new ReplicaInput(System.in, inputs, options.restarts() > 0);
      input = made;
      Thread thread = new Thread(made, "input");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Looks which processes have ended; false when all have. */
  private synchronized boolean look() {
    for (RankProcess process : List.copyOf(running)) {
      if (!process.isAlive()) {
        running.remove(process);
        if (!restart(process)) {
          ended.add(process);
          recordEnd(process);
        }
      }
    }
    stragglers.evict(running);
    catchUps.look();
    endIfOneIsMissing();
    if (isNamed && haveAllBegun()) {
      unlink();
    }
    if (forced == null && memory.abortStatus().isPresent() && !awaitsUnseenEnd()) {
      force(memory.abortStatus().getAsInt());
    }
    if (forced == null && launcher.isPresent() && !launcher.get().isAlive()) {
      Messages.say("legio: the process that has started the job is gone: the job is ended");
      force(ExitStatus.KILLED.number());
    }
    if (forced == null && isLate()) {
      Messages.say(
          "legio: the job has not ended within --timeout " + options.timeoutSeconds() + " s");
      force(ExitStatus.TIMED_OUT.number());
    }
    return !running.isEmpty();
  }

  /**
   * Whether the ranks have seen an end that this process has not, though it will at once: it is
   * likely to be why the job is aborted, and so is to be said first.
   */
  private boolean awaitsUnseenEnd() {
    abortNs = abortNs == 0 ? System.nanoTime() : abortNs;
    return System.nanoTime() - abortNs < UNSEEN_END_NS
        && running.stream().anyMatch(process -> memory.hasFailed(process.number()));
  }

  /** Whether all processes end because one has aborted the job, or the launcher ends it. */
  private boolean isJobEnded() {
    return forced != null || memory.abortStatus().isPresent();
  }

  /** Whether a process has ended because it aborts the job: with the status that it has given. */
  private boolean isAborting(RankProcess process) {
    OptionalInt status = memory.abortStatus();
    return status.isPresent() && process.status() == (status.getAsInt() & LOWEST_BYTE);
  }

  private boolean isLate() {
    long seconds = options.timeoutSeconds();
    return seconds > 0 && System.nanoTime() - beganNs > TimeUnit.SECONDS.toNanos(seconds);
  }

  private void recordEnd(RankProcess process) {
    if (endOf(process).hasEndedWell()) {
      stragglers.recordEnd(process.rank());
    }
    if (memory.move(process.number(), Phase.STARTING, Phase.FAILED)) {
      if (memory.hasReplicaGroupFailed(process.rank())) {
        early.add(process);
        earlyNs = System.nanoTime();
      }
    } else if (!options.isProtected()
        && forced == null
        && isLost(process)
        && isAlone(process)
        && !isAborting(process)) {
      Messages.say(endOf(process).asUnprotected());
      force(Math.max(1, process.status()));
    }
    if (!isJobEnded()
        && replicaGroups.size(process.rank()) > 1
        && isLost(process)
        && !memory.hasReplicaGroupFailed(process.rank())) {
      Messages.say(endOf(process).asReplica());
    }
  }

  /** Whether no other replica of a process's rank continues. */
  private boolean isAlone(RankProcess process) {
    return running.stream().noneMatch(other -> other.rank() == process.rank());
  }

  /** Ends the job if one has ended before the end of {@code MPI_Init} that others count on. */
  private void endIfOneIsMissing() {
    if (early.isEmpty() || forced != null) {
      return;
    }
    RankProcess missing =
        early.stream().filter(process -> process.status() != 0).findFirst().orElse(early.get(0));
    if (hasAnyBegun() || isLongMissing(missing)) {
      Messages.say(endOf(missing).asMissing());
      force(Math.max(1, missing.status()));
    }
  }

  /** Others have had the time to end, too, if the program is one that ends so in all ranks. */
  private boolean isLongMissing(RankProcess missing) {
    return missing.status() != 0
        && !running.isEmpty()
        && System.nanoTime() - earlyNs > EARLY_END_NS;
  }

  private boolean hasAnyBegun() {
    for (int process = 0; process < replicaGroups.processes(); process++) {
      Phase phase = memory.phase(process);
      if (phase == Phase.RUNNING || phase == Phase.FINALIZED) {
        return true;
      }
    }
    return false;
  }

  private boolean haveAllBegun() {
    for (int process = 0; process < replicaGroups.processes(); process++) {
      if (memory.phase(process) == Phase.STARTING) {
        return false;
      }
    }
    return true;
  }

  private void removeCheckpoints() {
    try {
      memory.removeCheckpoints();
    } catch (IOException e) {
      Messages.say("legio: the job's checkpoints cannot be removed: " + e);
    }
  }

  private void unlink() {
    isNamed = false;
    try {
      memory.unlink();
    } catch (IOException e) {
      Messages.say("legio: the job's memory cannot be removed: " + e);
    }
  }

  /** Ends the job with a status, whatever the processes end with. */
  private void force(int status) {
    forced = status;
    running.forEach(RankProcess::kill);
  }

  private int status() {
    Integer wanted = forced;
    if (wanted != null) {
      return wanted;
    }
    return JobStatus.of(memory.failureStatus(), ended.stream().map(this::endOf).toList());
  }

  private RankEnd endOf(RankProcess process) {
    return new RankEnd(
        process.rank(),
        process.pid(),
        process.status(),
        memory.phase(process.number()),
        early.contains(process));
  }

  private boolean isLost(RankProcess process) {
    return endOf(process).isLost();
  }

  @Override
  public synchronized void end() {
    isEnding = true;
    running.forEach(RankProcess::end);
    awaitEnd();
    running.forEach(RankProcess::kill);
    awaitEnd();
    removeCheckpoints();
    if (isNamed) {
      unlink();
    }
    sweep();
  }

  private void awaitEnd() {
    long deadline = System.nanoTime() + ORDERLY_END_NS;
    while (running.stream().anyMatch(RankProcess::isAlive) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(LOOK_NS);
    }
  }

  /** Removes what processes have left that were killed while they made shared memory. */
  private static void sweep() {
    try {
      JobMemory.sweep();
    } catch (IOException e) {
      Messages.say("legio: files of shared memory cannot be removed: " + e);
    }
  }
}
