package org.legio.launcher.embedded;

import static java.util.stream.Collectors.joining;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.job.JobSocket;
import org.legio.runtime.hosts.FinalPages;
import org.legio.runtime.hosts.Flush;
import org.legio.runtime.hosts.Lag;
import org.legio.runtime.hosts.LinkFigures;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.OutputMark;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.messages.Messages;
import org.legio.ulfm.ports.Survival;

/**
 * Runs one job over several hosts: what {@link Mpirun} is on one host.
 *
 * <ol>
 *   <li>It starts a daemon on each host by the launch agent, and tells it the job.
 *   <li>When all have reported their ports, it tells these to all, and they start the ranks.
 *   <li>It passes on the input, prints the output, and ends the job when a rank aborts it, a rank
 *       is missing, or time is over.
 *   <li>It alone decides that a host is lost: when its daemon has ended, or is silent for so long
 *       that it has ended its ranks by itself. Then it has all others {@linkplain Flush flush}.
 *   <li>When all ranks have ended, it tells the daemons so, and ends with the job's status.
 * </ol>
 *
 * <p>All that is known of the job is changed by the thread that runs it; the threads that read
 * reports only hand them over.
 */
final class HostsRun implements RunningJob, HostProcess.Listener, Flush.Daemons, Joins.Job {
  /** So long a daemon may take to start; a batch system may let it wait. */
  private static final long START_NS =
      TimeUnit.SECONDS.toNanos(Long.getLong("legio.hosts.start-seconds", 60));

  private static final long LOOK_MS = 20;
  private static final long EARLY_END_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long END_NS = TimeUnit.SECONDS.toNanos(5);

  /** Between two looks this process has not run for so long that nobody could be heard. */
  private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);

  /** Who is silent for so many timeouts has ended its ranks. */
  private static final int TIMEOUTS_OF_THE_LOST = 2;

  /** So many hosts may join a job while it runs. */
  private static final int MAX_JOINING = 8;

  private static final String OWN_VARIABLES = "LEGIO_";

  private final StartOptions options;
  private final ReplicaGroups groups;
  private final HostDaemons daemons;
  private final RankStreams streams;
  private final ReceivedMarks marks;
  private final Optional<ProcessHandle> launcher;
  private final BlockingQueue<Runnable> reports = new LinkedBlockingQueue<>();
  private final List<HostProcess> gone = new ArrayList<>();
  private final ProcessRecords processes;
  private final Map<HostProcess.Life, Object> writers = new ConcurrentHashMap<>();

  /** The checkpoints whose mark has come on standard output, and not on standard error, or so. */
  private final Set<CheckpointName> onOneOutput = ConcurrentHashMap.newKeySet();

  private final HostRooms rooms;
  private final List<RankOutputs> outputs = new ArrayList<>();
  private final Flush flush;
  private final Joins joins;
  private final JobHistory history = new JobHistory();
  private final BrokenLinks brokenLinks = new BrokenLinks();
  private final Set<Integer> saidLost = new HashSet<>();
  private final Set<Integer> saidWithoutRoom = new HashSet<>();
  private final long beganNs = System.nanoTime();
  private OptionalInt failure = OptionalInt.empty();
  private long earlyNs;
  private long forcedNs;
  private long lookedNs = System.nanoTime();
  private boolean areRanksStarted;
  private @Nullable Integer forced;
  private volatile @Nullable HostsInput input;
  private volatile boolean isEnding;

  private HostsRun(
      StartOptions options,
      HostMap map,
      RankStreams streams,
      Map<String, String> variables,
      Optional<ProcessHandle> launcher) {
    this.options = options;
    this.groups = options.replicaGroups();
    this.streams = streams;
    Map<String, String> ofRanks = ranksVariables(options, variables);
    this.daemons =
        new HostDaemons(options, map, options.restarts() > 0 ? MAX_JOINING : 0, ofRanks, this);
    this.marks = new ReceivedMarks(ofRanks);
    this.launcher = launcher;
    this.processes = new ProcessRecords(groups);
    this.rooms = new HostRooms(daemons.map(), groups, options.slots());
    for (int rank = 0; rank < groups.ranks(); rank++) {
      outputs.add(RankOutputs.to(streams, options.areOutputsRepeated(rank)));
    }
    this.flush = new Flush(map.hosts(), this);
    this.joins = new Joins(this, daemons, flush, START_NS);
  }

  /**
   * A job.
   *
   * @param streams take what the ranks print
   * @param variables added to the environment of each process
   * @param launcher the process that this one is to end with; empty if there is none
   */
  static HostsRun of(
      StartOptions options,
      RankStreams streams,
      Map<String, String> variables,
      Optional<ProcessHandle> launcher) {
    return new HostsRun(options, options.hosts().orElseThrow(), streams, variables, launcher);
  }

  @Override
  public int run() throws InterruptedException {
    LaunchAgent agent = options.launchAgent();
    Optional<String> objection = agent.objection();
    if (objection.isPresent()) {
      Messages.say("legio: " + objection.get());
      return ExitStatus.USAGE.number();
    }
    try {
      marks.begin(daemons.map(), groups);
      daemons.startFirst();
    } catch (IOException e) {
      Messages.say("legio: the launch agent '" + agent + "' cannot be started: " + e.getMessage());
      force(ExitStatus.FAILURE.number());
    }
    Closeable socket = openSocket();
    try {
      runToItsEnd();
    } finally {
      close(socket);
    }
    daemons.end(host -> flush.isLiving(host.number()));
    outputs.forEach(RankOutputs::finish);
    tellSurvival();
    Integer wanted = forced;
    return wanted != null ? wanted : JobStatus.of(failure, processes.ends());
  }

  private void runToItsEnd() throws InterruptedException {
    while (!isOver()) {
      Runnable report = reports.poll(LOOK_MS, TimeUnit.MILLISECONDS);
      if (report != null) {
        report.run();
      }
      look();
    }
    joins.end();
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      Messages.say("legio: the job's socket cannot be removed: " + e.getMessage());
    }
  }

  /** Opens the socket by which hosts are added, if they can be. */
  private Closeable openSocket() {
    Optional<Path> folder = marks.folder();
    if (options.restarts() == 0 || folder.isEmpty()) {
      return () -> {};
    }
    long pid = launcher.orElse(ProcessHandle.current()).pid();
    try {
      return JobSocket.open(folder.get(), pid, question -> reports.add(() -> joins.add(question)));
    } catch (IOException e) {
      Messages.say("legio: no host can join this job: " + e.getMessage());
      return () -> {};
    }
  }

  private boolean isOver() {
    if (forced != null && (!areRanksStarted || System.nanoTime() - forcedNs > END_NS)) {
      return true;
    }
    return options.restarts() > 0
        ? processes.haveAllEnded() || flush.areAllLost()
        : daemons.all().stream().allMatch(host -> gone.contains(host) || haveAllEnded(host));
  }

  private boolean haveAllEnded(HostProcess host) {
    return rooms.processesOf(host.number()).stream().allMatch(processes::hasEnded);
  }

  private void tellSurvival() {
    if (!options.usesDecisionLogs()) {
      return;
    }
    Survival survival = processes.survival();
    SurvivalLine.of(survival, 0).ifPresent(line -> Messages.say("legio: " + line));
    options.survivalFile().ifPresent(file -> SurvivalFile.write(file, survival));
  }

  /** What is set by {@code -x}, and Legio's own settings, as on one host. */
  private static Map<String, String> ranksVariables(
      StartOptions options, Map<String, String> variables) {
    Map<String, String> all = new LinkedHashMap<>();
    System.getenv()
        .forEach(
            (name, value) -> {
              if (name.startsWith(OWN_VARIABLES)) {
                all.put(name, value);
              }
            });
    all.putAll(options.variables());
    all.putAll(variables);
    return all;
  }

  private void look() {
    long nowNs = System.nanoTime();
    if (forced != null) {
      return;
    }
    if (!areRanksStarted && nowNs - beganNs > START_NS) {
      daemons.all().stream()
          .filter(host -> !daemons.isReady(host))
          .forEach(host -> say(host, daemons.silence(host, START_NS)));
      force(ExitStatus.FAILURE.number());
    } else if (launcher.isPresent() && !launcher.get().isAlive()) {
      Messages.say("legio: the process that has started the job is gone: the job is ended");
      force(ExitStatus.KILLED.number());
    } else if (isLate(nowNs)) {
      Messages.say(
          "legio: the job has not ended within --timeout " + options.timeoutSeconds() + " s");
      force(ExitStatus.TIMED_OUT.number());
    } else {
      endIfOneIsMissing(nowNs);
      lookAtHosts(nowNs);
      joins.look(nowNs);
    }
  }

  private static void say(HostProcess host, String what) {
    Messages.say("legio: host %s: %s".formatted(host.name(), what));
  }

  private boolean isLate(long nowNs) {
    long seconds = options.timeoutSeconds();
    return seconds > 0 && nowNs - beganNs > TimeUnit.SECONDS.toNanos(seconds);
  }

  /** Ends the job if one has ended before the end of {@code MPI_Init} that others count on. */
  private void endIfOneIsMissing(long nowNs) {
    Optional<RankEnd> missing = processes.missing();
    if (missing.isEmpty()) {
      return;
    }
    int status = missing.get().status();
    boolean isLongMissing =
        status != 0 && !processes.haveAllEnded() && nowNs - earlyNs > EARLY_END_NS;
    if (processes.hasAnyBegun() || isLongMissing) {
      Messages.say(missing.get().asMissing());
      force(Math.max(1, status));
    }
  }

  /** Ends the job with a status, whatever the processes end with. */
  private void force(int status) {
    if (forced == null) {
      forced = status;
      forcedNs = System.nanoTime();
      daemons.tell(DaemonCommands.Kind.KILL);
    }
  }

  @Override
  public void end() {
    isEnding = true;
    try {
      daemons.endEarly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // ------------------------------------------------------------------ hosts that join

  @Override
  public @Nullable String objection() {
    if (!areRanksStarted || forced != null || isEnding) {
      return "the job is just being started or ended; repeat the command";
    }
    return daemons.isAnyNumberLeft()
        ? null
        : "%d have tried before, which is the most; name more by %s when the job is started"
            .formatted(MAX_JOINING, StartOption.SPARE_HOSTS.flag());
  }

  @Override
  public void tellPast(HostProcess host) {
    history.tellLosses(host);
    daemons.start(host);
    history.tellCheckpoints(host);
    HostsInput passed = input;
    if (passed != null) {
      passed.join(host);
    }
  }

  @Override
  public void use(HostProcess host, int slots) {
    rooms.join(host.number(), slots);
    host.tell(DaemonCommands.Kind.JOINED);
    Messages.say("legio: " + Joins.message(host, slots));
  }

  @Override
  public void drop(HostProcess host) {
    saidLost.add(host.number());
    brokenLinks.forget(host.number());
    flush.lose(host.number());
  }

  @Override
  public void joined(HostProcess host, int number) {
    reports.add(() -> joins.know(host.number(), number));
  }

  @Override
  public void notJoined(HostProcess host, int number, String why) {
    reports.add(() -> joins.refused(number, why));
  }

  // ------------------------------------------------------------------ the loss of hosts

  private void lookAtHosts(long nowNs) {
    long pauseNs = nowNs - lookedNs;
    lookedNs = nowNs;
    if (pauseNs > PAUSE_NS) {
      daemons.all().forEach(host -> host.excuse(pauseNs, nowNs));
    }
    if (!areRanksStarted) {
      return;
    }
    long timeoutNs = options.hostTimeoutNs();
    for (HostProcess host : daemons.all()) {
      if (flush.isLiving(host.number())
          && host.silentNs(nowNs) > TIMEOUTS_OF_THE_LOST * timeoutNs) {
        lose(
            host,
            "it has not been heard for %d s"
                .formatted(TimeUnit.NANOSECONDS.toSeconds(host.silentNs(nowNs))));
      }
    }
    brokenLinks
        .toEnd(nowNs - timeoutNs, number -> daemons.get(number).silentNs(nowNs) < timeoutNs / 2)
        .ifPresent(number -> endUnreachable(daemons.get(number)));
  }

  /** Ends a host that others do not reach; the flush begins when its daemon has ended. */
  private void endUnreachable(HostProcess host) {
    String others =
        brokenLinks.withoutLinkTo(host.number()).stream()
            .map(daemons.map()::name)
            .collect(joining(", "));
    String reasons = brokenLinks.reasons(host.number(), daemons.map()::name);
    sayLost(host, "there is no connection between it and " + others + reasons);
    if (forced == null) {
      brokenLinks.forget(host.number());
      host.tell(DaemonCommands.Kind.KILL);
      host.tell(DaemonCommands.Kind.OVER);
    }
  }

  private void lose(HostProcess host, String why) {
    if (isEnding) { // its daemon has been told to end
      return;
    }
    if (joins.isJoining(host)) {
      joins.fail(why);
      return;
    }
    sayLost(host, why);
    if (forced != null) {
      return;
    }
    joins.loseOther(host.name());
    brokenLinks.forget(host.number());
    host.kill();
    flush.lose(host.number());
    if (flush.areAllLost()) {
      for (int process = 0; process < groups.processes(); process++) {
        Phase phase = processes.phase(process);
        recordLost(process, phase, phase == Phase.STARTING);
      }
    }
  }

  /** Says once that a host is lost, and ends a job that is not to survive it. */
  private void sayLost(HostProcess host, String why) {
    if (!saidLost.add(host.number())) {
      return;
    }
    marks.addLoss(host.name());
    if (options.isProtected() || options.usesDecisionLogs()) {
      Messages.say(
          "legio: host %s is lost%s: %s"
              .formatted(host.name(), with(livingRanks(host.number())), why));
    } else {
      Messages.say("legio: host %s is lost, %s: the job is ended".formatted(host.name(), why));
      force(ExitStatus.FAILURE.number());
    }
  }

  private String with(List<Integer> ranks) {
    String what = groups.areReplicated() ? " with replicas of " : " with ";
    return switch (ranks.size()) {
      case 0 -> "";
      case 1 -> what + "rank " + ranks.get(0);
      default -> what + "ranks " + ranks.stream().map(String::valueOf).collect(joining(", "));
    };
  }

  private List<Integer> livingRanks(int host) {
    return rooms.processesOf(host).stream()
        .filter(process -> !processes.hasEnded(process))
        .map(groups::rankOf)
        .distinct()
        .toList();
  }

  private void recordLost(int process, Phase phase, boolean isEarly) {
    if (!processes.hasEnded(process)) {
      recordEnd(process, RankEnd.withHost(groups.rankOf(process), phase, isEarly));
    }
  }

  @Override
  public void gather(int host, int round, List<Integer> lost) {
    daemons.get(host).gather(round, lost);
  }

  @Override
  public void install(int host, int round, FinalPages pages) {
    daemons.get(host).install(round, pages.toBytes());
  }

  @Override
  public void release(int host) {
    daemons.get(host).tell(DaemonCommands.Kind.RELEASE);
  }

  @Override
  public void finished(FinalPages pages) {
    history.add(flush.round(), pages);
    for (int host : pages.hosts()) {
      for (int process : rooms.processesOf(host)) {
        if (pages.isMoved(process)) {
          processes.recordRestart(process);
        } else {
          recordLost(process, pages.phase(process), !pages.hasBegun(process));
        }
      }
    }
    for (FinalPages.Move move : pages.moves()) {
      rooms.move(move.process(), move.host());
      Messages.say(
          "legio: rank %d is restarted on host %s"
              .formatted(groups.rankOf(move.process()), daemons.map().name(move.host())));
    }
  }

  @Override
  public void place(FinalPages pages) {
    if (options.restarts() == 0) {
      return;
    }
    HostRooms.Plan plan = rooms.plan(flush::isLiving, processes.ended());
    for (int host : pages.hosts()) {
      for (int process : rooms.processesOf(host)) {
        if (isToBeRestarted(process, pages)) {
          int restarts = processes.restarts(process);
          int left = options.restarts() - restarts;
          plan.place(process)
              .ifPresentOrElse(
                  to -> pages.add(new FinalPages.Move(process, to, restarts, left)),
                  () -> sayWithoutRoom(process));
        }
      }
    }
  }

  /** Whether a process of a lost host is restarted, if there is room: it may have more to print. */
  private boolean isToBeRestarted(int process, FinalPages pages) {
    boolean isLeftToSiblings =
        pages.phase(process) == Phase.FINALIZED
            && rooms.siblings(process).stream().anyMatch(each -> isContinuing(each, pages.hosts()));
    return !processes.hasEnded(process)
        && processes.restarts(process) < options.restarts()
        && pages.phase(process) != Phase.FAILED
        && !isLeftToSiblings;
  }

  private boolean isContinuing(int process, List<Integer> lost) {
    RankEnd end = processes.end(process);
    return end == null ? !lost.contains(rooms.hostOf(process)) : !end.isLost();
  }

  private void sayWithoutRoom(int process) {
    int rank = groups.rankOf(process);
    if (saidWithoutRoom.add(rank)) {
      Messages.say(
          "legio: a process of rank %d is not restarted: no other host has a free slot; name more, for instance %s n9:2"
              .formatted(rank, StartOption.SPARE_HOSTS.flag()));
    }
  }

  // ------------------------------------------------------------------ what daemons report

  @Override
  public void ready(HostProcess host, int port) {
    reports.add(() -> start(host, port));
  }

  private void start(HostProcess host, int port) {
    daemons.noteReady(host, port);
    if (joins.isJoining(host)) {
      joins.ready();
      return;
    }
    if (forced != null || areRanksStarted || !daemons.areFirstReady()) {
      return;
    }
    areRanksStarted = true;
    daemons.all().forEach(daemons::start);
    if (options.inputRank() >= 0) {
      List<HostProcess> reading =
          options.restarts() > 0
              ? List.copyOf(daemons.all())
              : Arrays.stream(groups.processesOf(options.inputRank()))
                  .map(rooms::hostOf)
                  .distinct()
                  .mapToObj(daemons::get)
                  .toList();
      HostsInput made = new HostsInput(System.in, reading, options.restarts() > 0);
      input = made;
      Thread thread = new Thread(made, "input");
      thread.setDaemon(true);
      thread.start();
    }
  }

  @Override
  public void inputTaken(HostProcess host) {
    HostsInput passed = input;
    if (passed != null) {
      passed.recordTaken(host);
    }
  }

  @Override
  public void refused(HostProcess host, String why) {
    reports.add(
        () -> {
          if (joins.isBeforeAdmission(host)) {
            joins.fail(why);
          } else if (areRanksStarted) {
            loseIfLiving(host, why);
          } else if (forced == null) {
            say(host, why);
            force(ExitStatus.FAILURE.number());
          }
        });
  }

  @Override
  public void complained(HostProcess host, String line) {
    byte[] bytes = (line + "\n").getBytes(Charset.defaultCharset());
    streams.err().write(host, bytes, bytes.length, false);
  }

  @Override
  public void moved(int process, Phase phase) {
    reports.add(() -> processes.recordPhase(process, phase));
  }

  @Override
  public void left(int process, byte[] packed) {
    reports.add(() -> marks.add(groups.rankOf(process), packed));
  }

  @Override
  public void counted(HostProcess host, LinkFigures figures) {
    reports.add(() -> marks.add(daemons.map().name(figures.host()), host.name(), figures));
  }

  @Override
  public void ended(HostProcess host, int process, RankEnd end) {
    reports.add(
        () -> {
          boolean isAnotherLifeBegun = options.restarts() > 0 && !flush.isLiving(host.number());
          if (!isAnotherLifeBegun) {
            recordEnd(process, end.ofRank(groups.rankOf(process)));
          }
        });
  }

  @Override
  public void restarted(int process, long pid, int status) {
    reports.add(
        () -> {
          processes.recordRestart(process);
          Messages.say(Restarts.message(groups.rankOf(process), pid, status));
        });
  }

  @Override
  public void evicted(int process) {
    reports.add(() -> processes.recordEviction(process));
  }

  /** Each host knows late how others are; so all ask here, and one is ended after the other. */
  @Override
  public void late(HostProcess host, int process) {
    reports.add(
        () -> {
          if (processes.tryEvict(process, other -> flush.isLiving(rooms.hostOf(other)))) {
            host.evict(process);
          }
        });
  }

  @Override
  public void handedOver(int rank) {
    reports.add(() -> processes.recordLeaderChange(rank));
  }

  @Override
  public void lags(HostProcess host, Lag lag) {
    reports.add(
        () -> {
          if (flush.isLiving(lag.host())) {
            daemons.get(lag.host()).tell(new Lag(host.number(), lag.number(), lag.reached()));
          }
        });
  }

  @Override
  public void caughtUp(int process, long milliseconds) {
    reports.add(() -> processes.recordCatchUp(process, milliseconds));
  }

  private void recordEnd(int process, RankEnd end) {
    processes.recordEnd(process, end);
    boolean isRankLost = processes.isLost(end.rank());
    if (end.hasEndedWell() && groups.size(end.rank()) > 1) {
      daemons.all().forEach(host -> host.tellEnd(end.rank()));
    }
    if (end.isEarly()) {
      earlyNs = System.nanoTime();
    } else if (!options.isProtected() && forced == null && end.isLost() && isRankLost) {
      Messages.say(end.asUnprotected());
      force(Math.max(1, end.status()));
    }
    if (forced == null && end.isLost() && !isRankLost && end.isOfKnownProcess()) {
      Messages.say(end.asReplica());
    }
  }

  @Override
  public void aborted(int status) {
    reports.add(() -> force(status));
  }

  @Override
  public void failed(int status) {
    reports.add(() -> failure = failure.isPresent() ? failure : OptionalInt.of(status));
  }

  @Override
  public void printed(HostProcess.Life life, boolean isError, byte[] bytes, boolean isQuestion) {
    output(life, isError).write(writer(life), bytes, bytes.length, isQuestion);
  }

  @Override
  public void said(HostProcess.Life life, boolean isError, byte[] line) {
    output(life, isError).message(writer(life), line);
  }

  @Override
  public void marked(HostProcess.Life life, boolean isError, OutputMark mark) {
    output(life, isError).mark(writer(life), mark);
    if (!mark.isRestored() && !onOneOutput.add(mark.checkpoint())) {
      onOneOutput.remove(mark.checkpoint());
      reports.add(() -> establish(mark.checkpoint()));
    }
  }

  private void establish(CheckpointName name) {
    history.add(name);
    daemons.all().stream()
        .filter(host -> !joins.isBeforeAdmission(host))
        .forEach(host -> host.establish(name));
  }

  /** The one object that stands for a life: outputs tell writers apart by identity. */
  private Object writer(HostProcess.Life life) {
    return writers.computeIfAbsent(life, unused -> new Object());
  }

  private Output output(HostProcess.Life life, boolean isError) {
    RankOutputs ofRank = outputs.get(groups.rankOf(life.process()));
    return isError ? ofRank.err() : ofRank.out();
  }

  @Override
  public void unreachable(HostProcess host, int other, String why) {
    reports.add(
        () -> {
          if (flush.isLiving(host.number()) && flush.isLiving(other)) {
            brokenLinks.breakLink(host.number(), other, why, System.nanoTime());
          }
        });
  }

  @Override
  public void reached(HostProcess host, int other) {
    reports.add(() -> brokenLinks.mendLink(host.number(), other));
  }

  @Override
  public void gathered(HostProcess host, int round, FinalPages pages) {
    reports.add(() -> flush.gathered(host.number(), round, pages));
  }

  @Override
  public void installed(HostProcess host, int round) {
    reports.add(() -> flush.installed(host.number(), round));
  }

  @Override
  public void gone(HostProcess host) {
    reports.add(() -> recordGone(host));
  }

  private void recordGone(HostProcess host) {
    gone.add(host);
    if (joins.isBeforeAdmission(host)) {
      joins.fail(whyGone(host));
      return;
    }
    if (areRanksStarted) {
      loseIfLiving(host, "its daemon has ended");
    } else if (forced == null) {
      say(host, whyGone(host));
      force(ExitStatus.FAILURE.number());
    }
  }

  private void loseIfLiving(HostProcess host, String why) {
    if (forced == null && flush.isLiving(host.number())) {
      lose(host, why);
    }
  }

  private String whyGone(HostProcess host) {
    try {
      return daemons.isReady(host) ? "its daemon has ended" : daemons.startFailure(host);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "its daemon has not started";
    }
  }
}
