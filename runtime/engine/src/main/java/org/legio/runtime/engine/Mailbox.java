package org.legio.runtime.engine;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.Payload;

/**
 * Matches the messages that arrive at a rank with its receives, by context, source and tag, in
 * MPI's order.
 */
public final class Mailbox {
  /** A receive without a request reads only one ring, so every so many of a collective poll all. */
  private static final int RECEIVES_BETWEEN_POLLS = 64;

  /** Messages of collectives that have failed may come after their communicator is freed. */
  private static final int MAX_FREED = 1024;

  private final RankState owner;
  private final Universe universe;
  private final LongTable<MessageBox> boxes = new LongTable<>();

  /** Unexpected messages, and how many messages have come from each sender. */
  static final class State implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Those of one context. */
    private static final class Arrived implements Serializable {
      private static final long serialVersionUID = 1L;

      private final int[] begun;
      private final ArrayList<Message.Copy> unexpected = new ArrayList<>();

      private Arrived(MessageBox box) {
        this.begun = box.arrivals.counts();
        box.unexpected.forEach(message -> unexpected.add(message.copy()));
      }
    }

    private final HashMap<Long, Arrived> boxes = new HashMap<>();
    private final ArrayList<Long> freed;

    private State(Collection<Long> freed) {
      this.freed = new ArrayList<>(freed);
    }
  }

  /** The receives that wait for messages. */
  Set<Integer> posted() {
    Set<Integer> numbers = new TreeSet<>();
    boxes.values().forEach(box -> box.posted.forEach(receive -> numbers.add(receive.number)));
    return numbers;
  }

  /** The state; null if a transfer is under way. */
  @Nullable State state() {
    if (!announced.isEmpty() || !fetching.isEmpty()) {
      return null;
    }
    State state = new State(freed);
    for (MessageBox box : boxes.values()) {
      if (box.arrivals.hasGap()) {
        return null;
      }
      state.boxes.put(box.context, new State.Arrived(box));
    }
    return state;
  }

  /** Continues from a state of the life before; receives that wait now continue waiting. */
  void continueFrom(State state) {
    freed.clear();
    freed.addAll(state.freed);
    for (MessageBox box : boxes.values()) {
      box.unexpected.clear();
      box.arrivals.continueFrom(new int[0]);
    }
    state.boxes.forEach(
        (context, arrived) -> {
          MessageBox box = box(context);
          box.arrivals.continueFrom(arrived.begun);
          arrived.unexpected.forEach(copy -> box.unexpected.add(copy.message()));
        });
  }

  private record Fetch(ReceiveRequest receive, Message message) {}

  /** What is being fetched, by the number of the receive. */
  private final Map<Integer, Fetch> fetching = new LinkedHashMap<>();

  /** Sends whose data has not been fetched completely, by their number. */
  private final Map<Integer, SendRequest> announced = new LinkedHashMap<>();

  /** The contexts that were freed last and are without a box. */
  private final Set<Long> freed = new LinkedHashSet<>();

  private int collectiveReceives;

  /** What is sent without a request; its data is copied at once. */
  private final Message shortMessage;

  Mailbox(RankState owner) {
    this.owner = owner;
    this.universe = owner.universe;
    this.shortMessage = new Message(Message.Kind.EAGER, owner.rank);
  }

  /** How many contexts take memory here. */
  int size() {
    return boxes.size() + freed.size();
  }

  private MessageBox box(long context) {
    MessageBox box = boxes.get(context);
    if (box == null) {
      box = new MessageBox(context, owner, universe.mayOvertake());
      boxes.put(context, box);
    }
    return box;
  }

  // ------------------------------------------------------------------ sending, receiving

  /**
   * Starts a send.
   *
   * @param isEager whether it is complete as soon as the message is on its way
   */
  void send(SendRequest send, boolean isEager) {
    if (send.comm.isRevoked) {
      send.fail(MpiError.REVOKED);
    } else if (owner.knowsDead(send.worldDestination())) {
      send.fail(MpiError.PROC_FAILED);
    } else {
      if (!isEager) {
        announced.put(send.number, send);
      }
      owner.channelTo(send.worldDestination()).put(send.first(isEager));
      if (isEager) {
        send.complete();
      }
    }
  }

  /**
   * Starts a receive. From a dead rank it still gets the messages that have arrived, as in Open
   * MPI.
   */
  void receive(ReceiveRequest receive) {
    if (receive.comm.isRevoked) {
      receive.fail(MpiError.REVOKED);
      return;
    }
    MessageBox box = box(receive.context());
    Message message = box.take(receive.source(), receive.tag());
    if (message != null) {
      match(receive, message);
    } else if (canOnlyFail(receive)) {
      receive.fail(MpiError.PROC_FAILED);
    } else {
      box.posted.add(receive);
    }
  }

  /**
   * Sends a short message without a request, if there is room for it now and nothing forbids it.
   *
   * @param data dense
   * @return false if nothing has been done
   */
  boolean sendNow(Comm comm, long context, int dest, int tag, Payload data) {
    int length = data.length();
    int worldDestination = comm.context.remote[dest];
    if (comm.isRevoked || length > universe.eagerBytes() || owner.knowsDead(worldDestination)) {
      return false;
    }
    shortMessage
        .matchedBy(context, comm.rank, tag)
        .carrying(length, comm.nextMessageTo(dest, context))
        .with(data, 0);
    boolean isSent = owner.channelTo(worldDestination).putNow(shortMessage);
    if (!isSent) {
      comm.takeBackMessageTo(dest, context);
    }
    return isSent;
  }

  /**
   * Receives the message that is due next from a rank, if nothing else can match it before. It may
   * be waited for a little.
   *
   * @return the message, whose data has been unpacked; it is used again. Null if it is another one
   */
  @Nullable Message receiveNow(Comm comm, int source, int tag, Items items) {
    return taken(due(comm, comm.context.open(), source, tag, items.bytes()), comm, source, items);
  }

  /** Likewise, in a collective that has not failed here; returns whether it was the message. */
  boolean receiveNowInCollective(Comm comm, int source, int tag, Items items) {
    return taken(dueInCollective(comm, source, tag, items.bytes()), comm, source, items) != null;
  }

  /** Likewise; returns its data, or null. */
  byte @Nullable [] receiveNowInCollective(Comm comm, int source, int tag, int capacity) {
    Message message = dueInCollective(comm, source, tag, capacity);
    if (message == null) {
      return null;
    }
    byte[] data = message.payload().toBytes();
    owner.channelTo(comm.context.remote[source]).received();
    return data;
  }

  private @Nullable Message taken(@Nullable Message message, Comm comm, int source, Items items) {
    if (message != null) {
      try {
        message.payload().unpackTo(items, 0);
      } finally {
        owner.channelTo(comm.context.remote[source]).received();
      }
    }
    return message;
  }

  private @Nullable Message dueInCollective(Comm comm, int source, int tag, int capacity) {
    boolean isTimeToPoll = ++collectiveReceives % RECEIVES_BETWEEN_POLLS == 0;
    return isTimeToPoll || comm.isRevoked || owner.knowsFatalDeathIn(comm.context)
        ? null
        : due(comm, comm.context.hidden(), source, tag, capacity);
  }

  private @Nullable Message due(Comm comm, long context, int source, int tag, int capacity) {
    MessageBox box = box(context);
    if (!box.posted.isEmpty() || !box.unexpected.isEmpty()) {
      return null;
    }
    Message message = owner.channelTo(comm.context.remote[source]).due(context, source, tag);
    if (message == null || message.length() > capacity) {
      return null;
    }
    box.arrivals.count(message);
    return message;
  }

  private boolean canOnlyFail(ReceiveRequest receive) {
    return owner.knowsFatalDeathIn(receive.comm.context)
        || (!receive.isAnySource() && owner.knowsDead(receive.worldSource()));
  }

  /** Withdraws a receive that has not found its message; false if it has. */
  boolean withdraw(ReceiveRequest receive) {
    MessageBox box = boxes.get(receive.context());
    boolean isWithdrawn = box != null && box.posted.remove(receive);
    if (isWithdrawn) {
      settle(receive.context());
    }
    return isWithdrawn;
  }

  boolean isPosted(ReceiveRequest receive) {
    MessageBox box = boxes.get(receive.context());
    return box != null && box.posted.contains(receive);
  }

  /** The first message that a receive would get now; the message stays here. */
  @Nullable Message peek(long context, int source, int tag) {
    MessageBox box = boxes.get(context);
    return box == null ? null : box.find(source, tag);
  }

  /** Removes and returns the first message that a receive would get now. */
  @Nullable Message take(long context, int source, int tag) {
    MessageBox box = boxes.get(context);
    return box == null ? null : box.take(source, tag);
  }

  /** Gives a message to its receive. */
  void match(ReceiveRequest receive, Message message) {
    universe.happened(Trace.Kind.MATCH, owner.rank, message.worldSource(), message.tag());
    receive.found(message);
    if (message.kind() == Message.Kind.EAGER) {
      universe.takenOut(message);
      receive.land(message);
    } else if (owner.knowsDead(message.worldSource())) {
      receive.fail(MpiError.PROC_FAILED);
    } else {
      Message kept = message.kept();
      fetching.put(receive.number, new Fetch(receive, kept));
      owner
          .channelTo(kept.worldSource())
          .put(kept.reply(Message.Kind.CLEAR_TO_SEND, owner.rank, receive.number));
    }
  }

  /**
   * Whether a freed send has not been fetched: the program may end MPI, but not its receiver's
   * message (MPI 4.1, section 11.2.2).
   *
   * @param isGone whether a rank of the world fetches nothing any more
   */
  public boolean hasFreedSends(IntPredicate isGone) {
    return announced.values().stream()
        .anyMatch(send -> send.isFreed && !isGone.test(send.worldDestination()));
  }

  // ------------------------------------------------------------------ what happens to this rank

  /** Handles the arrival of a message. */
  public void arrive(Message message) {
    if (owner.knowsDead(message.worldSource())) {
      return;
    }
    switch (message.kind()) {
      case EAGER, REQUEST_TO_SEND -> arriveFirst(message);
      case CLEAR_TO_SEND -> sendFetched(message);
      case DATA -> landFetched(message);
      case WINDOW ->
          owner
              .windowOf(message.context())
              .ifPresentOrElse(
                  window -> window.arrive(message),
                  () -> MemoryWindow.answerWithout(owner, message));
      case REVOCATION, NOTE, VOTE ->
          throw new IllegalStateException("a " + message.kind() + " is nothing for a mailbox");
    }
  }

  private void arriveFirst(Message message) {
    boolean isEager = message.kind() == Message.Kind.EAGER;
    if (owner.isRevoked(message.context()) || isTooLate(message.context())) {
      if (isEager) {
        universe.takenOut(message);
      }
      return;
    }
    if (isEager) {
      universe.arrived(owner.rank, message);
    }
    MessageBox box = box(message.context());
    boolean isGapClosed = box.arrivals.count(message);
    int place = box.placeOfReceive(message);
    if (place >= 0) {
      match(box.posted.remove(place), message);
    } else {
      box.add(message.kept());
      owner.wake();
    }
    if (box.isDisordered() && (isGapClosed || place >= 0)) {
      settle(box);
    }
  }

  /** Matches what has had to wait for an earlier message, after receives have changed. */
  void settle(long context) {
    MessageBox box = boxes.get(context);
    if (box != null && box.isDisordered()) {
      settle(box);
    }
  }

  private void settle(MessageBox box) {
    for (Message message = box.nextSettled(); message != null; message = box.nextSettled()) {
      ReceiveRequest receive = box.posted.remove(box.placeOfReceive(message));
      box.unexpected.remove(message);
      match(receive, message);
    }
  }

  private void settleAll() {
    for (MessageBox box : boxes.values()) {
      if (box.isDisordered()) {
        settle(box);
      }
    }
  }

  private boolean isTooLate(long context) {
    return boxes.get(context) == null && freed.contains(context);
  }

  /**
   * Frees what a context takes, unless something of it is still waited for.
   *
   * @param context the number of its communicator's context
   */
  void forget(long context) {
    forgetBox(CommContext.open(context));
    forgetBox(CommContext.hidden(context));
  }

  private void forgetBox(long context) {
    MessageBox box = boxes.get(context);
    if (box != null && !box.isQuiet()) {
      return;
    }
    boxes.remove(context);
    freed.add(context);
    if (freed.size() > MAX_FREED) {
      freed.remove(freed.iterator().next());
    }
  }

  private void sendFetched(Message message) {
    SendRequest send = announced.get(message.send());
    if (send != null) {
      owner
          .channelTo(message.worldSource())
          .put(
              send.second(
                  message,
                  () -> {
                    announced.remove(send.number);
                    send.complete();
                  }));
    }
  }

  private void landFetched(Message message) {
    Fetch fetch = fetching.get(message.receive());
    if (fetch != null) {
      if (message.offset() + message.payload().length() == message.length()) {
        fetching.remove(message.receive());
      }
      fetch.receive.land(message);
    }
  }

  /** Ends what waits for a rank, because this rank has noticed its death. */
  void failPartnersOf(int dead) {
    settleAll(); // what is missing of the dead rank does not come any more
    failAll(
        receive -> receive.worldSource() == dead || receive.comm.context.failsWith(dead),
        (receive, message) -> message.worldSource() == dead || receive.comm.context.failsWith(dead),
        send -> send.worldDestination() == dead,
        MpiError.PROC_FAILED);
  }

  /**
   * Ends all that waits in a communicator, because this rank has learned of its revocation.
   *
   * @param context the number of its context
   */
  void failAllOf(long context) {
    failAll(
        receive -> receive.comm.context.id == context,
        (receive, message) -> receive.comm.context.id == context,
        send -> send.comm.context.id == context && !send.outlivesRevocation(),
        MpiError.REVOKED);
    drop(CommContext.open(context));
    drop(CommContext.hidden(context));
  }

  private void drop(long context) {
    MessageBox box = boxes.get(context);
    if (box != null) {
      for (Message message : box.unexpected) {
        if (message.kind() == Message.Kind.EAGER) {
          universe.takenOut(message);
        }
      }
      boxes.remove(context);
    }
  }

  private void failAll(
      Predicate<ReceiveRequest> posted,
      BiPredicate<ReceiveRequest, Message> fetched,
      Predicate<SendRequest> sent,
      int errorClass) {
    List<Request> failed = new ArrayList<>();
    for (MessageBox box : boxes.values()) {
      moveIf(box.posted, posted, failed);
    }
    for (Fetch fetch : List.copyOf(fetching.values())) {
      if (fetched.test(fetch.receive, fetch.message)) {
        fetching.remove(fetch.receive.number);
        failed.add(fetch.receive);
      }
    }
    for (SendRequest send : List.copyOf(announced.values())) {
      if (sent.test(send)) {
        announced.remove(send.number);
        failed.add(send);
      }
    }
    for (Request request : failed) {
      request.giveUp(errorClass);
    }
    settleAll();
  }

  private static <T extends Request> void moveIf(
      List<T> from, Predicate<T> condition, List<Request> to) {
    for (int i = 0; i < from.size(); i++) {
      if (condition.test(from.get(i))) {
        to.add(from.remove(i--));
      }
    }
  }
}
