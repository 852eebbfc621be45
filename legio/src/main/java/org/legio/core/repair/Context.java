package org.legio.core.repair;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.legio.core.buffer.BasicTypes;
import org.legio.core.buffer.BufferCheck;
import org.legio.core.positions.Positions;
import org.legio.core.positions.Wait;
import org.legio.core.ranks.FailedProcesses;
import org.legio.core.ranks.World;
import org.legio.core.report.Report;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.JobEnd;
import org.legio.core.settings.Policies;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.BoardMemory;
import org.legio.ulfm.ports.Effects;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;
import org.legio.ulfm.ports.UlfmError;

/** The services that every part of a protected job uses. Made when MPI is initialized. */
public final class Context {
  private final Ports ports;
  private final Knowledge knowledge;
  private final Pace pace;
  private final Deciding deciding;

  /**
   * What talks to MPI and to the machine.
   *
   * @param pmpi the binding's natives
   * @param ulfm fault tolerance
   * @param binding the binding's handles, statuses and exceptions
   * @param basicTypes the binding's predefined types
   * @param effects by what this rank does something to files without MPI
   */
  private record Ports(
      Pmpi pmpi, Ulfm ulfm, Binding binding, BasicTypes basicTypes, Effects effects) {}

  /**
   * What this rank knows of the job.
   *
   * @param world the world's ranks, and this process's own
   * @param host the name of this process's host; empty if all ranks share one
   * @param configuration what the user has chosen for the job
   * @param failedProcesses the processes that are known to be dead
   * @param positions where this rank's threads are
   * @param report records what has happened
   */
  private record Knowledge(
      World world,
      String host,
      Configuration configuration,
      FailedProcesses failedProcesses,
      Positions positions,
      Report report) {}

  /**
   * The time, and what continues in it.
   *
   * @param nanoTime the time
   * @param pause leaves the processor to others, for so many nanoseconds
   * @param progress what continues besides the program's calls
   * @param pending the program's requests for it
   */
  private record Pace(
      LongSupplier nanoTime, LongConsumer pause, Progress progress, PendingTable pending) {}

  /**
   * How members come to a decision, and how the job ends.
   *
   * @param jobEnd ends the job
   * @param boards the boards of the job
   * @param order which communicator comes first
   */
  private record Deciding(JobEnd jobEnd, Boards boards, CommunicatorOrder order) {}

  private Context(Ports ports, Knowledge knowledge, Pace pace, Deciding deciding) {
    this.ports = ports;
    this.knowledge = knowledge;
    this.pace = pace;
    this.deciding = deciding;
  }

  public static Context of(
      Pmpi pmpi, Ulfm ulfm, Binding binding, Job job, Configuration configuration)
      throws Exception {
    World world = World.of(pmpi, binding.commWorld());
    FailedProcesses failedProcesses = new FailedProcesses(world.size());
    Report report = new Report(world, failedProcesses, job::survival, configuration);
    Progress progress = new Progress(job::yieldFor, binding.isThreadMultiple());
    Optional<BoardMemory> memory = boardMemory(job, configuration);
    String host = job.isOnOneNode() ? "" : job.host();
    return new Context(
        new Ports(pmpi, ulfm, binding, new BasicTypes(pmpi), job.effects()),
        new Knowledge(world, host, configuration, failedProcesses, new Positions(), report),
        new Pace(job::nanoTime, job::yieldFor, progress, new PendingTable()),
        new Deciding(
            new JobEnd(job, world.rank()),
            new Boards(ulfm, world, failedProcesses, progress, report, memory),
            new CommunicatorOrder()));
  }

  /** The binding's natives. */
  public Pmpi pmpi() {
    return ports.pmpi();
  }

  /** Fault tolerance. */
  public Ulfm ulfm() {
    return ports.ulfm();
  }

  /** The binding's handles, statuses and exceptions. */
  public Binding binding() {
    return ports.binding();
  }

  /** The binding's predefined types. */
  public BasicTypes basicTypes() {
    return ports.basicTypes();
  }

  /** By what this rank does something to files without MPI. */
  public Effects effects() {
    return ports.effects();
  }

  /** The world's ranks, and this process's own. */
  public World world() {
    return knowledge.world();
  }

  /** The name of this process's host; empty if all ranks share one. */
  public String host() {
    return knowledge.host();
  }

  /** What the user has chosen for the job. */
  public Configuration configuration() {
    return knowledge.configuration();
  }

  /** The processes that are known to be dead. */
  public FailedProcesses failedProcesses() {
    return knowledge.failedProcesses();
  }

  /** Where this rank's threads are. */
  public Positions positions() {
    return knowledge.positions();
  }

  /** Records what has happened. */
  public Report report() {
    return knowledge.report();
  }

  /** The time. */
  public LongSupplier nanoTime() {
    return pace.nanoTime();
  }

  /** Leaves the processor to others, for so many nanoseconds. */
  public LongConsumer pause() {
    return pace.pause();
  }

  /** What continues besides the program's calls. */
  public Progress progress() {
    return pace.progress();
  }

  /** The program's requests for it. */
  public PendingTable pending() {
    return pace.pending();
  }

  /** Ends the job. */
  public JobEnd jobEnd() {
    return deciding.jobEnd();
  }

  /** The boards of the job. */
  public Boards boards() {
    return deciding.boards();
  }

  private static Optional<BoardMemory> boardMemory(Job job, Configuration configuration) {
    return configuration.isSet(Setting.BOARD) ? job.boardMemory() : Optional.empty();
  }

  /**
   * What has been made: a communicator, and its substitute, which gets its board and its place in
   * the order. Collective over the substitute's members.
   */
  public Substitute.Created created(long alias, long substitute) throws Exception {
    BoardEntries board = boards().boardOf(substitute);
    long order = deciding.order().next(world().membersOf(substitute));
    return new Substitute.Created(alias, substitute, board, order);
  }

  /** The bounds check of a program's buffers. */
  public BufferCheck bufferCheck() {
    return new BufferCheck(pmpi(), basicTypes());
  }

  /**
   * Skips a call or ends the job, by policy, because a rank that the call needs is dead.
   *
   * @param inForce the policies in force
   * @param policy the one that applies
   * @param on the name of the communicator
   * @param role what the dead rank was in the call: root, destination, source, target
   * @param rank the dead rank, in the program's numbering
   */
  public void skip(
      Policies inForce, Setting policy, String call, String on, String role, int rank) {
    jobEnd().apply(inForce, policy, call + " on " + on, role, rank);
    report().skipped(call, role, rank);
  }

  /**
   * The outcome of an attempt that has thrown. If a member is dead, Open MPI 5.0.7 sometimes
   * reports another error instead of the death; such an error counts as the death, so that the
   * attempt is repeated without that member.
   *
   * @param meetsDeath whether a rank that the attempt needed is dead, or has revoked it
   */
  public Outcome outcomeOf(Throwable thrown, BooleanSupplier meetsDeath) {
    Outcome outcome = thrown instanceof Exception e ? binding().outcome(e) : Outcome.FOREIGN;
    return outcome.isOtherError() && meetsDeath.getAsBoolean() ? Outcome.PROC_FAILED : outcome;
  }

  /** Whether a communicator is revoked, or a member of it is known to be dead. */
  public boolean isBroken(long comm) {
    return ulfm().isRevoked(comm) || ulfm().failedRanks(comm).length > 0;
  }

  /**
   * Prepares a communicator that has been agreed on for use: MPI is to return its errors.
   *
   * @return its members, as ranks in the world
   * @throws UlfmError if that fails: the other members use it already
   */
  public int[] enter(long comm) {
    try {
      pmpi().setErrhandler(comm, binding().errorsReturn());
      return world().membersOf(comm);
    } catch (Exception e) {
      throw new UlfmError("a communicator that all have agreed on cannot be used here: " + e);
    }
  }

  /**
   * Frees a communicator that another one has replaced. If that fails, it costs only memory; the
   * failure is reported, and the job continues with the other one.
   */
  public void discard(long comm) {
    discard(pmpi(), binding(), report(), comm);
  }

  /** As {@link #discard(long)}, for those who work before there is a context. */
  static void discard(Pmpi pmpi, Binding binding, Report report, long comm) {
    if (comm != binding.commNull()) {
      try {
        pmpi.free(comm);
      } catch (Exception e) {
        report.notFreed(e);
      }
    }
  }

  /** Waits for a message of Legio's own and polls the operations under way meanwhile. */
  public void await(long request) throws Exception {
    progress().pollUntil(isOver(request));
  }

  /** The same, and notes meanwhile for whom, as {@link #pollUntil}. */
  public void await(long comm, int partner, long request) throws Exception {
    pollUntil(comm, partner, isOver(request));
  }

  private Progress.Condition isOver(long request) {
    Object self = binding().newRequest(request);
    return () -> pmpi().test(self, request);
  }

  /**
   * Polls until a condition holds, as {@link Progress#pollUntil}, and notes meanwhile for whom.
   *
   * @param comm the handle of a communicator
   * @param partner the rank that is waited for, as MPI numbers it there
   */
  public void pollUntil(long comm, int partner, Progress.Condition condition) throws Exception {
    Wait wait = positions().waits().own();
    wait.begin(comm, partner);
    try {
      progress().pollUntil(condition);
    } finally {
      wait.end();
    }
  }

  /** Asks MPI which processes are dead and records them; in an unprotected job there are none. */
  public void discoverDeaths() {
    if (!(ulfm() instanceof NoUlfm)) {
      for (int failed : ulfm().failedRanks(binding().commWorld())) {
        failedProcesses().note(failed);
      }
    }
  }
}
