package org.legio.inprocess;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A collective operation as one rank takes part in it: rounds of messages, each begun when the one
 * before is complete.
 *
 * <p>It fails at the first of its messages that fails, and tells nobody: others may complete the
 * same operation, or wait for this rank's messages in vain.
 */
final class Schedule extends Request {

  /** Part of a round: starts a message, or does something at once. */
  @FunctionalInterface
  private interface Action {
    void begin();
  }

  private final String call;
  private final int tag;
  private final List<List<Action>> rounds = new ArrayList<>();
  private final List<Request> underWay = new ArrayList<>();
  private int next;
  private int pending;
  private boolean isAdvancing;

  Schedule(RankState owner, Comm comm, String call) {
    this(owner, comm, call, comm.nextCollective());
  }

  Schedule(RankState owner, Comm comm, String call, int tag) {
    super(owner, comm);
    this.call = call;
    this.tag = tag;
    round();
  }

  // ------------------------------------------------------------------ making

  /** What follows begins when all before is complete. */
  Schedule round() {
    if (rounds.isEmpty() || !last().isEmpty()) {
      rounds.add(new ArrayList<>());
    }
    return this;
  }

  private List<Action> last() {
    return rounds.get(rounds.size() - 1);
  }

  /**
   * Adds a message to this round.
   *
   * @param data asked for when the round begins
   */
  Schedule send(int to, Supplier<byte[]> data) {
    last().add(() -> beginSend(to, data.get()));
    return this;
  }

  /** Adds a receive to this round. */
  Schedule receive(int from, int capacity, ReceiveRequest.Sink sink) {
    last().add(() -> beginReceive(from, capacity, sink));
    return this;
  }

  /** Adds something to be done when all before is complete. */
  Schedule then(Runnable action) {
    round();
    last().add(action::run);
    return round();
  }

  // ------------------------------------------------------------------ running

  private void beginSend(int to, byte[] data) {
    SendRequest send = new SendRequest(owner, comm, comm.context.hidden(), to, tag, data);
    begin(send);
    owner.mailbox.send(send, data.length <= owner.universe.options().eagerBytes());
  }

  private void beginReceive(int from, int capacity, ReceiveRequest.Sink sink) {
    ReceiveRequest receive =
        new ReceiveRequest(
            owner,
            comm,
            comm.context.hidden(),
            from,
            tag,
            capacity,
            data -> guarded(() -> sink.take(data)));
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
    if (part.error() != MpiError.SUCCESS) {
      fail(part.error());
      withdrawRest();
    } else {
      advance();
    }
  }

  private void withdrawRest() {
    for (Request part : List.copyOf(underWay)) {
      if (part instanceof ReceiveRequest receive) {
        owner.mailbox.withdraw(receive);
      }
    }
    underWay.clear();
  }

  /** Starts it. */
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
      if (next == rounds.size()) {
        complete();
      } else {
        for (Action action : rounds.get(next++)) {
          if (!isDone()) {
            guarded(action::begin);
          }
        }
      }
    }
    isAdvancing = false;
  }

  /**
   * Runs an operation of the program's own. What it throws is for who waits; the messages go on, as
   * in Open MPI, which sees no exception.
   */
  void runProgramsCode(Runnable code) {
    try {
      code.run();
    } catch (Exception | Error e) {
      thrown = thrown == null ? e : thrown;
    }
  }

  /** Runs a part that may fail: what it throws is for who waits for the operation. */
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
  String describe() {
    StringBuilder text = new StringBuilder("its " + call + " on " + comm);
    for (Request part : underWay) {
      text.append("; ").append(part.describe());
    }
    return text.toString();
  }
}
