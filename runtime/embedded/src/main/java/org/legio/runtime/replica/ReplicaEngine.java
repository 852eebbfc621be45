package org.legio.runtime.replica;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Channel;
import org.legio.runtime.engine.Message;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.runtime.replica.DecisionLog.Kind;
import org.legio.runtime.shm.CallLock;
import org.legio.runtime.shm.Divergence;
import org.legio.runtime.shm.Frame;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.ProgressEngine;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.Step;
import org.legio.ulfm.ports.BoardMemory;

/**
 * Drives progress in a process whose rank has replicas, so that all of them do the same.
 *
 * <p>A rank computes from its program and from what it is told: a message has come, a rank has
 * failed, an agreement is decided, a test has found no more. In which order it is told so is all
 * that may differ between its replicas. So each step of that order is a decision in the rank's
 * {@link DecisionLog}: a replica that has followed all decisions looks what there is, and proposes
 * the next one. All else, down to the bytes that the rank sends, follows from it.
 *
 * <p>Hence nothing may be told outside of a call, and only one thread may call.
 */
public final class ReplicaEngine implements ProgressEngine {
  private static final long LOOK_NS = 200_000;
  private static final long TICK_US = 1_000;

  /** Of a death's decision the lower bits are the rank, the others say where its stream ends. */
  private static final int RANK_BITS = 16;

  private static final int POLLS_ON_OWN_CORE = 200;

  /**
   * How far a process has come in what the replica groups share, and what else the engine knows.
   */
  static final class State implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long index;
    private final long leader;
    private final long[] heads;
    private final long[] tails;
    private final long timeUs;
    private final boolean isTimeTold;
    private final long[] nextUs;
    private final long waits;
    private final ReplicaBoards.State boards;

    private State(ReplicaEngine engine) {
      this.index = engine.log.index();
      this.leader = engine.log.named();
      this.heads = new long[engine.ranks];
      this.tails = new long[engine.ranks];
      for (int rank = 0; rank < engine.ranks; rank++) {
        StreamReader reader = engine.readers[rank];
        StreamWriter writer = engine.writers[rank];
        heads[rank] = reader == null ? 0 : reader.head();
        tails[rank] = writer == null ? 0 : writer.tail();
      }
      this.timeUs = engine.timeUs;
      this.isTimeTold = engine.isTimeTold;
      this.nextUs = engine.repeated.stream().mapToLong(each -> each.nextUs).toArray();
      this.waits = engine.waits.count();
      this.boards = engine.boards.state();
    }

    long index() {
      return index;
    }

    /** Grows with all that the rank does, at all its processes alike. */
    long progress() {
      return index + LongStream.of(heads).sum() + LongStream.of(tails).sum() + boards.progress();
    }

    long head(int rank) {
      return heads[rank];
    }

    long tail(int rank) {
      return tails[rank];
    }
  }

  /** What is agreed on outside of the messages. */
  interface Ballots {
    /** The number of no agreement. */
    long NONE = -1;

    /** Takes what the others have voted; done also while the program computes. */
    void read();

    /**
     * The oldest agreement whose outcome this rank waits for and can be known by what has been
     * read; {@link #NONE} if there is none. Its number, and over several hosts a part of its
     * outcome's checksum.
     *
     * @param isTimeToLook whether the kernel may be asked who lives: a system call each
     */
    long due(boolean isTimeToLook);

    /** The rank is told the outcome of an agreement; waits until it can be known. */
    void tell(long agreement);
  }

  /** Work that is done from time to time. */
  private static final class Repeated {
    final long periodUs;
    final BooleanSupplier work;
    long nextUs;

    Repeated(long periodUs, BooleanSupplier work, long nowUs) {
      this.periodUs = periodUs;
      this.work = work;
      this.nextUs = nowUs + periodUs;
    }
  }

  private final CallLock lock = new CallLock();
  private final JobMemory job;
  private final int me;
  private final int ranks;
  private final int process;
  private final @Nullable StreamReader[] readers;
  private final @Nullable StreamWriter[] writers;
  private final Deque<Message> toItself = new ArrayDeque<>();
  private final Deque<Repeated> repeated = new ArrayDeque<>();
  private final Receiver receiver;
  private final DecisionLog log;
  private final Waits waits;
  private final ReplicaBoards boards;
  private final List<Runnable> asides = new ArrayList<>();
  private final IdleStrategy pauses;
  private final boolean isCoreShared;
  private final Siblings siblings;
  private final int pollsAtOnce;
  private final boolean hasVotes;
  private @Nullable Ballots ballots;
  private String call = "";
  private int nextRank;
  private long lookedNs;
  private long timeUs;
  private long aheadUs;
  private boolean isTimeTold;
  private BooleanSupplier look = ReplicaEngine::findsNothing;
  private boolean isTestOver;
  private boolean isFound;
  private boolean isOwnDecision;

  public ReplicaEngine(JobMemory job, int process, Receiver receiver) {
    this.job = job;
    this.process = process;
    ReplicaGroups replicaGroups = job.shape().replicaGroups();
    this.me = replicaGroups.rankOf(process);
    this.ranks = replicaGroups.ranks();
    this.receiver = receiver;
    this.log = new DecisionLog(job, process);
    this.waits = new Waits(job, log);
    this.boards = new ReplicaBoards(job, this, process);
    this.readers = new StreamReader[ranks];
    this.writers = new StreamWriter[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != me) {
        readers[rank] = StreamReader.of(job, rank, process);
        writers[rank] = StreamWriter.of(job, process, rank);
      }
    }
    this.hasVotes = Majority.isNeeded(job, replicaGroups.processesOf(me));
    this.pauses = job.waiting(() -> {});
    this.isCoreShared = job.isCoreShared();
    this.pollsAtOnce = isCoreShared ? 0 : POLLS_ON_OWN_CORE;
    this.siblings = new Siblings(job, process, hasVotes);
  }

  /** Sets what is agreed on outside of the messages. */
  void agreeBy(Ballots newBallots) {
    ballots = newBallots;
  }

  // ------------------------------------------------------------------ calls

  @Override
  public void step(int rank, String newCall) {
    if (!lock.isMine()) {
      throw new IllegalStateException(newCall + " has been called without the lock");
    }
    call = newCall;
    job.step(Step.CALL);
  }

  @Override
  public void enter() {
    lock.lock();
  }

  @Override
  public void leave() {
    lock.unlock();
  }

  @Override
  public void await(int rank, Awaited awaited) {
    guarded(
        () -> {
          int turn = 0;
          takeOwn();
          while (!awaited.isOver()) {
            if (tellNext(false)) {
              turn = 0;
            } else if (turn < pollsAtOnce) {
              turn++;
            } else {
              pause(turn++ - pollsAtOnce);
            }
          }
        });
  }

  @Override
  public void letOthersContinue(int rank) {
    finds(ReplicaEngine::findsNothing);
  }

  private static boolean findsNothing() {
    return false;
  }

  /**
   * Tells the rank what there is, and then what a look finds: that of the replica that comes here
   * first.
   *
   * @param newLook at what others may change; once it has found something, so would all
   */
  boolean finds(BooleanSupplier newLook) {
    look = newLook;
    guarded(
        () -> {
          takeOwn();
          for (int turn = 0; !isTestOver; ) {
            if (!tellNext(true)) {
              pause(turn++);
            }
          }
        });
    isTestOver = false;
    look = ReplicaEngine::findsNothing;
    return isFound;
  }

  // ------------------------------------------------------------------ conditions on memory

  /** Waits for a stable condition; see {@link Waits}. */
  void awaitCondition(Waits.Condition condition) {
    guarded(
        () -> {
          takeOwn();
          waits.begin(condition);
          boolean isToLook = false;
          for (int turn = 0; !advanceWait(condition, isToLook); turn++) {
            isToLook = turn >= pollsAtOnce && pause(turn - pollsAtOnce);
            if (isToLook) {
              openWait();
            }
          }
          waits.end();
        });
  }

  /** Tests the condition, then follows the log; returns whether the wait is over. */
  private boolean advanceWait(Waits.Condition condition, boolean isThorough) {
    boolean isHolding = condition.holds(isThorough) && !isAnyVoteOpen();
    job.step(Step.LOOK);
    if (!waits.pass()) {
      return false;
    }
    if (!waits.isToOpen()) {
      return isHolding;
    }
    for (int turn = 0; waits.isToOpen() || waits.isOpen(); ) {
      if (!tellNext(false)) {
        pause(turn++);
      }
    }
    for (int turn = 0; !condition.holds(true); turn++) {
      pause(turn); // another replica has found that it holds
    }
    return true;
  }

  /** Opens the wait that this process is in, if the rank can be told something. */
  private void openWait() {
    flush();
    if (!isAnyVoteOpen() && waits.pass() && !waits.isToOpen() && found(false) != DecisionLog.NONE) {
      log.propose(waits.opening());
    }
  }

  /** Has something done that the rank is not told, from time to time, also while it computes. */
  void aside(Runnable work) {
    asides.add(work);
  }

  /** Ends that. */
  void asideNoMore(Runnable work) {
    asides.remove(work);
  }

  /** Publishes what stands in memory for all when this returns. */
  void publish(StreamWriter writer, Message message, Waits.Condition isWritten) {
    guarded(() -> writer.put(message));
    awaitCondition(isWritten);
  }

  @Override
  public Optional<BoardMemory> boardMemory() {
    return job.shape().ofReplicaGroups().boards() == 0 ? Optional.empty() : Optional.of(boards);
  }

  /** Ends the job where the replicas differ: which one is right, nobody knows. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (Divergence e) {
      throw diverged(e);
    }
  }

  /**
   * Does what the rank is told nothing by: it stands between what it has been told and what it will
   * be told.
   */
  <T> T byItself(Supplier<T> work) {
    enter();
    try {
      return work.get();
    } catch (Divergence e) {
      throw diverged(e);
    } finally {
      leave();
    }
  }

  // ------------------------------------------------------------------ checkpoints

  /** Pins all that has been told and sent so far, when all of it has found room. */
  boolean pin() {
    awaitReplicas(() -> hasWritten());
    boolean isPinned = log.pin().raise(log.index()) && boards.pin();
    for (int rank = 0; rank < ranks; rank++) {
      StreamReader reader = readers[rank];
      StreamWriter writer = writers[rank];
      isPinned &=
          reader == null || (reader.isBetweenMessages() && reader.pin().raise(reader.head()));
      isPinned &= writer == null || writer.pin().raise(writer.tail());
    }
    return isPinned;
  }

  private boolean hasWritten() {
    for (StreamWriter writer : writers) {
      if (writer != null && !writer.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** The state; null if something is under way, or a rank has failed. */
  @Nullable State state() {
    boolean isQuiet = toItself.isEmpty() && hasWritten() && boards.isQuiet();
    for (int rank = 0; rank < ranks; rank++) {
      StreamReader reader = readers[rank];
      isQuiet &= rank == me || (reader != null && reader.isBetweenMessages());
    }
    return isQuiet ? new State(this) : null;
  }

  /** Does again what the life before had done when it pinned all, until it continues. */
  void stayBeforePin(State state) {
    boards.stayBeforePin(state.boards);
  }

  /** Continues from a state of the life before. */
  void continueFrom(State state) {
    waits.continueAfter(state.waits);
    boards.continueFrom(state.boards);
    for (int rank = 0; rank < ranks; rank++) {
      StreamReader reader = readers[rank];
      StreamWriter writer = writers[rank];
      if (reader != null && writer != null) {
        reader.continueAt(state.heads[rank]);
        writer.continueAt(state.tails[rank]);
      }
    }
    timeUs = state.timeUs;
    if (job.hosts().areSeveral()) {
      aheadUs = timeUs - TimeUnit.NANOSECONDS.toMicros(job.nanoTime());
    }
    isTimeTold = state.isTimeTold;
    int place = 0;
    for (Repeated each : repeated) {
      each.nextUs = state.nextUs[place++];
    }
    log.continueAt(state.index, state.leader);
  }

  /** Lets go of what was before a state that this process would continue from. */
  void forget() {
    for (int rank = 0; rank < ranks; rank++) {
      StreamReader reader = readers[rank];
      StreamWriter writer = writers[rank];
      if (reader != null && writer != null) {
        reader.forget();
        writer.forget();
      }
    }
    log.forget();
    boards.forget();
  }

  /** Waits, in {@link #byItself}, for what other processes have to do; the rank is told nothing. */
  void awaitReplicas(BooleanSupplier isOver) {
    for (int turn = 0; !isOver.getAsBoolean(); turn++) {
      flush();
      pause(turn);
    }
  }

  private Error diverged(Divergence e) {
    throw receiver.diverged(
        "replicas of rank "
            + me
            + " differ in "
            + (call.isEmpty() ? "a call" : call)
            + ": "
            + e.getMessage(),
        e);
  }

  /** Leaves the core to others; returns whether it is time to look who lives. */
  private boolean pause(int turn) {
    int holds = lock.release();
    boolean isTimeToLook;
    try {
      isTimeToLook = idle(turn);
    } finally {
      lock.takeAgain(holds);
    }
    if (isTimeToLook) {
      asides.forEach(Runnable::run);
    }
    return isTimeToLook;
  }

  private boolean idle(int turn) {
    if (isCoreShared && siblings.announceWait(log.index() + waits.count() + 1)) {
      job.nap();
      return true;
    }
    return pauses.idle(turn);
  }

  // ------------------------------------------------------------------ decisions

  /**
   * Tells the rank the next thing: what has been decided already, or else what there is.
   *
   * @param isTest whether there may be nothing, which then is the decision
   * @return whether anything was told
   */
  private boolean tellNext(boolean isTest) {
    if (isAnyVoteOpen() || !waits.pass()) {
      return false;
    }
    long decision = log.next();
    isOwnDecision = decision == DecisionLog.NONE;
    if (isOwnDecision) {
      flush();
      if (log.isHeldUp()) {
        return false;
      }
      long proposal = found(isTest);
      decision = proposal == DecisionLog.NONE ? proposal : log.propose(proposal);
      if (decision == DecisionLog.NONE) {
        return false;
      }
    }
    follow(decision, isTest);
    job.step(Step.DONE);
    log.followed();
    if (!Waits.isAbout(decision)) {
      takeOwn();
    }
    return true;
  }

  /**
   * Whether replicas have yet to vote on what this one has sent. Until then it is told nothing: it
   * may be wrong, and must not come to results.
   */
  private boolean isAnyVoteOpen() {
    if (!hasVotes) {
      return false;
    }
    flush();
    for (StreamWriter writer : writers) {
      if (writer != null && writer.isVoteOpen()) {
        return true;
      }
    }
    return false;
  }

  /**
   * What the rank can be told now; first the time, if the last one it was told is old. But not the
   * time twice: where a step takes long, nothing else would be told any more.
   */
  private long found(boolean isTest) {
    if (waits.isOpen()) {
      long end = waits.endIfOver();
      if (end != DecisionLog.NONE || !waits.mayBeTold()) {
        return end;
      }
    }
    long nowNs = job.nanoTime();
    long nowUs = microseconds(nowNs);
    long event = event(nowNs);
    boolean isOtherTold = event != DecisionLog.NONE || isTest;
    if (isOtherTold ? !isTimeTold && nowUs - timeUs >= TICK_US : isWorkDue(nowUs)) {
      return DecisionLog.word(Kind.TIME, nowUs);
    }
    return event == DecisionLog.NONE && isTest
        ? DecisionLog.word(Kind.END_OF_TEST, look.getAsBoolean() ? 1 : 0)
        : event;
  }

  /** A time by the clock of the host that has told the last one. */
  private long microseconds(long ns) {
    return TimeUnit.NANOSECONDS.toMicros(ns) + aheadUs;
  }

  /** Waits a moment for what another replica has seen, be it on another host. */
  void awaitOthers(int turn) {
    if (job.hosts().areSeveral()) {
      flush();
      pause(turn);
    } else {
      job.spin();
    }
  }

  /** The next decision, behind those about waits that this process has ended by itself. */
  private long nextPastWaits() {
    long decision = Waits.ANY;
    for (int turn = 0; Waits.isAbout(decision); turn++) {
      if (waits.pass()) {
        decision = log.next();
      } else {
        flush();
        pause(turn);
      }
    }
    return decision;
  }

  /** A message, the outcome of an agreement, or a death. */
  private long event(long nowNs) {
    for (int i = 0; i < ranks; i++) {
      nextRank = nextRank + 1 < ranks ? nextRank + 1 : 0;
      StreamReader reader = readers[nextRank];
      if (reader != null && reader.hasNext()) {
        return DecisionLog.word(Kind.MESSAGE, nextRank);
      }
    }
    boolean isTimeToLook = nowNs - lookedNs >= LOOK_NS;
    long agreement = ballots == null ? Ballots.NONE : ballots.due(isTimeToLook);
    if (agreement != Ballots.NONE) {
      return DecisionLog.word(Kind.AGREEMENT, agreement);
    }
    if (!isTimeToLook) {
      return DecisionLog.NONE;
    }
    lookedNs = nowNs;
    int dead = failed();
    return dead < 0
        ? DecisionLog.NONE
        : DecisionLog.word(Kind.DEATH, dead | streamEnd(dead) << RANK_BITS);
  }

  /** A rank whose replicas have all failed, and of which all messages have come; -1 if none. */
  private int failed() {
    for (int rank = 0; rank < ranks; rank++) {
      StreamReader reader = readers[rank];
      if (reader != null && job.isReplicaGroupMissing(rank) && !reader.hasNext()) {
        return rank;
      }
    }
    return -1;
  }

  private void follow(long decision, boolean isTest) {
    long value = DecisionLog.value(decision);
    isTimeTold = DecisionLog.kind(decision) == Kind.TIME;
    switch (DecisionLog.kind(decision)) {
      case MESSAGE -> takeFrom((int) value);
      case END_OF_TEST -> endTest(isTest, value);
      case DEATH -> bury(value);
      case AGREEMENT -> requireBallots().tell(value);
      case TIME -> advanceClock(value);
      case WAIT, END_OF_WAIT -> waits.follow(decision);
      case LEADER, NOTHING -> throw new Divergence("a decision of no kind");
    }
  }

  private Ballots requireBallots() {
    Ballots known = ballots;
    if (known == null) {
      throw new Divergence("another replica has been told the outcome of an agreement");
    }
    return known;
  }

  private void takeFrom(int rank) {
    StreamReader reader = rank < ranks ? readers[rank] : null;
    if (reader == null) {
      throw new Divergence("another replica has had a message from rank " + rank);
    }
    for (int turn = 0; !reader.hasNext(); turn++) {
      boolean isOver = job.hosts().areSeveral() && job.isReplicaGroupOut(rank);
      if (isOver && !reader.hasNext()) {
        throw Divergence.ofLoss("it has had a message of rank " + rank);
      }
      awaitOthers(turn);
    }
    reader.take(receiver::take);
  }

  private void endTest(boolean isTest, long value) {
    if (!isTest) {
      throw new Divergence("it waits here, and another replica tests");
    }
    isTestOver = true;
    isFound = value != 0;
  }

  private void advanceClock(long nowUs) {
    setClock(nowUs);
    for (int left = repeated.size(); left > 0; left--) {
      Repeated each = repeated.remove();
      boolean isDue = each.nextUs <= nowUs;
      if (!isDue || each.work.getAsBoolean()) {
        each.nextUs = isDue ? nowUs + each.periodUs : each.nextUs;
        repeated.add(each);
      }
    }
  }

  private void setClock(long nowUs) {
    timeUs = nowUs;
    if (!log.isLeading() || (!isOwnDecision && job.hosts().areSeveral())) {
      aheadUs = nowUs - TimeUnit.NANOSECONDS.toMicros(job.nanoTime());
    }
  }

  private boolean isWorkDue(long nowUs) {
    for (Repeated each : repeated) {
      if (each.nextUs <= nowUs) {
        return true;
      }
    }
    return false;
  }

  /** Where the stream of a rank that is out has ended, over several hosts. */
  long streamEnd(int rank) {
    StreamReader reader = readers[rank];
    return reader == null || !job.hosts().areSeveral() ? 0 : reader.end() / Frame.LINE;
  }

  private void bury(long death) {
    int rank = (int) death & ((1 << RANK_BITS) - 1);
    awaitFailure(rank);
    if (DecisionLog.value(death) != DecisionLog.value(rank | streamEnd(rank) << RANK_BITS)) {
      throw Divergence.ofLoss("it has had other messages of rank " + rank);
    }
    bury(rank);
  }

  private void awaitFailure(int rank) {
    for (int turn = 0; !job.hasReplicaGroupFailed(rank); turn++) {
      awaitOthers(turn);
    }
  }

  /** Takes what a failed rank has sent before its end, and then tells that it has failed. */
  void bury(int rank) {
    StreamReader reader = readers[rank];
    if (reader == null) {
      return;
    }
    awaitFailure(rank);
    while (reader.hasNext()) {
      reader.take(receiver::take);
    }
    readers[rank] = null;
    writers[rank] = null;
    receiver.failed(rank);
  }

  /** A time in nanoseconds that is the same for all replicas. */
  @Override
  public long nanoTime() {
    return TimeUnit.MICROSECONDS.toNanos(timeUs);
  }

  /** The time in nanoseconds, decided now. */
  @Override
  public long decidedNanoTime() {
    enter();
    try {
      guarded(
          () -> {
            for (int turn = 0; isAnyVoteOpen(); turn++) {
              pause(turn);
            }
            long decision = nextPastWaits();
            isOwnDecision = decision == DecisionLog.NONE;
            for (int turn = 0; decision == DecisionLog.NONE; turn++) {
              long nowUs = microseconds(job.nanoTime());
              decision = log.propose(DecisionLog.word(Kind.TIME, nowUs));
              if (decision == DecisionLog.NONE) {
                flush();
                pause(turn);
              }
              if (decision == DecisionLog.NONE || Waits.isAbout(decision)) {
                decision = nextPastWaits();
              }
            }
            if (DecisionLog.kind(decision) != Kind.TIME) {
              throw new Divergence("it asks for the time, and another replica does not");
            }
            setClock(DecisionLog.value(decision));
            log.followed();
          });
    } finally {
      leave();
    }
    return nanoTime();
  }

  /** Runs some work every so many nanoseconds, until it returns false; told as the rest is. */
  public void repeat(long periodNs, BooleanSupplier work) {
    long periodUs = Math.max(1, TimeUnit.NANOSECONDS.toMicros(periodNs));
    repeated.add(new Repeated(periodUs, work, timeUs));
  }

  // ------------------------------------------------------------------ messages

  @Override
  public Channel channelTo(int to) {
    return message -> send(to, message);
  }

  @Override
  public void send(int to, Message message) {
    StreamWriter writer = writers[to];
    if (to == me) {
      toItself.add(message.kept());
      message.taken();
    } else if (writer != null) {
      guarded(() -> writer.put(message));
    } else {
      message.taken();
    }
  }

  /** What a rank sends itself comes at the next wait or test, before all else. */
  private void takeOwn() {
    for (Message own = toItself.poll(); own != null; own = toItself.poll()) {
      receiver.take(own);
    }
  }

  private void flush() {
    for (StreamWriter writer : writers) {
      if (writer != null && !writer.isEmpty()) {
        writer.flush();
      }
    }
    if (ballots != null) {
      ballots.read();
    }
  }

  @Override
  public void takenOut(Message message) {}

  @Override
  public void finish() {
    guarded(
        () -> {
          for (int turn = 0; !flushAll(); turn++) {
            for (StreamReader reader : readers) {
              if (reader != null) {
                reader.drop();
              }
            }
            pause(turn);
          }
        });
  }

  private boolean flushAll() {
    flush();
    boolean isAllSent = true;
    for (int rank = 0; rank < ranks; rank++) {
      StreamWriter writer = writers[rank];
      if (writer != null && !writer.isEmpty()) {
        if (job.isReplicaGroupOut(rank)) {
          writer.clear();
        } else {
          isAllSent = false;
        }
      }
    }
    return isAllSent;
  }

  /** Only what the rank is not told. */
  @Override
  public void pollAside() {
    if (lock.tryLock()) {
      try {
        guarded(this::flush);
        asides.forEach(Runnable::run);
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public String toString() {
    return "process " + process + ", a replica of rank " + me;
  }
}
