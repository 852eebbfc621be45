package org.legio.runtime.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.SimulatedNetwork;
import org.legio.runtime.replica.CheckpointPlaces;
import org.legio.runtime.shm.CheckpointFiles;
import org.legio.runtime.shm.CheckpointName;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.OutputMark;
import org.legio.runtime.shm.Phase;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;
import org.legio.runtime.shm.StrayVotes;
import org.legio.runtime.shm.VotePages;
import org.legio.simulator.Core;
import org.legio.simulator.Strand;

/**
 * Runs a job over several hosts in one JVM, as a seed says: the real engines of ranks, {@link
 * Mirror} and {@link Flush}, on plain memory and a network that delays, and breaks.
 *
 * <p>Algorithm: there is one baton. Who has it does one thing: a rank runs to its next step, a
 * daemon polls once, the launcher reads one report. The seed draws who is next. Who had nothing to
 * do is not asked again before something has happened; if that is true of all, time passes.
 */
final class SimulatedHosts implements Flush.Daemons {
  /** A bug that has to be found. */
  enum Mutant {
    NONE,
    /** A remote rank's lock is free as soon as it is dead, whatever it has left. */
    EARLY_LOCK,
    /** Daemons let go of a lost host without having told each other what they have. */
    NO_FLUSH,
    /** What a rank prints is passed on before other hosts know what it depends on. */
    EARLY_OUTPUT,
    /** Copies of a checkpoint count before the launcher has what was printed before it. */
    EARLY_CHECKPOINT,
    /** What precedes a checkpoint is dropped everywhere, and only its own host has it. */
    ONE_COPY,
    /** A host that joins is used before it has all, also if another one is lost meanwhile. */
    EARLY_JOIN,
    /** A host that another one leads from now on decides once more. */
    LATE_LEADER,
    /** A host decides that is about to lead, and does not know it yet. */
    EARLY_LEADER,
    /** What a lost host has left says that its first leader leads, whoever does. */
    FORGOTTEN_LEADER,
    /** A daemon takes decisions behind what depends on them. */
    LATE_DECISION,
    /** A daemon forgets at the end of a connection what came last, and takes it again. */
    REPEATED_FRAME,
    /** A flush lacks the votes that have come to processes, and not to their daemon. */
    FORGOTTEN_VOTE,
    /** A vote of a lost host is counted that no flush has found. */
    LATE_VOTE
  }

  /**
   * What job it is.
   *
   * @param work what its processes do
   * @param hosts how many there are
   * @param streams how many join two ranks of different hosts
   * @param lost at which steps hosts die, with all that is on them
   * @param dead at which steps ranks die alone
   */
  record Plan(
      SimulatedWork work,
      int hosts,
      int streams,
      long seed,
      Map<Integer, Long> lost,
      Map<Integer, Long> dead,
      Mutant mutant) {}

  private static final long STEP_NS = 30_000;
  private static final long IDLE_NS = 1_100_000;
  private static final int MAX_IDLE = 200;
  private static final long MAX_STEPS = 50_000;
  private static final int CUT_ONE_IN = 150;
  private static final int CONNECT_ONE_IN = 3;
  private static final int SWITCH_ONE_IN = 2;
  private static final int LATE_STEPS = 30;
  private static final int VOTES_ONE_IN = 2;

  /** For so many steps at most, a host that dies has ranks that act, and no daemon. */
  private static final int MAX_WITHOUT_DAEMON = 40;

  /** Memory that is used again: the system gives it back late. */
  private static final Map<Integer, Deque<ByteBuffer>> FREE = new ConcurrentHashMap<>();

  private static final byte[] ZEROS = new byte[1 << 16];

  final Strand main = new Strand(-1, Long.MAX_VALUE);
  private final Core core;
  private final Plan plan;
  private final Random random;
  private final boolean usesDecisionLogs;
  private final int withoutDaemon;
  private final ReplicaGroups groups;
  private final HostMap map;
  private final List<JobShape> shapes;
  private final Set<Integer> killed = new HashSet<>();

  /** Where the launcher has each process, and how often it has had it restarted. */
  private final int[] hostOf;

  private final int[] lives;

  /** The processes that are not restarted, since no host has room. */
  private final Set<Integer> withoutRoom = new HashSet<>();

  private final Map<CheckpointName, List<String>> toldBefore = new HashMap<>();

  /** The checkpoints whose marks the launcher has read. */
  private final Set<CheckpointName> read = new LinkedHashSet<>();

  private @Nullable Path folder;
  private int checkpointsUsed;
  private final Map<Integer, List<String>> printed = new HashMap<>();
  private final Flush flush;
  private final List<SimulatedHost> hosts = new ArrayList<>();
  private final List<SimulatedRank> ranks = new ArrayList<>();
  private final List<ForgetfulReceiver> forgetful = new ArrayList<>();
  private final long[] seen;
  private long clockNs = 1_000_000_000;
  private long steps;
  private int idle;
  private long idleAt;
  private @Nullable String failure;
  private boolean isGivenUp;

  /** The host that joins, and which others know that it has all; null before. */
  private @Nullable SimulatedHost newcomer;

  private final Set<Integer> knowing = new HashSet<>();
  private boolean hasJoined;
  private int movedToNewcomer;
  private long handOverAt;

  /** A decision that a host takes at some step, though it does not lead a rank any more. */
  private record Late(SimulatedHost host, int rank, long at) {}

  private @Nullable Late late;
  private int handedOver;

  /** What was flushed before it came. */
  private record Past(int round, FinalPages pages) {}

  private final List<Past> past = new ArrayList<>();

  private SimulatedHosts(Core core, Plan plan) throws IOException {
    this.core = core;
    this.plan = plan;
    this.random = new Random(plan.seed);
    this.usesDecisionLogs = plan.work.usesDecisionLogs(plan.hosts);
    this.withoutDaemon = usesDecisionLogs ? 0 : random.nextInt(MAX_WITHOUT_DAEMON);
    this.flush = new Flush(plan.hosts, this);
    int mostHosts = plan.work.joinAt() < 0 ? plan.hosts : plan.hosts + 1;
    this.seen = new long[mostHosts];
    this.groups = plan.work.groups(plan.hosts);
    this.map =
        plan.work.map(plan.hosts).withStreams(plan.streams).withReserve(mostHosts - plan.hosts);
    int processes = map.processes();
    this.hostOf = IntStream.range(0, processes).map(map::hostOf).toArray();
    this.lives = new int[processes];
    this.shapes =
        IntStream.range(0, mostHosts).mapToObj(host -> shape(map.seenFrom(host))).toList();
    for (int number = 0; number < plan.hosts; number++) {
      ByteBuffer memory = memory(shapes.get(number).bytes());
      hosts.add(new SimulatedHost(this, number, memory));
    }
    for (int rank = 0; rank < processes; rank++) {
      ranks.add(new SimulatedRank(hosts.get(map.hostOf(rank)), rank, 0));
    }
    for (SimulatedHost host : hosts) {
      host.begin(shapes.get(host.number), map, receiving());
    }
    ranks.forEach(this::begin);
  }

  private void begin(SimulatedRank rank) {
    int host = rank.host.number;
    HostMap seen = usesDecisionLogs ? map.seenFrom(host) : HostMap.single(map.processes());
    core.execute(() -> rank.live(plan.work, shapes.get(host), seen));
  }

  private JobShape shape(HostMap of) {
    return restarts() > 0
        ? new JobShape(groups, 1, of, plan.work.kept())
        : new JobShape(groups, 0, of, new ReplicaShape.Room(2048, 1024, 16));
  }

  /** How often each process may be restarted. */
  int restarts() {
    return plan.work.restarts();
  }

  /** The processes that run on a host. */
  List<SimulatedRank> ranksOn(SimulatedHost host) {
    return ranks.stream().filter(rank -> rank.host == host).toList();
  }

  /** A process that has died is restarted where it was. */
  void restartAgain(int process, SimulatedHost on) {
    lives[process]++;
    restart(process, on);
  }

  /** Starts the last life of a process. */
  void restart(int process, SimulatedHost on) {
    unwind(ranks.get(process));
    SimulatedRank anew = new SimulatedRank(on, process, lives[process]);
    ranks.set(process, anew);
    begin(anew);
    on.change();
  }

  private static Deque<ByteBuffer> free(int bytes) {
    return FREE.computeIfAbsent(bytes, size -> new ConcurrentLinkedDeque<>());
  }

  private static ByteBuffer memory(int bytes) {
    ByteBuffer found = free(bytes).poll();
    if (found == null) {
      return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    found.clear();
    while (found.hasRemaining()) {
      found.put(ZEROS, 0, Math.min(ZEROS.length, found.remaining()));
    }
    return found.clear();
  }

  private UnaryOperator<Link.Receiver> receiving() {
    return plan.mutant == Mutant.LATE_DECISION
        ? LateDecisions::new
        : plan.mutant != Mutant.REPEATED_FRAME
            ? UnaryOperator.identity()
            : receiver -> {
              ForgetfulReceiver made = new ForgetfulReceiver(receiver);
              forgetful.add(made);
              return made;
            };
  }

  /** What takes on a host what another one sends, if it has the bug that it forgets. */
  Optional<ForgetfulReceiver> forgetful(int host, int from) {
    int others = hosts.size() - 1;
    return forgetful.isEmpty()
        ? Optional.empty()
        : Optional.of(forgetful.get(host * others + (from < host ? from : from - 1)));
  }

  /** Runs a job to its end. Returns what is wrong with it, and how many steps it has made. */
  static SimulatedHostsRun run(Plan plan) throws IOException {
    try (Core core = Core.take()) {
      return new SimulatedHosts(core, plan).run();
    }
  }

  private SimulatedHostsRun run() throws IOException {
    try {
      runToTheEnd();
      return new SimulatedHostsRun(
          failure, steps, isGivenUp, checkpointsUsed, movedToNewcomer, handedOver);
    } finally {
      removeFolder();
      hosts.forEach(host -> free(host.memory().capacity()).add(host.memory()));
    }
  }

  private void runToTheEnd() {
    try {
      while (failure == null && !isGivenUp && isAnyRankLeft()) {
        act();
      }
      while (failure == null && !isGivenUp && idle < MAX_IDLE / 4) {
        act(); // what is still under way
      }
      if (failure == null && !isGivenUp) {
        compareSurvivors();
      }
    } catch (IOException | RuntimeException e) {
      java.io.StringWriter text = new java.io.StringWriter();
      e.printStackTrace(new java.io.PrintWriter(text));
      fail("a daemon has thrown " + text);
    }
    ranks.forEach(SimulatedRank::doom);
    ranks.forEach(this::unwind);
  }

  private boolean isAnyRankLeft() {
    return ranks.stream().anyMatch(rank -> !rank.hasEnded() || rank.host.isToBeRestarted(rank));
  }

  // ------------------------------------------------------------------ one thing after the other

  private void act() throws IOException {
    killWhoIsDue();
    joinIfDue();
    decideIfLate();
    handOverIfDue();
    if (!usesDecisionLogs && random.nextInt(VOTES_ONE_IN) == 0) {
      bringVotes();
    }
    clockNs += STEP_NS;
    int actors = ranks.size() + hosts.size() + 1;
    int first = random.nextInt(actors);
    for (int i = 0; i < actors; i++) {
      if (tryAct((first + i) % actors)) {
        return;
      }
    }
    letTimePass();
  }

  /** Lets one of them do something, if there may be anything to do. */
  private boolean tryAct(int actor) throws IOException {
    if (actor < ranks.size()) {
      SimulatedRank rank = ranks.get(actor);
      if (!rank.isReady()) {
        return false;
      }
      run(rank);
      return true;
    }
    return actor < ranks.size() + hosts.size()
        ? tryPoll(hosts.get(actor - ranks.size()))
        : tryReadReport();
  }

  /** A rank's votes come to some of other hosts by connections of their own; they may be late. */
  private void bringVotes() {
    SimulatedRank from = ranks.get(random.nextInt(ranks.size()));
    VotePages pages = new VotePages(from.host.job);
    for (SimulatedRank to : ranks) {
      if (to.host != from.host && random.nextBoolean()) {
        bringVotes(pages, from, to);
      }
    }
  }

  private static void bringVotes(VotePages pages, SimulatedRank from, SimulatedRank to) {
    for (int place = 0; place < VotePages.places(); place++) {
      boolean isThere = pages.key(from.number, place) != VotePages.FREE;
      if (isThere && to.tryTake(StrayVotes.sent(pages, from.number, place))) {
        to.host.change();
      }
    }
  }

  private void run(SimulatedRank rank) {
    rank.strand.handBaton();
    main.awaitBaton();
  }

  private boolean tryPoll(SimulatedHost host) throws IOException {
    if (host.isDead() || seen[host.number] == steps || isDying(host)) {
      return false;
    }
    if (!host.poll()) {
      seen[host.number] = steps;
    }
    return true;
  }

  /** The launcher reads a report, or finds that a daemon has ended. */
  private boolean tryReadReport() {
    int first = random.nextInt(hosts.size());
    for (int i = 0; i < hosts.size(); i++) {
      SimulatedHost host = hosts.get((first + i) % hosts.size());
      Runnable report = host.reports.poll();
      if (report != null) {
        progress();
        report.run();
        return true;
      }
      if (host.takeEnd()) {
        progress();
        lose(host);
        return true;
      }
    }
    return false;
  }

  private void letTimePass() {
    hosts.stream().filter(host -> !host.isDead() && isDying(host)).forEach(this::kill);
    clockNs += IDLE_NS;
    idle = steps == idleAt ? idle + 1 : 0;
    idleAt = steps;
    if (idle > MAX_IDLE) {
      fail("nobody can continue");
    }
    ranks.forEach(SimulatedRank::disturb);
    Arrays.fill(seen, -1);
  }

  private void killWhoIsDue() {
    for (SimulatedHost host : hosts) {
      if (!host.isDead() && steps >= lostAt(host)) {
        kill(host);
      }
    }
    for (SimulatedRank rank : ranks) {
      if (!rank.isDoomed()
          && steps >= plan.dead.getOrDefault(rank.number, Long.MAX_VALUE)
          && killed.add(rank.number)) {
        rank.die();
      }
      unwind(rank);
    }
  }

  private boolean isDying(SimulatedHost host) {
    return steps >= lostAt(host) - withoutDaemon;
  }

  private long lostAt(SimulatedHost host) {
    return plan.lost.getOrDefault(host.number, Long.MAX_VALUE);
  }

  private void kill(SimulatedHost host) {
    host.die();
    for (SimulatedHost other : hosts) {
      if (random.nextBoolean()) {
        other.connections.cut(host.number); // else what is under way can still be read
      }
    }
  }

  // ------------------------------------------------------------------ other hosts lead

  private void decideIfLate() {
    Late stray = late;
    if (stray != null && steps >= stray.at) {
      late = null;
      if (!stray.host.isDead()) {
        StrayDecision.take(stray.host.job, stray.rank);
      }
    }
  }

  private void handOverIfDue() {
    int every = plan.work.handOverEvery();
    if (every == 0 || steps < handOverAt || !isAnyRankLeft()) {
      return;
    }
    handOverAt = steps + 1 + random.nextInt(2 * every);
    int rank = random.nextInt(groups.ranks());
    int to = random.nextInt(hosts.size());
    for (SimulatedHost from : hosts) {
      if (!from.isDead() && from.mirror.tryHandOver(rank, to)) {
        handedOver++;
        if (plan.mutant == Mutant.LATE_LEADER) {
          late = new Late(from, rank, steps + random.nextInt(LATE_STEPS));
        } else if (plan.mutant == Mutant.EARLY_LEADER && !hosts.get(to).isDead()) {
          StrayDecision.take(hosts.get(to).job, rank);
        }
        from.change();
        return;
      }
    }
  }

  // ------------------------------------------------------------------ a host joins

  private void joinIfDue() throws IOException {
    if (newcomer != null
        || plan.work.joinAt() < 0
        || steps < plan.work.joinAt()
        || flush.isRunning()
        || flush.areAllLost()) {
      return;
    }
    int number = plan.hosts;
    SimulatedHost made = new SimulatedHost(this, number, memory(shapes.get(number).bytes()));
    newcomer = made;
    hosts.add(made);
    made.begin(shapes.get(number), map.withJoined(number, "newcomer"), receiving());
    flush.join(number);
    tell(number, () -> made.mirror.beginJoining());
    for (Past each : past) {
      gather(number, each.round, each.pages.hosts());
      install(number, each.round, each.pages);
      release(number);
    }
    read.forEach(name -> tell(number, () -> made.mirror.establish(name)));
    for (SimulatedHost other : hosts) {
      if (other != made && flush.isLiving(other.number)) {
        tell(other.number, () -> admit(other, made));
      }
    }
    hasJoined = plan.mutant == Mutant.EARLY_JOIN;
    progress();
  }

  private void admit(SimulatedHost at, SimulatedHost made) {
    Optional<String> objection = at.mirror.admit(made.number);
    if (objection.isPresent()) {
      refuse(at);
    } else {
      at.joining = made.number;
    }
  }

  /** A host will not let another one join, or end to join. */
  void refuse(SimulatedHost at) {
    at.joining = -1;
    SimulatedHost made = Objects.requireNonNull(newcomer);
    at.reports.add(
        () -> {
          if (!made.isDead()) {
            kill(made);
          }
        });
  }

  /** A host knows that another one, which joins, has all. */
  void recordJoined(SimulatedHost at, int number) {
    knowing.add(at.number);
    boolean areAllKnowing =
        hosts.stream()
            .map(host -> host.number)
            .filter(host -> host != number && flush.isLiving(host))
            .allMatch(knowing::contains);
    if (areAllKnowing && flush.isLiving(number)) {
      hasJoined = true;
      tell(number, () -> hosts.get(number).mirror.endJoining());
    }
  }

  /** With another host a joining one is lost, too: what it has may not be whole. */
  private void lose(SimulatedHost host) {
    SimulatedHost joining = newcomer;
    if (joining != null && joining != host && !hasJoined && flush.isLiving(joining.number)) {
      if (!joining.isDead()) {
        kill(joining);
      }
      joining.takeEnd();
      flush.lose(joining.number);
    }
    if (flush.isLiving(host.number)) {
      flush.lose(host.number);
    }
  }

  private void unwind(SimulatedRank rank) {
    while (rank.isDoomed() && !rank.hasEnded()) {
      run(rank);
    }
  }

  // ------------------------------------------------------------------ what the flush tells daemons

  private void tell(int host, SimulatedHost.Command command) {
    if (!hosts.get(host).isDead()) {
      hosts.get(host).commands.add(command);
    }
  }

  @Override
  public void gather(int host, int round, List<Integer> lost) {
    SimulatedHost of = hosts.get(host);
    tell(
        host,
        () -> {
          if (plan.mutant == Mutant.FORGOTTEN_VOTE) {
            StrayVotes.forget(of.job);
          }
          FinalPages pages = FinalPages.parse(of.mirror.cut(lost).toBytes());
          if (plan.mutant == Mutant.LATE_VOTE) {
            StrayVotes.forgetCuts(of.job);
          }
          if (plan.mutant == Mutant.NO_FLUSH) {
            of.mirror.install(round, pages);
            of.mirror.release();
          } else {
            of.reports.add(() -> flush.gathered(host, round, pages));
          }
        });
  }

  @Override
  public void install(int host, int round, FinalPages pages) {
    SimulatedHost of = hosts.get(host);
    tell(
        host,
        () -> {
          FinalPages known = FinalPages.parse(pages.toBytes());
          if (plan.mutant == Mutant.FORGOTTEN_LEADER) {
            StrayDecision.forgetLeaders(known, of.job);
          }
          of.mirror.install(round, known);
          of.reports.add(() -> flush.installed(host, round));
        });
  }

  @Override
  public void release(int host) {
    tell(host, () -> hosts.get(host).release());
  }

  /** Processes of lost hosts are restarted on the next living ones; all lost ones have died. */
  @Override
  public void place(FinalPages pages) {
    for (SimulatedRank rank : ranks) {
      int process = rank.number;
      boolean isLost = pages.hosts().contains(hostOf[process]);
      boolean isAnyLeft = lives[process] < restarts();
      if (isLost && isAnyLeft && !isComplete(rank) && pages.phase(process) != Phase.FAILED) {
        if (!hasRoom(process, pages)) {
          withoutRoom.add(process);
          continue;
        }
        int to = hasJoined ? plan.hosts : (hostOf[process] + process) % hosts.size();
        while (!flush.isLiving(to)) {
          to = (to + 1) % hosts.size();
        }
        int left = restarts() - lives[process];
        pages.add(new FinalPages.Move(process, to, lives[process], left));
      }
    }
  }

  /** If two hosts are lost together, room is short, and ranks have other replicas. */
  private boolean hasRoom(int process, FinalPages pages) {
    boolean isNeeded =
        Arrays.stream(groups.processesOf(groups.rankOf(process)))
            .noneMatch(each -> flush.isLiving(hostOf[each]) && !ranks.get(each).isDead());
    return pages.hosts().size() == 1 || isNeeded || random.nextBoolean();
  }

  @Override
  public void finished(FinalPages pages) {
    past.add(new Past(flush.round(), pages.withoutTails()));
    for (FinalPages.Move move : pages.moves()) {
      movedToNewcomer += move.host() == plan.hosts ? 1 : 0;
      hostOf[move.process()] = move.host();
      lives[move.process()]++;
    }
  }

  // ------------------------------------------------------------------ what has come of it

  /** A rank's output has come to the launcher: all of its replicas print the same. */
  void print(int process, List<String> told) {
    List<String> before = printed.getOrDefault(groups.rankOf(process), List.of());
    int common = Math.min(before.size(), told.size());
    if (!before.subList(0, common).equals(told.subList(0, common))) {
      fail("process %d has printed %s behind %s".formatted(process, told, before));
    }
    if (told.size() > before.size()) {
      printed.put(groups.rankOf(process), told);
    }
  }

  // ------------------------------------------------------------------ checkpoints

  /** The files of a host. */
  CheckpointFiles checkpoints(int host) {
    Path made = folder;
    if (made == null) {
      try {
        made = Files.createTempDirectory("hosts");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      folder = made;
    }
    return new CheckpointFiles(made.resolve("host" + host));
  }

  private void removeFolder() throws IOException {
    Path made = folder;
    if (made != null) {
      try (Stream<Path> files = Files.list(made)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(made);
    }
  }

  /** A rank prints a mark: it has printed as much as when it took the checkpoint. */
  void mark(SimulatedRank rank, OutputMark mark) {
    if (!mark.isRestored()) {
      toldBefore.put(mark.checkpoint(), List.copyOf(rank.told));
      if (plan.mutant == Mutant.EARLY_CHECKPOINT) {
        establish(mark.checkpoint());
      }
      return;
    }
    checkpointsUsed++;
    rank.told.clear();
    rank.told.addAll(Objects.requireNonNull(toldBefore.get(mark.checkpoint())));
  }

  /** The launcher reads a mark. */
  void read(OutputMark mark) {
    if (!mark.isRestored()) {
      read.add(mark.checkpoint());
      establish(mark.checkpoint());
    } else if (!read.contains(mark.checkpoint())) {
      fail("not all has come that was printed before " + mark);
    }
  }

  private void establish(CheckpointName name) {
    if (plan.mutant == Mutant.ONE_COPY) {
      forgetBefore(name);
      return;
    }
    hosts.forEach(host -> tell(host.number, () -> host.mirror.establish(name)));
  }

  private void forgetBefore(CheckpointName name) {
    Path file = checkpoints(hostOf[name.process()]).of(name.process());
    if (Files.exists(file)) {
      try {
        CheckpointPlaces head = CheckpointPlaces.of(file);
        hosts.forEach(host -> head.forget(host.job));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void compareReplicas() {
    List<String> results = plan.work.results(plan.hosts);
    for (int rank = 0; rank < groups.ranks(); rank++) {
      for (int process : groups.processesOf(rank)) {
        SimulatedRank each = ranks.get(process);
        if (each.isDead() || each.host.isDead()) {
          continue;
        }
        if (!each.told.equals(printed.getOrDefault(rank, List.of()))) {
          fail(each + ", and its rank has printed " + printed.get(rank));
        }
        if (areAllRanksLeft() && !results.get(rank).equals(each.result())) {
          fail(each + " has computed " + each.result() + " instead of " + results.get(rank));
        }
      }
    }
  }

  private void requireLost(int process) {
    for (SimulatedHost host : hosts) {
      if (!host.isDead() && host.job.isLiving(process)) {
        fail("host %d takes %s for living".formatted(host.number, ranks.get(process)));
      }
    }
  }

  private boolean areAllRanksLeft() {
    return IntStream.range(0, groups.ranks())
        .allMatch(
            rank ->
                Arrays.stream(groups.processesOf(rank))
                    .mapToObj(ranks::get)
                    .anyMatch(each -> !each.isDead() && !each.host.isDead()));
  }

  private void compareSurvivors() {
    if (usesDecisionLogs) {
      compareReplicas();
      withoutRoom.forEach(this::requireLost);
      return;
    }
    List<SimulatedRank> survivors =
        ranks.stream().filter(rank -> !rank.isDead() && !rank.host.isDead()).toList();
    for (SimulatedRank rank : survivors) {
      if (!rank.told.equals(survivors.get(0).told)) {
        fail("survivors have been told other things");
      }
    }
    List<SimulatedHost> living = hosts.stream().filter(host -> !host.isDead()).toList();
    for (SimulatedHost host : living) {
      for (SimulatedRank rank : ranks) {
        String here = pageOf(host.job, rank.number);
        String first = pageOf(living.get(0).job, rank.number);
        if (!here.equals(first)) {
          fail("of %s, host %d has %s, and %s".formatted(rank, host.number, here, first));
        }
      }
    }
  }

  /** Whether a process of a host that has died is restarted. */
  boolean isToReturn(SimulatedRank rank) {
    boolean isAnyLeft = lives[rank.number] < restarts() || rank.incarnation < lives[rank.number];
    return isAnyLeft && !isComplete(rank) && !withoutRoom.contains(rank.number);
  }

  /** Whether a process has ended well, and all that it has printed has come. */
  private boolean isComplete(SimulatedRank rank) {
    int has = printed.getOrDefault(groups.rankOf(rank.number), List.of()).size();
    return rank.hasEnded() && !rank.isDead() && has >= rank.told.size();
  }

  private static String pageOf(JobMemory job, int rank) {
    StringJoiner page =
        new StringJoiner(", ", job.phase(rank) + (job.hasFailed(rank) ? ", failed " : " "), "");
    VotePages votes = new VotePages(job);
    for (int place = 0; place < VotePages.places(); place++) {
      if (votes.key(rank, place) != VotePages.FREE) {
        ByteBuffer content = ByteBuffer.allocate(VotePages.CONTENT_BYTES);
        votes.copy(rank, place, content);
        page.add(
            "%d: %x %d %s"
                .formatted(
                    place,
                    votes.key(rank, place),
                    votes.state(rank, place),
                    Arrays.toString(content.array())));
      }
    }
    return page.toString();
  }

  // ------------------------------------------------------------------ what the others ask

  /** Something has happened that others may see. */
  void progress() {
    steps++;
    if (steps > MAX_STEPS) {
      fail("no end is seen");
    }
  }

  long steps() {
    return steps;
  }

  long nanoTime() {
    return clockNs;
  }

  int processes() {
    return ranks.size();
  }

  SimulatedRank rank(int number) {
    return ranks.get(number);
  }

  SimulatedHost host(int number) {
    return hosts.get(number);
  }

  Mutant mutant() {
    return plan.mutant;
  }

  SimulatedNetwork newNetwork() {
    return new SimulatedNetwork(random);
  }

  boolean drawSwitch() {
    return random.nextInt(SWITCH_ONE_IN) == 0;
  }

  boolean drawCut() {
    return random.nextInt(CUT_ONE_IN) == 0;
  }

  boolean drawConnection(int peer) {
    return !hosts.get(peer).isDead() && random.nextInt(CONNECT_ONE_IN) == 0;
  }

  /** A rank has ended the job, since what it would need is lost with several hosts. */
  void giveUp() {
    isGivenUp = true;
    if (plan.lost.size() + plan.dead.size() < 2) {
      fail("the job is given up though only one host, or process, is lost");
    }
  }

  /** Ends the run; only the first reason counts. */
  void fail(String reason) {
    if (failure == null) {
      StringJoiner dump = new StringJoiner("\n  ", plan + ": " + reason + "\n  ", "");
      ranks.forEach(each -> dump.add(each.toString()));
      failure = dump.toString();
    }
  }
}
