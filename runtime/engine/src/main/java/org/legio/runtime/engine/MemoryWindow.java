package org.legio.runtime.engine;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Memory;
import org.legio.runtime.engine.datatype.Payload;

/**
 * One rank's view of a window: its own memory, which the others may read and write, and its
 * accesses to theirs.
 *
 * <ol>
 *   <li>An access is a message to the rank whose memory it is. That makes the access when the
 *       message arrives, and answers with what was there before, or with an error.
 *   <li>A lock is asked for and granted by messages, too: the rank whose memory it is keeps the
 *       queue of those that wait.
 *   <li>Posts and completes are messages without an answer. As messages between two ranks arrive in
 *       order, a complete comes after the accesses before it.
 * </ol>
 *
 * <p>Who waits for whom: an origin for the answer of a target that only has to be alive, since
 * messages are taken also while its program is elsewhere; or for a lock that another rank holds.
 * The death of the target ends the wait, and the death of a holder frees its lock.
 */
final class MemoryWindow {
  static final int ACCESS = 0;
  private static final int ANSWER = 1;
  static final int ERROR = 2;
  static final int LOCK_SHARED = 3;
  static final int LOCK_EXCLUSIVE = 4;
  static final int GRANT = 5;
  static final int UNLOCK = 6;
  static final int POST = 7;
  static final int COMPLETE = 8;

  private static final byte[] NOTHING = {};
  private static final String NO_WINDOW = "the target has not made this window: a rank has died";

  /** One rank's memory of a size in bytes; the unit of displacements is in bytes, too. */
  record Part(@Nullable Memory memory, int bytes, int unit, boolean isAllocated) {

    /** Memory of the program's, if it gives any. */
    static Part of(@Nullable Buffer base, int bytes, int unit) {
      return new Part(base == null ? null : Memory.of(base), bytes, unit, false);
    }

    /** Memory of MPI's own, to which the binding gives the program no access. */
    static Part allocated(int bytes, int unit) {
      return new Part(Memory.of(ByteBuffer.allocateDirect(bytes)), bytes, unit, true);
    }

    /** Where it begins; 0 if there is none, null if it is not known. */
    @Nullable Long address() {
      return memory == null ? Long.valueOf(0) : memory.address();
    }
  }

  /** Who wants the lock on this rank's memory, and the number of its question. */
  private record Wanted(int worldRank, int number, boolean isExclusive) {}

  private final RankState state;
  private final Comm comm;
  private final Part part;

  /** What this rank may do with the window now. */
  final WindowEpochs epochs;

  /** The holders of the lock on this rank's memory, with how often each holds it. */
  private final Map<Integer, Integer> holders = new HashMap<>();

  private final Set<Buffer> attached = Collections.newSetFromMap(new IdentityHashMap<>());

  private boolean isExclusive;
  private final Deque<Wanted> queue = new ArrayDeque<>();

  /** The answers that have come, by the numbers of the questions. */
  private final Map<Integer, Message> answers = new HashMap<>();

  private int questions;

  /** The ranks in the world that have exposed their memory to this rank. */
  private final Set<Integer> posted = new HashSet<>();

  /** The ranks in the world that have completed their access to this rank's memory. */
  private final Set<Integer> completed = new HashSet<>();

  private int[] exposedTo = {};
  private int[] accessTo = {};

  MemoryWindow(RankState state, Comm comm, Part part) {
    this.state = state;
    this.comm = comm;
    this.part = part;
    this.epochs = new WindowEpochs(!part.isAllocated());
  }

  Part part() {
    return part;
  }

  Comm comm() {
    return comm;
  }

  // ------------------------------------------------------------------ memory that comes and goes

  /** Attaches memory to this rank's part; false if it is attached, or the part has its own. */
  boolean attach(Buffer memory) {
    return part.memory() == null && attached.add(memory);
  }

  /** Detaches memory from this rank's part; false if it is not attached. */
  boolean detach(Buffer memory) {
    return attached.remove(memory);
  }

  // ------------------------------------------------------------------ accesses

  /**
   * Accesses a member's memory.
   *
   * @param target its rank in the window
   * @return what was there before, if it is asked for; null if the target is dead
   * @throws MpiErrorException if the target refuses the access
   */
  byte @Nullable [] access(int target, WindowRequest request) throws MpiErrorException {
    int worldTarget = comm.context.group[target];
    if (worldTarget == state.rank) {
      return request.perform(part);
    }
    Message answer = ask(worldTarget, ACCESS, request.encode());
    if (answer != null && answer.tag() == ERROR) {
      throw new MpiErrorException(
          answer.receive(), new String(answer.payload().toBytes(), StandardCharsets.UTF_8));
    }
    return answer == null ? null : answer.payload().toBytes();
  }

  /** Asks a rank and waits for its answer; null if it is dead. */
  private @Nullable Message ask(int worldRank, int kind, byte[] data) {
    if (state.universe.isDead(worldRank)) {
      return null;
    }
    int number = questions++;
    tell(worldRank, kind, number, 0, data);
    state
        .scheduler()
        .await(
            state.rank,
            () -> answers.containsKey(number) || hasLost(worldRank),
            () -> "the answer of " + worldRank + " on the window of " + comm);
    return answers.remove(number);
  }

  private boolean hasLost(int worldRank) {
    return state.knowsDead(worldRank);
  }

  private void tell(int worldRank, int kind, int number, int errorClass, byte[] data) {
    send(
        state,
        worldRank,
        new Message(Message.Kind.WINDOW, state.rank)
            .matchedBy(comm.context.id, comm.rank, kind)
            .between(number, errorClass),
        data);
  }

  private static void send(RankState state, int worldRank, Message message, byte[] data) {
    state.channelTo(worldRank).put(message.carrying(data.length, 0).with(Payload.of(data), 0));
  }

  /**
   * Answers a message about a window that this rank has not: it has learned of a death while the
   * window was made, and others have made it before they learned of it. A lock is granted, so that
   * they come to the call in which they learn that too.
   */
  static void answerWithout(RankState state, Message question) {
    Message answer = new Message(Message.Kind.WINDOW, state.rank);
    long context = question.context();
    switch (question.tag()) {
      case LOCK_SHARED, LOCK_EXCLUSIVE ->
          send(
              state,
              question.worldSource(),
              answer.matchedBy(context, state.rank, GRANT).between(question.send(), 0),
              NOTHING);
      case ACCESS ->
          send(
              state,
              question.worldSource(),
              answer.matchedBy(context, state.rank, ERROR).between(question.send(), MpiError.WIN),
              NO_WINDOW.getBytes(StandardCharsets.UTF_8));
      default -> {} // nobody waits for an answer
    }
  }

  /** Takes a message about this window. */
  void arrive(Message message) {
    int from = message.worldSource();
    switch (message.tag()) {
      case ACCESS -> answer(from, message);
      case ANSWER, ERROR, GRANT -> answers.put(message.send(), message.kept());
      case LOCK_SHARED, LOCK_EXCLUSIVE -> {
        queue.add(new Wanted(from, message.send(), message.tag() == LOCK_EXCLUSIVE));
        grant();
      }
      case UNLOCK -> release(from);
      case POST -> posted.add(from);
      case COMPLETE -> completed.add(from);
      default ->
          throw new IllegalStateException("message " + message.tag() + " on the window of " + comm);
    }
    state.scheduler().progress();
    state.wake();
  }

  private void answer(int from, Message question) {
    try {
      byte[] before = WindowRequest.decode(question.payload().toBytes()).perform(part);
      tell(from, ANSWER, question.send(), 0, before);
    } catch (MpiErrorException e) {
      byte[] text = e.reason().getBytes(StandardCharsets.UTF_8);
      tell(from, ERROR, question.send(), e.errorClass(), text);
    }
  }

  /** Frees what a dead rank holds and wants, unless it is to be kept for ever. */
  void forget(int dead) {
    if (!state.universe.windowsWaitForTheDead()) {
      queue.removeIf(wanted -> wanted.worldRank == dead);
      holders.remove(dead);
      grant();
    }
  }

  // ------------------------------------------------------------------ locks

  void lock(int target, boolean toExclude) {
    int worldTarget = comm.context.group[target];
    if (worldTarget == state.rank) {
      int number = questions++;
      queue.add(new Wanted(state.rank, number, toExclude));
      grant();
      state
          .scheduler()
          .await(
              state.rank,
              () -> answers.containsKey(number),
              () -> "its lock of its own memory on the window of " + comm);
      answers.remove(number);
    } else {
      ask(worldTarget, toExclude ? LOCK_EXCLUSIVE : LOCK_SHARED, NOTHING);
    }
  }

  /** Gives the lock to those that have waited longest, as far as they may have it together. */
  private void grant() {
    Wanted first = queue.peek();
    while (first != null && (holders.isEmpty() || (!first.isExclusive && !isExclusive))) {
      queue.poll();
      holders.merge(first.worldRank, 1, Integer::sum);
      isExclusive = first.isExclusive;
      if (first.worldRank == state.rank) {
        answers.put(first.number, own());
      } else {
        tell(first.worldRank, GRANT, first.number, 0, NOTHING);
      }
      first = queue.peek();
    }
  }

  private Message own() {
    return new Message(Message.Kind.WINDOW, state.rank)
        .matchedBy(comm.context.id, comm.rank, GRANT);
  }

  /** Gives up this rank's lock on a member's memory. */
  void unlock(int target) {
    int worldTarget = comm.context.group[target];
    if (worldTarget == state.rank) {
      release(worldTarget);
    } else {
      tell(worldTarget, UNLOCK, 0, 0, NOTHING);
    }
  }

  private void release(int worldRank) {
    holders.computeIfPresent(worldRank, (rank, times) -> times == 1 ? null : times - 1);
    grant();
    state.wake();
  }

  // ------------------------------------------------------------------ epochs

  void post(int[] origins) {
    exposedTo = origins;
    for (int origin : origins) {
      notify(origin, POST, posted);
    }
  }

  /** Tells a rank, which may be this one, that an epoch begins or ends. */
  private void notify(int worldRank, int kind, Set<Integer> own) {
    if (worldRank == state.rank) {
      own.add(worldRank);
    } else {
      tell(worldRank, kind, 0, 0, NOTHING);
    }
  }

  void start(int[] targets) {
    accessTo = targets;
    for (int target : targets) {
      state
          .scheduler()
          .await(
              state.rank,
              () -> posted.contains(target) || isGivenUp(target),
              () -> "the post of " + target + " on the window of " + comm);
      posted.remove(target);
    }
  }

  private boolean isGivenUp(int worldRank) {
    return !state.universe.windowsWaitForTheDead() && state.knowsDead(worldRank);
  }

  void complete() {
    for (int target : accessTo) {
      notify(target, COMPLETE, completed);
    }
    accessTo = new int[0];
  }

  boolean isExposureOver() {
    for (int origin : exposedTo) {
      if (!completed.contains(origin) && !isGivenUp(origin)) {
        return false;
      }
    }
    return true;
  }

  void endExposure() {
    for (int origin : exposedTo) {
      completed.remove(origin);
    }
    exposedTo = new int[0];
  }
}
