package org.legio.runtime.shm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.legio.runtime.engine.datatype.TypedViews;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.runtime.lanes.OwnProcess;
import org.legio.runtime.lanes.SegmentName;
import org.legio.runtime.lanes.SharedMemory;
import org.legio.runtime.lanes.StaleFiles;
import org.legio.runtime.lanes.Words;
import org.legio.runtime.net.JobSecret;
import org.legio.ulfm.messages.Messages;
import org.legio.ulfm.ports.Survival;

/**
 * The memory that all processes of a job share: one file in a folder that is memory.
 *
 * <ol>
 *   <li>The launcher makes it, before it starts any process, and gives each its {@link
 *       #environment}. It is the last member of the memory, so the others see whether it lives.
 *   <li>The file has no name: it is the launcher's open file, and so it cannot be left behind.
 *   <li>Each process maps it at its start and locks its own byte at its first call of MPI.
 *   <li>Where other processes cannot open the launcher's open files, the file has a name. When all
 *       processes have begun, the launcher {@link #unlink}s it. If the launcher dies before, the
 *       processes do it, as they end themselves then.
 * </ol>
 */
public final class JobMemory implements AutoCloseable {
  /** The environment variable with the path of the file. */
  public static final String FILE = "LEGIO_JOB_MEMORY";

  /** The environment variable with the place where the file can be opened. */
  static final String PLACE = "LEGIO_JOB_MEMORY_PLACE";

  /** The environment variable with the number of processes. */
  public static final String SIZE = "OMPI_COMM_WORLD_SIZE";

  /** The environment variable with the process's number in {@code MPI_COMM_WORLD}. */
  public static final String RANK = "OMPI_COMM_WORLD_RANK";

  /** The environment variable with the number of cores that the processes share. */
  static final String CORES = "LEGIO_JOB_CORES";

  /** The environment variable with the begin of the names of checkpoints. */
  static final String CHECKPOINTS = "LEGIO_JOB_CHECKPOINTS";

  /** The environment variable with the numbers of replicas of all ranks. */
  private static final String REPLICA_GROUPS = "LEGIO_JOB_REPLICA_GROUPS";

  /** The environment variable with the number of the process; its rank's replicas differ in it. */
  public static final String PROCESS = "LEGIO_JOB_PROCESS";

  /** The environment variable with the number of bytes that are kept for restarts. */
  private static final String KEPT = "LEGIO_JOB_KEPT";

  /** The environment variable that says how often the process has been started before. */
  public static final String INCARNATION = "LEGIO_JOB_INCARNATION";

  /** The environment variable with the {@link HostMap} of a job over several hosts. */
  private static final String HOSTS = "LEGIO_JOB_HOSTS";

  /** The variables that only the launcher sets. */
  public static final Set<String> VARIABLES =
      Set.of(
          FILE,
          PLACE,
          CORES,
          REPLICA_GROUPS,
          PROCESS,
          KEPT,
          INCARNATION,
          CHECKPOINTS,
          HOSTS,
          Messages.MARKS);

  private static final int NOBODY = 0;

  private final JobShape shape;
  private final HostMap hosts;
  private final ProcessPlaces places;
  private final Host host;
  private final ByteBuffer memory;
  private final TypedViews views;

  public JobMemory(JobShape shape, Host host) {
    this(shape, HostMap.single(shape.processes()), host);
  }

  /**
   * The memory of one host of a job.
   *
   * @param hosts where its processes live
   */
  public JobMemory(JobShape shape, HostMap hosts, Host host) {
    this.shape = shape;
    this.hosts = hosts;
    this.host = host;
    this.memory = host.memory();
    this.places = new ProcessPlaces(shape, hosts, memory);
    this.views = new TypedViews(memory);
  }

  /**
   * Makes the memory of a new job, as its launcher. What the launchers of other jobs have left is
   * removed.
   *
   * @param replicaGroups its ranks and their replicas
   * @param keeping what is kept for restarts, and where
   * @throws IOException if the folder has not enough room for it; the message says how much is
   *     wanted, and no file is left
   */
  public static JobMemory make(ReplicaGroups replicaGroups, Keeping keeping) throws IOException {
    return make(replicaGroups, keeping, HostMap.single(replicaGroups.processes()));
  }

  /**
   * Makes the memory of one host of a new job, as the host's daemon.
   *
   * @throws IOException as {@link #make(ReplicaGroups, Keeping)}
   */
  public static JobMemory makeOn(HostMap hosts, JobSecret secret) throws IOException {
    return makeOn(ReplicaGroups.single(hosts.processes()), Keeping.NOTHING, hosts, secret);
  }

  /**
   * The same, of a job whose ranks may have replicas, or may be restarted.
   *
   * @throws IOException as {@link #make(ReplicaGroups, Keeping)}
   */
  public static JobMemory makeOn(
      ReplicaGroups replicaGroups, Keeping keeping, HostMap hosts, JobSecret secret)
      throws IOException {
    JobMemory made = make(replicaGroups, keeping, hosts);
    made.memory.duplicate().position(made.shape.secret()).put(secret.bytes());
    return made;
  }

  /** The secret of a job over several hosts: who can read it here may know it. */
  public JobSecret secret() {
    byte[] bytes = new byte[JobSecret.BYTES];
    memory.duplicate().position(shape.secret()).get(bytes);
    return JobSecret.of(bytes);
  }

  /** The port at which processes of other hosts reach a process; 0 if there is none yet. */
  public int port(int process) {
    return (int) Words.getAcquire(memory, shape.port(process));
  }

  /** Notes the port of a process. */
  public void notePort(int process, int port) {
    Words.setRelease(memory, shape.port(process), port);
  }

  private static JobMemory make(ReplicaGroups replicaGroups, Keeping keeping, HostMap hosts)
      throws IOException {
    JobShape shape = new JobShape(replicaGroups, keeping.bytes(), hosts);
    StaleFiles.sweep(keeping.folder());
    CheckpointFiles.sweep(keeping.folder());
    SegmentName name = SegmentName.random(keeping.folder());
    JobMemory made =
        new JobMemory(
            shape,
            hosts,
            new MappedHost(
                name,
                SharedMemory.createNameless(name, shape.members(), shape.bytes()),
                Runtime.getRuntime().availableProcessors(),
                CheckpointFiles.of(name, OwnProcess.id())));
    made.join(replicaGroups.processes());
    for (int process = 0; process < replicaGroups.processes(); process++) {
      Words.setVolatile(made.memory, shape.restarts(process), keeping.restarts());
    }
    return made;
  }

  /** How many processes a job can have. */
  public static int maxRanks() {
    return JobShape.maxRanks();
  }

  /** Removes the files of processes that were killed while they made shared memory. */
  public static void sweep() throws IOException {
    StaleFiles.sweep(SegmentName.SHARED_MEMORY_FOLDER);
  }

  /** Whether this process belongs to a job of the embedded runtime. */
  public static boolean isNamedIn(Map<String, String> environment) {
    return environment.containsKey(FILE);
  }

  /**
   * Maps the memory of the job that this process belongs to.
   *
   * @param environment as {@link #environment} has given it
   * @throws IOException if the file cannot be opened
   */
  public static JobMemory open(Map<String, String> environment) throws IOException {
    String replicaGroups = environment.get(REPLICA_GROUPS);
    ReplicaGroups groups =
        replicaGroups == null
            ? ReplicaGroups.single(number(environment, SIZE))
            : ReplicaGroups.parse(replicaGroups);
    String map = environment.get(HOSTS);
    HostMap hosts = map == null ? HostMap.single(groups.processes()) : HostMap.parse(map);
    JobShape shape = new JobShape(groups, keptBytesIn(environment), hosts);
    SegmentName name = SegmentName.of(Path.of(environment.get(FILE)));
    Path place = Path.of(environment.getOrDefault(PLACE, name.path().toString()));
    try {
      return new JobMemory(
          shape,
          hosts,
          new MappedHost(
              name,
              SharedMemory.open(name, place, shape.members(), shape.bytes()),
              number(environment, CORES),
              new CheckpointFiles(Path.of(environment.getOrDefault(CHECKPOINTS, "")))));
    } catch (NoSuchFileException e) {
      throw new IOException(
          place + " is not there: the launcher of this process's job has ended", e);
    }
  }

  /** Locks a member's byte, by which the others see whether this process lives. */
  public void join(int member) throws IOException {
    host.step(Step.JOIN);
    host.join(member);
    host.step(Step.JOINED);
  }

  /** Holds the lock of a process that lives on another host, until the result is closed. */
  public Closeable standInFor(int process) throws IOException {
    return host.standInFor(process);
  }

  /** Writes how far a process of another host has come. */
  public void mirror(int process, Phase phase) {
    Words.setVolatile(memory, shape.phase(process), phase.number());
  }

  /** Whether a process of this host has ended without having left MPI: it will write nothing. */
  public boolean isLost(int process) {
    return phase(process) == Phase.RUNNING && isGoneWhileRunning(process);
  }

  private boolean isGone(int member) {
    return !isRestarted(member) && host.isGone(member) && !isOrphan(member);
  }

  /** With this host's daemon the locks of all processes of other hosts are free: they may live. */
  private boolean isOrphan(int process) {
    return !places.isHere(process) && host.isGone(shape.processes());
  }

  /** Whether a process will be restarted if it is gone; its lock must not be looked at then. */
  private boolean isRestarted(int process) {
    return process < shape.processes() && restartsLeft(process) > 0;
  }

  // ------------------------------------------------------------------ restarts

  /** How often a process can still be restarted. */
  public int restartsLeft(int process) {
    return shape.keptBytes() == 0 || !keepsAll()
        ? 0
        : (int) Words.getVolatile(memory, shape.restarts(process));
  }

  /** Of all lives of a process, which one it is: a number of 16 bits. */
  public int life(int process) {
    return restarted(process) & 0xFFFF;
  }

  /** A new incarnation of a process lives: it can be restarted once less often. */
  public void recordRestart(int process) {
    Words.setVolatile(memory, shape.restarts(process), restartsLeft(process) - 1L);
    Words.setVolatile(memory, shape.incarnations(process), restarted(process) + 1L);
  }

  /**
   * A process whose host is lost is restarted on another one, at the earliest when all living hosts
   * know it.
   *
   * @param to the number of that host
   * @param since as {@link ProcessPlaces} count losses
   * @param before how often it was restarted before
   * @param left how often it may be restarted, with this time
   */
  public void move(int process, int to, long since, int before, int left) {
    places.move(process, to, since);
    Words.setVolatile(memory, shape.incarnations(process), before);
    Words.setVolatile(memory, shape.restarts(process), left);
  }

  /** A process will not be restarted any more. */
  public void restartNoMore(int process) {
    Words.setVolatile(memory, shape.restarts(process), 0);
  }

  /** Whether all that ranks have been told and have sent is still there. */
  public boolean keepsAll() {
    return shape.keptBytes() > 0 && Words.getAcquire(memory, shape.keepsNoMore()) == 0;
  }

  /**
   * From now on room is used again, and nothing is restarted.
   *
   * @param why what there is too much of
   */
  public void keepNoMore(Supplier<String> why) {
    if (keepsAll() && Words.compareAndSet(memory, shape.keepsNoMore(), 0, 1)) {
      host.warn(
          "no more can be kept ("
              + why.get()
              + "): a process that is lost from now on is not restarted; give more room by"
              + " --keep");
    }
  }

  /** Whether all was kept for restarts, and no more is. */
  public boolean hasStoppedKeeping() {
    return shape.keptBytes() > 0 && !keepsAll();
  }

  /** Another host has said that it keeps no more, so this one need not either. */
  public void noteKeptNoMore() {
    Words.setVolatile(memory, shape.keepsNoMore(), 1);
  }

  /** How often a process has been restarted. */
  public int restarted(int process) {
    return (int) Words.getVolatile(memory, shape.incarnations(process));
  }

  /** How many decisions a process has followed. */
  public long followed(int process) {
    ReplicaGroups replicaGroups = shape.replicaGroups();
    int follower =
        shape
            .ofReplicaGroups()
            .follower(replicaGroups.rankOf(process), replicaGroups.replicaOf(process));
    return Words.getAcquire(memory, follower);
  }

  /**
   * A lost process is about to be restarted: from now on it is catching up with the furthest
   * replica of its rank.
   */
  public void beginCatchUp(int process) {
    ReplicaGroups replicaGroups = shape.replicaGroups();
    int rank = replicaGroups.rankOf(process);
    int first = replicaGroups.first(rank);
    int at = shape.catchUpTo(process);
    long furthest = Words.getVolatile(memory, at);
    for (int replica = first; replica < first + replicaGroups.size(rank); replica++) {
      furthest = Math.max(furthest, followed(replica));
    }
    Words.setVolatile(memory, at, furthest);
    endRestore(process);
  }

  /** Notes that a process that was restarted has done again what it had done. */
  public void recordCatchUp(int process, long milliseconds) {
    int at = shape.catchUp(process);
    Words.setVolatile(memory, at, Words.getVolatile(memory, at) + milliseconds);
  }

  /** How the ranks have survived the deaths of their processes so far. */
  public Survival survival() {
    return shape.usesDecisionLogs() ? new ReplicaStates(this).read() : Survival.NONE;
  }

  // ------------------------------------------------------------------ replicas that are behind

  /** From now on, replicas that hold up others are ended. */
  public void evictLaggards() {
    Words.setVolatile(memory, shape.evictsLaggards(), 1);
  }

  /** Whether replicas that hold up others are ended. */
  public boolean areLaggardsEvicted() {
    return Words.getAcquire(memory, shape.evictsLaggards()) != 0;
  }

  /** A process begins at a checkpoint: until it has said what it needs, that is not known. */
  public void beginRestore(int process) {
    Words.setVolatile(memory, shape.restoring(process), 1);
  }

  /** A process has begun at a checkpoint, and what it needs is known; or it is lost. */
  public void endRestore(int process) {
    Words.setVolatile(memory, shape.restoring(process), 0);
  }

  /** Whether a process is about to begin at a checkpoint. */
  public boolean isRestoring(int process) {
    return Words.getVolatile(memory, shape.restoring(process)) != 0;
  }

  /** Whether a process has been restarted, and is not yet where its rank was then. */
  public boolean isCatchingUp(int process) {
    return followed(process) < Words.getVolatile(memory, shape.catchUpTo(process));
  }

  // ------------------------------------------------------------------ replicas on several hosts

  /** Numbers a decision that a process of this host is about to take. */
  public long nextDecision() {
    return 1 + Words.getAndAdd(memory, shape.ofReplicaGroups().stamps(), 1);
  }

  /** How many decisions have been numbered on this host. */
  public long decisionsHere() {
    return Words.getVolatile(memory, shape.ofReplicaGroups().stamps());
  }

  /** Tells people something that does not end the job. */
  public void warn(String message) {
    host.warn(message);
  }

  /** The files of the processes' checkpoints. */
  public CheckpointFiles checkpoints() {
    return host.checkpoints();
  }

  /** A process of this host has taken a checkpoint, which is in its file. */
  public void recordCheckpoint(int process) {
    Words.getAndAdd(memory, shape.checkpoints(process), 1);
  }

  /** How many checkpoints a process has taken on this host. */
  public long checkpointsOf(int process) {
    return Words.getVolatile(memory, shape.checkpoints(process));
  }

  /** Removes the checkpoints, when the job is over. */
  public void removeCheckpoints() throws IOException {
    if (shape.keptBytes() > 0) {
      host.checkpoints().remove(shape.processes());
    }
  }

  /**
   * Ends a process that holds up others, and says so, once. Of a rank one is ended after the other,
   * and never the last that continues as far as this host knows, whoever takes whom for the slower
   * one.
   */
  public void evict(int process) {
    int rank = shape.replicaGroups().rankOf(process);
    long pid = pid(process);
    long before = Words.getVolatile(memory, shape.evicted(rank));
    if (pid != 0
        && pid != before
        && (before == 0 || !isEndingAny(rank, before))
        && doOthersContinue(rank, process)
        && Words.compareAndSet(memory, shape.evicted(rank), before, pid)) {
      Words.getAndAdd(memory, shape.evictions(process), 1);
      host.warn(
          "a replica of rank "
              + rank
              + " (process "
              + pid
              + ") is too far behind another one, and is evicted");
      host.kill(pid);
    }
  }

  /** Whether a replica that is to end has not ended yet. */
  private boolean isEndingAny(int rank, long pid) {
    return IntStream.of(shape.replicaGroups().processesOf(rank))
        .anyMatch(process -> pid(process) == pid && isLiving(process));
  }

  /** Whether a rank has other processes that continue, or have come to their end. */
  private boolean doOthersContinue(int rank, int process) {
    return IntStream.of(shape.replicaGroups().processesOf(rank))
        .filter(other -> other != process)
        .anyMatch(
            other ->
                phase(other) == Phase.FINALIZED
                    || (isLiving(other) && !isAboutToBeRestarted(other) && !isCatchingUp(other)));
  }

  /** How often a process has been ended on this host because it held up others. */
  public int evictions(int process) {
    return (int) Words.getVolatile(memory, shape.evictions(process));
  }

  static int number(Map<String, String> environment, String name) throws IOException {
    String value = environment.get(name);
    int number = value == null ? -1 : numberIn(value);
    if (number < 0) {
      throw new IOException(
          "the environment variable %s=%s is no number: start the program with bin/legio run"
              .formatted(name, value));
    }
    return number;
  }

  private static int numberIn(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** What the launcher has to add to the environment of a process. */
  public Map<String, String> environment(int process) {
    ReplicaGroups replicaGroups = shape.replicaGroups();
    String rank = Integer.toString(replicaGroups.rankOf(process));
    String size = Integer.toString(replicaGroups.ranks());
    Map<String, String> variables = new HashMap<>();
    host.addTo(variables);
    variables.put(SIZE, size);
    variables.put(RANK, rank);
    variables.put(
        "OMPI_COMM_WORLD_LOCAL_SIZE", hosts.areSeveral() ? hosts.countBeside(process) + "" : size);
    variables.put(
        "OMPI_COMM_WORLD_LOCAL_RANK", hosts.areSeveral() ? hosts.placeOnHost(process) + "" : rank);
    variables.put("PMIX_RANK", rank);
    if (hosts.areSeveral()) {
      variables.put(HOSTS, hosts.toString());
      variables.put("PMIX_HOSTNAME", hostName(process));
    }
    if (shape.usesDecisionLogs()) {
      variables.put(REPLICA_GROUPS, replicaGroups.toString());
      variables.put(PROCESS, Integer.toString(process));
      variables.put(KEPT, Integer.toString(shape.keptBytes()));
    }
    return variables;
  }

  /** The name of the host of a process's rank, the same for all of its replicas. */
  public String hostName(int process) {
    ReplicaGroups groups = shape.replicaGroups();
    return hosts.name(hosts.hostOf(groups.first(groups.rankOf(process))));
  }

  /** Whether a process with this environment is restarted if it is lost. */
  public static boolean isRestartable(Map<String, String> environment) {
    return keptBytesIn(environment) > 0;
  }

  private static int keptBytesIn(Map<String, String> environment) {
    return Integer.parseInt(environment.getOrDefault(KEPT, "0"));
  }

  /** How often the process has been started before. */
  public static int incarnationOf(Map<String, String> environment) {
    return Integer.parseInt(environment.getOrDefault(INCARNATION, "0"));
  }

  /** Which of its rank's replicas an environment is of, from 0. */
  public static int replicaOf(Map<String, String> environment) throws IOException {
    String replicaGroups = environment.get(REPLICA_GROUPS);
    return replicaGroups == null
        ? 0
        : ReplicaGroups.parse(replicaGroups).replicaOf(processOf(environment));
  }

  /** The number of the process that an environment is of. */
  public static int processOf(Map<String, String> environment) throws IOException {
    return number(environment, environment.containsKey(PROCESS) ? PROCESS : RANK);
  }

  /** Where the processes were started first. */
  public HostMap hosts() {
    return hosts;
  }

  /** Where they are now. */
  public ProcessPlaces places() {
    return places;
  }

  public JobShape shape() {
    return shape;
  }

  public ByteBuffer bytes() {
    return memory;
  }

  /**
   * Whether the processes outnumber the cores that they share. A process cannot see it by itself
   * where each is bound to a core of its own.
   */
  public boolean isCoreShared() {
    return host.areCoresShared(sharers());
  }

  /** The processes that share this host's cores; over several hosts the daemon is one of them. */
  private int sharers() {
    return hosts.areSeveral() ? places.processesOf(hosts.me()).length + 1 : shape.processes();
  }

  /**
   * How a thread of a process waits for others.
   *
   * @param meanwhile what is run between yields and naps
   */
  public IdleStrategy waiting(Runnable meanwhile) {
    return host.waiting(sharers(), meanwhile);
  }

  public TypedViews views() {
    return views;
  }

  /** The time in nanoseconds, as {@link System#nanoTime}. */
  public long nanoTime() {
    return host.nanoTime();
  }

  /** This process comes to a step. */
  public void step(Step step) {
    host.step(step);
  }

  /** Leaves the core to others, for a time in which several messages may come. */
  public void nap() {
    host.nap();
  }

  /** Waits a moment for what another replica has done already. */
  public void spin() {
    host.spin();
  }

  // ------------------------------------------------------------------ how far the processes are

  /** How far a process has come, by its own account; it may have died since. */
  public Phase phase(int process) {
    return Phase.of(Words.getVolatile(memory, shape.phase(process)));
  }

  /**
   * Moves a process on from the phase that it is in.
   *
   * @return false if it was in another phase
   */
  public boolean move(int process, Phase from, Phase to) {
    boolean isMoved = Words.compareAndSet(memory, shape.phase(process), from.number(), to.number());
    step(Step.PHASE);
    return isMoved;
  }

  /** Whether a process counts as failed: the others will not hear of it any more. */
  public boolean hasFailed(int process) {
    Phase phase = phase(process);
    return phase == Phase.FAILED || (phase == Phase.RUNNING && isGoneWhileRunning(process));
  }

  /**
   * Whether the others have to continue without a process. They have not where one has ended the
   * job: it ends them too, in a moment in which they must not take it for lost, repair, and run on.
   */
  public boolean isMissing(int process) {
    return hasFailed(process) && abortStatus().isEmpty();
  }

  /** Whether the others have to continue without all replicas of a rank. */
  public boolean isReplicaGroupMissing(int rank) {
    return hasReplicaGroupFailed(rank) && abortStatus().isEmpty();
  }

  /** Whether a process has ended that will be restarted. */
  public boolean isAboutToBeRestarted(int process) {
    // Not isGone, for which the dead stay dead.
    return phase(process) == Phase.RUNNING && restartsLeft(process) > 0 && host.hasEnded(process);
  }

  /** Whether a process is one that continues, or is yet to begin. */
  public boolean isLiving(int process) {
    Phase phase = phase(process);
    return phase == Phase.STARTING || (phase == Phase.RUNNING && !isGone(process));
  }

  /** Whether all replicas of a rank have failed. */
  public boolean hasReplicaGroupFailed(int rank) {
    ReplicaGroups replicaGroups = shape.replicaGroups();
    int first = replicaGroups.first(rank);
    for (int process = first; process < first + replicaGroups.size(rank); process++) {
      if (!hasFailed(process)) {
        return false;
      }
    }
    return true;
  }

  /** Whether no replica of a rank continues: each has failed or has left MPI. */
  public boolean isReplicaGroupOut(int rank) {
    ReplicaGroups replicaGroups = shape.replicaGroups();
    int first = replicaGroups.first(rank);
    for (int process = first; process < first + replicaGroups.size(rank); process++) {
      if (isLiving(process)) {
        return false;
      }
    }
    return true;
  }

  private boolean isGoneWhileRunning(int process) {
    return isGone(process) && phase(process) == Phase.RUNNING;
  }

  /** Notes the process id of this process, so that others can end it. */
  public void notePid(int process, long pid) {
    Words.setVolatile(memory, shape.pid(process), pid);
  }

  /** The process id of a process that has called MPI. */
  private long pid(int process) {
    return Words.getVolatile(memory, shape.pid(process));
  }

  /** Ends a process at once; one of another host as soon as that host's daemon hears of it. */
  public void kill(int process) {
    if (places.isHere(process)) {
      host.kill(pid(process));
    } else {
      Words.setVolatile(memory, shape.unwanted(process), 1);
    }
  }

  /** Whether a process of another host is to be ended there; asking again is answered by no. */
  public boolean takeUnwanted(int process) {
    return Words.compareAndSet(memory, shape.unwanted(process), 1, 0);
  }

  /** Whether the launcher has ended; this process need not have joined. */
  boolean isLauncherGone() {
    return host.hasEnded(shape.processes());
  }

  // ------------------------------------------------------------------ how the job ends

  /** Notes that a process ends the job with a status; only the first note counts. */
  public void noteAbort(int status) {
    Words.compareAndSet(memory, shape.abort(), NOBODY, status + 1L);
  }

  /** The status with which a process has ended the job; empty if none has. */
  public OptionalInt abortStatus() {
    return noted(shape.abort());
  }

  /** Notes that a process ends by itself with a status that is to be the job's, if none aborts. */
  public void noteFailure(int status) {
    Words.compareAndSet(memory, shape.failure(), NOBODY, status + 1L);
  }

  /** The status with which the first process has failed by itself; empty if none has. */
  public OptionalInt failureStatus() {
    return noted(shape.failure());
  }

  private OptionalInt noted(int position) {
    long word = Words.getVolatile(memory, position);
    return word == NOBODY ? OptionalInt.empty() : OptionalInt.of((int) (word - 1));
  }

  /** Removes the file's name; the memory stays with those who have mapped it. */
  public void unlink() throws IOException {
    host.unlink();
  }

  @Override
  public void close() throws IOException {
    host.close();
  }
}
