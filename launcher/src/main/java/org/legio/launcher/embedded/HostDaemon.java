package org.legio.launcher.embedded;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.legio.runtime.hosts.FinalPages;
import org.legio.runtime.hosts.Lag;
import org.legio.runtime.hosts.LinkFigures;
import org.legio.runtime.hosts.Mirror;
import org.legio.runtime.lanes.BackoffIdleStrategy;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.runtime.net.IdleSelector;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.Lease;
import org.legio.runtime.shm.Phase;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.messages.Messages;

/**
 * The daemon of a job over several hosts on one of them.
 *
 * <ol>
 *   <li>It reads by its standard input what job it is of, makes the memory of its host, and reports
 *       the port at which it can be reached.
 *   <li>Told the ports of all, it starts the ranks of its host.
 *   <li>It keeps the memories of the hosts in step, passes on input and output, and reports how its
 *       ranks are, until the job is over.
 *   <li>If its standard input ends, the launcher is gone, and it kills its ranks; also if the
 *       launcher is not heard for long, as that may take this host for lost then. If it is killed,
 *       Linux kills them, and they see by its lock that it is gone.
 * </ol>
 */
public final class HostDaemon {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long ORDERLY_END_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long REPORTS_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long OUTPUT_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long NO_PID = 0;

  private final DaemonReports reports;
  private final HostMap hosts;
  private final List<InetAddress> addresses;
  private final boolean isAtTerminal;
  private final StartOptions options;
  private final JobMemory memory;
  private final Lease lease;
  private final IdleSelector idle = new IdleSelector(Thread.currentThread());
  private final Mirror mirror;
  private final DaemonCommands commands;
  private final DaemonMarks marks;
  private final Map<Integer, Integer> places = new HashMap<>();
  private final List<RankProcess> running = new ArrayList<>();
  private final List<RankProcess> ended = new ArrayList<>();
  private final Phase[] reportedPhases;
  private final int[] reportedEvictions;
  private final OutputGate gate = new OutputGate();
  private final DaemonInputs inputs;
  private final Restarts restarts;
  private final CatchUps catchUps;
  private final Stragglers stragglers;
  private boolean isAbortReported;
  private boolean isFailureReported;
  private final Set<Integer> joining = new TreeSet<>();
  private final Set<Integer> unreachable = new TreeSet<>();
  private boolean isEnding;
  private boolean isOver;
  private volatile boolean isWoken;
  private long lookedNs;

  private HostDaemon(DaemonReports reports, HostJob job, DataInputStream in) throws IOException {
    this.reports = reports;
    this.hosts = job.hosts();
    this.isAtTerminal = job.isAtTerminal();
    this.options = StartOptions.of(job);
    this.memory = JobMemory.makeOn(options.replicaGroups(), options.keeping(), hosts, job.secret());
    this.lease = new Lease(memory);
    extendLease();
    this.addresses = HostAddresses.of(hosts);
    this.mirror = mirror(addresses.get(hosts.me()));
    this.commands = new DaemonCommands(in, this::wake, this::extendLease);
    this.marks = new DaemonMarks(job.variables());
    this.inputs =
        new DaemonInputs(
            () -> reports.add(DaemonReports.Kind.INPUT_TAKEN, out -> {}),
            options.isInputRepeated(),
            options.restarts() > 0);
    this.restarts = new Restarts(memory, options.restarts());
    this.catchUps = new CatchUps(memory, this::reportCatchUp);
    this.stragglers = new Stragglers(memory);
    this.reportedPhases = new Phase[hosts.processes()];
    Arrays.fill(reportedPhases, Phase.STARTING);
    this.reportedEvictions = new int[hosts.processes()];
  }

  private void extendLease() {
    lease.extend(options.hostTimeoutNs());
  }

  private Mirror mirror(InetAddress address) throws IOException {
    try {
      return new Mirror(memory, address, idle);
    } catch (BindException e) {
      throw new IllegalArgumentException(
          "no port can be opened at %s, where its name leads (%s); name the host by an address that it has"
              .formatted(address.getHostAddress(), e.getMessage()),
          e);
    }
  }

  /** Runs a daemon; it has no arguments. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    DaemonReports reports = new DaemonReports();
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    HostDaemon daemon;
    try {
      daemon = new HostDaemon(reports, HostJob.read(in), in);
    } catch (IllegalArgumentException e) {
      refuse(reports, String.valueOf(e.getMessage()));
      return;
    } catch (IOException e) {
      refuse(reports, e.toString());
      return;
    } catch (OutOfMemoryError e) {
      refuse(reports, describe(e));
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(daemon::endAll, "end-of-ranks"));
    try {
      daemon.run();
    } catch (IOException e) {
      daemon.fail(String.valueOf(e.getMessage()));
    } catch (OutOfMemoryError e) {
      daemon.fail(describe(e));
    }
    System.exit(ExitStatus.SUCCESS.number());
  }

  private static void refuse(DaemonReports reports, String why) throws InterruptedException {
    reports.add(DaemonReports.Kind.REFUSED, out -> out.writeUTF(why));
    reports.finish(REPORTS_NS);
    System.exit(ExitStatus.FAILURE.number());
  }

  private void fail(String why) {
    Messages.say("legio: host " + hosts.name(hosts.me()) + ": " + why);
    System.exit(ExitStatus.FAILURE.number());
  }

  private static String describe(OutOfMemoryError e) {
    return "its daemon needs more than the %d MB that it may take (%s); take fewer hosts or ranks"
        .formatted(Runtime.getRuntime().maxMemory() >> 20, e.getMessage());
  }

  private void run() throws IOException, InterruptedException {
    Thread reader = new Thread(commands, "commands");
    reader.setDaemon(true);
    reader.start();
    reports.add(DaemonReports.Kind.READY, mirror.port());
    IdleStrategy waiting = BackoffIdleStrategy.inBackground(idle::sleep);
    int turn = 0;
    long carried = 0;
    while (!isOver) {
      look();
      mirror.publish(gate.asked());
      boolean isAnythingDone = mirror.poll();
      gate.pass(mirror.published());
      isAnythingDone |= obey();
      if (isWoken || mirror.carried() != carried) {
        isWoken = false;
        carried = mirror.carried();
        turn = 0;
      } else if (!isAnythingDone) {
        waiting.idle(turn++);
      }
    }
    gate.open();
    memory.removeCheckpoints();
    long deadline = System.nanoTime() + REPORTS_NS;
    for (RankProcess process : ended) {
      process.awaitOutput(deadline);
    }
    reports.finish(REPORTS_NS);
  }

  /** Has the daemon look at once, and then often: some things are looked at only every 5 ms. */
  private void wake() {
    isWoken = true;
    idle.wake();
  }

  // ------------------------------------------------------------------ what the launcher wants

  private boolean obey() throws IOException {
    DaemonCommands.Command command = commands.poll();
    if (command == null) {
      return false;
    }
    switch (command.kind()) {
      case START -> start(command.numbers());
      case INPUT -> inputs.pass(command.bytes());
      case INPUT_END -> inputs.end();
      case END -> endAll();
      case KILL -> kill();
      case OVER -> isOver = true;
      case GATHER -> gather(command);
      case INSTALL -> install(command);
      case RELEASE -> release();
      case ESTABLISHED ->
          mirror.establish(
              CheckpointName.parse(new String(command.bytes(), StandardCharsets.US_ASCII)));
      case RANK_ENDED -> stragglers.recordEnd(command.numbers()[0]);
      case LAG -> mirror.hear(Lag.parse(command.bytes()));
      case EVICT -> memory.evict(command.numbers()[0]);
      case ADMIT -> admit(command.numbers()[0]);
      case JOINING -> mirror.beginJoining();
      case JOINED -> mirror.endJoining();
      case GONE -> giveUp();
      case BEAT -> {
        // it has been heard
      }
    }
    return true;
  }

  private void admit(int host) {
    Optional<String> objection = mirror.admit(host);
    if (objection.isPresent()) {
      reportNotJoined(host, objection.get());
    } else {
      joining.add(host);
    }
  }

  private void reportNotJoined(int host, String why) {
    reports.add(
        DaemonReports.Kind.NOT_JOINED,
        out -> {
          out.writeInt(host);
          out.writeUTF(why);
        });
  }

  private void reportJoined() {
    for (int host : List.copyOf(joining)) {
      Optional<String> objection = mirror.objectionToJoin();
      if (objection.isPresent()) {
        joining.remove(host);
        reportNotJoined(host, objection.get());
      } else if (mirror.hasJoined(host)) {
        joining.remove(host);
        reports.add(DaemonReports.Kind.JOINED, host);
      }
    }
  }

  private void gather(DaemonCommands.Command command) {
    IntStream.of(command.numbers()).forEach(joining::remove);
    byte[] pages = mirror.cut(IntStream.of(command.numbers()).boxed().toList()).toBytes();
    reports.add(
        DaemonReports.Kind.GATHERED,
        out -> {
          out.writeInt(command.round());
          SizedBytes.write(out, pages);
        });
  }

  private void install(DaemonCommands.Command command) throws IOException {
    mirror.install(command.round(), FinalPages.parse(command.bytes()));
    reports.add(DaemonReports.Kind.INSTALLED, command.round());
  }

  /** Starts here what lost hosts ran. */
  private void release() throws IOException {
    for (int process : mirror.release()) {
      int incarnation = memory.restarted(process) + 1;
      int rank = options.replicaGroups().rankOf(process);
      try {
        if (!memory.keepsAll()) {
          throw new IOException("what it would need is not kept any more");
        }
        catchUps.begin(process, incarnation, mirror.decisions(rank));
        start(process, incarnation);
      } catch (IOException e) {
        refuse(process, rank, e);
        reportEnd(process, NO_PID, ExitStatus.KILLED.number(), false);
      }
    }
  }

  private void refuse(int process, int rank, IOException why) {
    Messages.say("legio: rank " + rank + " is not restarted: " + why.getMessage());
    memory.restartNoMore(process);
  }

  /** Ends without the launcher, which is gone or cannot be heard. */
  private void giveUp() {
    kill();
    isOver = true;
  }

  private void start(int[] ports) throws IOException {
    List<InetSocketAddress> all = new ArrayList<>();
    for (int host = 0; host < ports.length; host++) {
      all.add(new InetSocketAddress(addresses.get(host), ports[host]));
    }
    mirror.connect(all);
    for (int process : hosts.processesOf(hosts.me())) {
      start(process, 0);
    }
  }

  private synchronized void start(int process, int incarnation) throws IOException {
    if (isEnding) {
      return;
    }
    Map<String, String> environment = new HashMap<>(memory.environment(process));
    environment.putAll(marks.variables(process));
    if (incarnation > 0) {
      environment.put(JobMemory.INCARNATION, Integer.toString(incarnation));
    }
    if (options.isFed(options.replicaGroups().rankOf(process))) {
      inputs.requireAll();
    }
    RankProcess started =
        RankProcess.start(
            process, place(process), options, environment, outputs(process, incarnation));
    running.add(started);
    started.wakeAtItsEnd(this::wake);
    if (isAtTerminal && options.mayAsk(started.rank())) {
      started.passQuestions();
    }
    started.input().ifPresent(input -> inputs.add(process, input));
  }

  /** The number of a process among those of this host, where those from lost hosts come last. */
  private int place(int process) {
    return places.computeIfAbsent(process, unused -> places.size());
  }

  private RankOutputs outputs(int process, int incarnation) {
    Output out = reports.output(process, incarnation, false);
    Output err = reports.output(process, incarnation, true);
    return options.usesDecisionLogs()
        ? new RankOutputs(
            gate.before(out),
            gate.before(err),
            options.areOutputsRepeated(options.replicaGroups().rankOf(process)))
        : new RankOutputs(out, err, false);
  }

  private synchronized void kill() {
    isEnding = true;
    running.forEach(RankProcess::kill);
  }

  /** Ends the ranks, first by asking. */
  private synchronized void endAll() {
    isEnding = true;
    running.forEach(RankProcess::end);
    long deadline = System.nanoTime() + ORDERLY_END_NS;
    while (running.stream().anyMatch(RankProcess::isAlive) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(LOOK_NS);
    }
    running.forEach(RankProcess::kill);
  }

  // ------------------------------------------------------------------ how the ranks are

  private void look() throws IOException {
    long nowNs = System.nanoTime();
    if (nowNs - lookedNs < LOOK_NS) {
      return;
    }
    lookedNs = nowNs;
    if (lease.isOver()) {
      giveUp();
      Messages.say(
          "legio: host %s has not heard the launcher for %d s: its ranks are ended"
              .formatted(
                  hosts.name(hosts.me()), TimeUnit.NANOSECONDS.toSeconds(options.hostTimeoutNs())));
      return;
    }
    OptionalInt abort = memory.abortStatus();
    isAbortReported |= report(isAbortReported, DaemonReports.Kind.ABORT, abort);
    if (abort.isPresent()) {
      kill();
    }
    isFailureReported |=
        report(isFailureReported, DaemonReports.Kind.FAILURE, memory.failureStatus());
    lookAtRanks();
    reportEvictions();
    catchUps.look();
    if (reports.areTold()) {
      mirror.takeLags().forEach(this::reportLag);
    }
    mirror.takeLate().forEach(process -> reports.add(DaemonReports.Kind.LATE, process));
    mirror.takeHandedOver().forEach(rank -> reports.add(DaemonReports.Kind.HANDED_OVER, rank));
    reportJoined();
    lookAtHosts();
  }

  private void lookAtHosts() {
    List<Integer> now = mirror.unreachable(options.hostTimeoutNs());
    for (int host = 0; host < hosts.hosts(); host++) {
      int other = host;
      if (now.contains(host) && unreachable.add(host)) {
        String why = mirror.whyUnreachable(host);
        reports.add(
            DaemonReports.Kind.UNREACHABLE,
            out -> {
              out.writeInt(other);
              out.writeUTF(why);
            });
      } else if (!now.contains(host) && unreachable.remove(host)) {
        reports.add(DaemonReports.Kind.REACHED, other);
      }
    }
  }

  private boolean report(boolean isReported, DaemonReports.Kind kind, OptionalInt status) {
    if (isReported || status.isEmpty()) {
      return false;
    }
    reports.add(kind, status.getAsInt());
    return true;
  }

  private synchronized void lookAtRanks() throws IOException {
    for (RankProcess process : List.copyOf(running)) {
      boolean isOver = options.usesDecisionLogs() ? process.isOver(OUTPUT_NS) : !process.isAlive();
      if (isOver && lease.isOver()) {
        return; // it may have ended by itself, and the whole host is about to
      }
      if (isOver && tryRestart(process)) {
        continue;
      }
      boolean isEarly = isOver && memory.move(process.number(), Phase.STARTING, Phase.FAILED);
      reportPhase(process.number());
      if (isOver) {
        running.remove(process);
        ended.add(process);
        reportEnd(process, isEarly);
      }
    }
    stragglers.evict(running);
  }

  /** Restarts a process that a signal has ended; false if it may not be. */
  private boolean tryRestart(RankProcess lost) throws IOException {
    if (isEnding || memory.abortStatus().isPresent() || !restarts.areLeftFor(lost)) {
      return false;
    }
    int process = lost.number();
    int incarnation = lost.incarnation() + 1;
    reportMarks(process);
    catchUps.begin(process, incarnation);
    try {
      start(process, incarnation);
    } catch (IOException e) {
      refuse(process, lost.rank(), e);
      return false;
    }
    running.remove(lost);
    reports.add(
        DaemonReports.Kind.RESTARTED,
        out -> {
          out.writeInt(process);
          out.writeLong(lost.pid());
          out.writeInt(lost.status());
        });
    return true;
  }

  private void reportCatchUp(int process, long milliseconds) {
    reports.add(
        DaemonReports.Kind.CAUGHT_UP,
        out -> {
          out.writeInt(process);
          out.writeLong(milliseconds);
        });
  }

  private void reportPhase(int process) {
    Phase phase = memory.phase(process);
    if (phase != reportedPhases[process]) {
      reportedPhases[process] = phase;
      reports.add(
          DaemonReports.Kind.PHASE,
          out -> {
            out.writeInt(process);
            out.writeByte(phase.number());
          });
    }
  }

  private void reportFigures(LinkFigures figures) {
    reports.add(
        DaemonReports.Kind.FIGURES,
        out -> {
          out.writeInt(figures.host());
          out.writeLong(figures.receivedBytes());
          out.writeInt(figures.broken());
          out.writeLong(figures.roundTripNs());
        });
  }

  private void reportEvictions() {
    for (int process = 0; process < reportedEvictions.length; process++) {
      for (; reportedEvictions[process] < memory.evictions(process); reportedEvictions[process]++) {
        reports.add(DaemonReports.Kind.EVICTED, process);
      }
    }
  }

  private void reportLag(Lag lag) {
    byte[] bytes = lag.toBytes();
    reports.add(DaemonReports.Kind.LAG, out -> SizedBytes.write(out, bytes));
  }

  private void reportMarks(int process) throws IOException {
    byte[] left = marks.take(process);
    if (left.length > 0) {
      reports.add(
          DaemonReports.Kind.MARKS,
          out -> {
            out.writeInt(process);
            SizedBytes.write(out, left);
          });
    }
  }

  private void reportEnd(RankProcess process, boolean isEarly) throws IOException {
    if (running.isEmpty()) {
      mirror.figures().forEach(this::reportFigures);
    }
    reportMarks(process.number());
    reportEvictions(); // before the last end, behind which nothing is read
    reportEnd(process.number(), process.pid(), process.status(), isEarly);
  }

  private void reportEnd(int process, long pid, int status, boolean isEarly) {
    Phase phase = memory.phase(process);
    reports.add(
        DaemonReports.Kind.ENDED,
        out -> {
          out.writeInt(process);
          out.writeLong(pid);
          out.writeInt(status);
          out.writeByte(phase.number());
          out.writeBoolean(isEarly);
        });
  }
}
