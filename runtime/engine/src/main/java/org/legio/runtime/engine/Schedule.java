package org.legio.runtime.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.Payload;

/**
 * One rank's part in a collective operation.
 *
 * <p>Algorithm: it consists of rounds of messages. A round begins when the round before is
 * complete. The operation fails when one of its messages fails, and does not tell the other ranks:
 * they may complete the same operation, or wait for this rank's messages for ever.
 */
final class Schedule extends Request {
  private final String call;
  private final int tag;

  /** What begins the messages of each round, or does local work; null between rounds. */
  private final List<@Nullable Runnable> parts = new ArrayList<>();

  private final List<Request> underWay = new ArrayList<>();
  private int next;
  private int pending;
  private int failed;
  private boolean isAdvancing;

  /** Whether it is being started by a call that waits for it. */
  private boolean isAwaited;

  private boolean finishesItsRounds;
  private boolean hasOutlived;

  Schedule(RankState owner, Comm comm, String call) {
    this(owner, comm, call, comm.nextCollective());
  }

  Schedule(RankState owner, Comm comm, String call, int tag) {
    super(owner, comm);
    this.call = call;
    this.tag = tag;
  }

  // ------------------------------------------------------------------ making

  /** Begins a new round, which starts when the round before is complete. */
  Schedule round() {
    if (!isEndOfRound(parts.size() - 1)) {
      parts.add(null);
    }
    return this;
  }

  private boolean isEndOfRound(int part) {
    return part < 0 || part == parts.size() || parts.get(part) == null;
  }

  /**
   * Adds a message to this round.
   *
   * @param data gives the bytes; called when the round begins
   */
  Schedule send(int to, Supplier<byte[]> data) {
    parts.add(() -> beginSend(to, Payload.of(data.get())));
    return this;
  }

  /** Adds a message of items to this round. They must not change before the operation is over. */
  Schedule send(int to, Items items) {
    parts.add(() -> beginSend(to, items.payload()));
    return this;
  }

  /** Adds a receive to this round. */
  Schedule receive(int from, int capacity, Consumer<byte[]> sink) {
    parts.add(() -> beginReceive(from, capacity, sink));
    return this;
  }

  /** Adds a receive of items to this round. */
  Schedule receive(int from, Items items) {
    parts.add(() -> beginReceive(from, items));
    return this;
  }

  /** Adds local work, to be done when the rounds before are complete. */
  Schedule then(Runnable action) {
    round();
    parts.add(action);
    return round();
  }

  // ------------------------------------------------------------------ running

  private void beginSend(int to, Payload data) {
    if (!finishesItsRounds && owner.mailbox.sendNow(comm, comm.context.hidden(), to, tag, data)) {
      return;
    }
    SendRequest send = new SendRequest(owner, comm, comm.context.hidden(), to, tag, data);
    begin(finishesItsRounds ? send.outlivingRevocation() : send);
    boolean isEager = data.length() <= owner.universe.eagerBytes() && send.isKept();
    owner.mailbox.send(send, isEager);
  }

  private void beginReceive(int from, int capacity, Consumer<byte[]> sink) {
    byte[] data =
        mayReceiveNow() ? owner.mailbox.receiveNowInCollective(comm, from, tag, capacity) : null;
    if (data == null) {
      ReceiveRequest.Sink guarded = payload -> guarded(() -> sink.accept(payload.toBytes()));
      post(from, capacity, ReceiveRequest.into(guarded, owner, comm));
    } else {
      guarded(() -> sink.accept(data));
    }
  }

  private void beginReceive(int from, Items items) {
    boolean isReceived =
        mayReceiveNow() && owner.mailbox.receiveNowInCollective(comm, from, tag, items);
    if (!isReceived) {
      post(from, items.bytes(), ReceiveRequest.into(items, owner, comm));
    }
  }

  /** Whether to receive is all that is left to do in this round, and to wait for. */
  private boolean mayReceiveNow() {
    return isAwaited && isEndOfRound(next) && pending == 0;
  }

  private void post(int from, int capacity, ReceiveRequest receive) {
    receive.post(comm, comm.context.hidden(), from, tag, capacity);
    begin(receive);
    owner.mailbox.receive(receive);
  }

  private void begin(Request part) {
    pending++;
    underWay.add(part);
    part.whenDone(() -> partDone(part));
  }

  private void partDone(Request part) {
    pending--;
    underWay.remove(part);
    hasOutlived |= comm.isRevoked && part instanceof SendRequest;
    if (part.error() != MpiError.SUCCESS) {
      withdrawRest();
      failed = part.error();
    }
    if (failed == MpiError.SUCCESS) {
      advance();
    } else if (underWay.isEmpty()) {
      fail(failed);
    }
  }

  /**
   * Ends receives. Sends go on, since their receivers may not fail, whatever the buffers become.
   */
  private void withdrawRest() {
    for (Request part : List.copyOf(underWay)) {
      if (part instanceof ReceiveRequest receive) {
        owner.mailbox.withdraw(receive);
        underWay.remove(receive);
      } else if (part instanceof SendRequest send && !finishesItsRounds) {
        send.detach();
      }
    }
    if (!finishesItsRounds) {
      underWay.clear();
    }
  }

  /**
   * Makes it fail only when the sends of its round have ended, if the runtime is one in which they
   * outlive a revocation. So it may never end.
   */
  Schedule finishingItsRounds() {
    finishesItsRounds = owner.universe.sendsOutliveRevocation();
    return this;
  }

  /** Whether some of its sends were not ended by the revocation, so it may have been given up. */
  boolean outlivesRevocation() {
    return finishesItsRounds && comm.isRevoked && (hasOutlived || !underWay.isEmpty());
  }

  /** Starts the operation, for a call that does nothing else until it is over. */
  void startAwaited() {
    isAwaited = true;
    start();
    isAwaited = false;
  }

  /** Starts the operation. */
  Schedule start() {
    if (comm.isRevoked) {
      fail(MpiError.REVOKED);
    } else {
      advance();
    }
    return this;
  }

  private void advance() {
    if (isAdvancing) {
      return;
    }
    isAdvancing = true;
    while (pending == 0 && !isDone()) {
      if (next == parts.size()) {
        complete();
      } else {
        beginRound();
      }
    }
    isAdvancing = false;
  }

  private void beginRound() {
    for (Runnable part = takeNext(); part != null && !isDone(); part = takeNext()) {
      guarded(part);
    }
  }

  /** The next part of this round; null behind its last one. */
  private @Nullable Runnable takeNext() {
    return next == parts.size() ? null : parts.get(next++);
  }

  /**
   * Runs a reduction of the program's own. If it throws, the wait for the operation throws that.
   * The messages continue, as in Open MPI, which sees no exception.
   */
  void runProgramsCode(Runnable code) {
    try {
      code.run();
    } catch (Exception | Error e) {
      thrown = thrown == null ? e : thrown;
    }
  }

  /**
   * Runs a part that may fail. If it throws, the operation fails and the wait for it throws that.
   */
  private void guarded(Runnable action) {
    try {
      action.run();
    } catch (Exception | Error e) {
      if (thrown == null) {
        thrown = e;
      }
      fail(MpiError.OTHER);
      withdrawRest();
    }
  }

  @Override
  public String describe() {
    StringBuilder text = new StringBuilder("its " + call + " on " + comm);
    for (Request part : underWay) {
      text.append("; ").append(part.describe());
    }
    return text.toString();
  }
}
