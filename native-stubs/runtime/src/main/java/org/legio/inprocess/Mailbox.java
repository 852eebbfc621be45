package org.legio.inprocess;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Matches the messages that arrive at a rank with its receives, by context, source and tag, in
 * MPI's order.
 */
final class Mailbox {

  /** The messages of one context. */
  private static final class Box {
    final List<ReceiveRequest> posted = new ArrayList<>();
    final List<Message> unexpected = new ArrayList<>();
  }

  private static final byte[] NOTHING = {};

  private final RankState owner;
  private final Universe universe;
  private final Map<Long, Box> boxes = new TreeMap<>();

  /** A receive whose message is being fetched. */
  private record Fetch(ReceiveRequest receive, Message message) {}

  /** What is being fetched, by the number of the receive. */
  private final Map<Integer, Fetch> fetching = new LinkedHashMap<>();

  /** Sends whose message has not been fetched, by their number. */
  private final Map<Integer, SendRequest> announced = new LinkedHashMap<>();

  Mailbox(RankState owner) {
    this.owner = owner;
    this.universe = owner.universe;
  }

  private Box box(long context) {
    return boxes.computeIfAbsent(context, c -> new Box());
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
      owner.channelTo(send.worldDestination()).put(send.first(isEager));
      if (isEager) {
        send.complete();
      } else {
        announced.put(send.number, send);
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
    } else {
      Message message = take(receive.context(), receive::matches);
      if (message == null && canOnlyFail(receive)) {
        receive.fail(MpiError.PROC_FAILED);
      } else if (message == null) {
        box(receive.context()).posted.add(receive);
      } else {
        match(receive, message);
      }
    }
  }

  private boolean canOnlyFail(ReceiveRequest receive) {
    return owner.knowsFatalDeathIn(receive.comm.context)
        || (!receive.isAnySource() && owner.knowsDead(receive.worldSource()));
  }

  /** Withdraws a receive that has not found its message; false if it has. */
  boolean withdraw(ReceiveRequest receive) {
    Box box = boxes.get(receive.context());
    return box != null && box.posted.remove(receive);
  }

  boolean isPosted(ReceiveRequest receive) {
    Box box = boxes.get(receive.context());
    return box != null && box.posted.contains(receive);
  }

  /** The first message that a receive would get now; the message stays here. */
  @Nullable Message peek(long context, int source, int tag) {
    Box box = boxes.get(context);
    if (box != null) {
      for (Message message : box.unexpected) {
        if (ReceiveRequest.matches(source, tag, message)) {
          return message;
        }
      }
    }
    return null;
  }

  /** Removes and returns the first message that matches. */
  @Nullable Message take(long context, Predicate<Message> matches) {
    Box box = boxes.get(context);
    if (box != null) {
      for (int i = 0; i < box.unexpected.size(); i++) {
        if (matches.test(box.unexpected.get(i))) {
          return box.unexpected.remove(i);
        }
      }
    }
    return null;
  }

  /** Gives a message to its receive. */
  void match(ReceiveRequest receive, Message message) {
    universe.happened(Trace.Kind.MATCH, owner.rank, message.worldSource, message.tag);
    receive.found(message);
    if (message.kind == Message.Kind.EAGER) {
      receive.land(message.data);
    } else if (owner.knowsDead(message.worldSource)) {
      receive.fail(MpiError.PROC_FAILED);
    } else {
      fetching.put(receive.number, new Fetch(receive, message));
      owner
          .channelTo(message.worldSource)
          .put(message.reply(Message.Kind.CLEAR_TO_SEND, owner.rank, receive.number, NOTHING));
    }
  }

  // ------------------------------------------------------------------ what happens to this rank

  /** Handles the arrival of a message. */
  void arrive(Message message) {
    if (owner.knowsDead(message.worldSource)) {
      return;
    }
    switch (message.kind) {
      case EAGER, REQUEST_TO_SEND -> arriveFirst(message);
      case CLEAR_TO_SEND -> sendFetched(message);
      case DATA -> landFetched(message);
      case WINDOW -> owner.windowOf(message.context).ifPresent(window -> window.arrive(message));
    }
  }

  private void arriveFirst(Message message) {
    if (owner.isRevoked(message.context)) {
      return;
    }
    if (message.kind == Message.Kind.EAGER) {
      universe.arrived(owner.rank, message);
    }
    Box box = box(message.context);
    for (int i = 0; i < box.posted.size(); i++) {
      ReceiveRequest receive = box.posted.get(i);
      if (receive.matches(message) && !receive.isSpoilt()) {
        box.posted.remove(i);
        match(receive, message);
        return;
      }
    }
    box.unexpected.add(message);
    owner.wake();
  }

  private void sendFetched(Message message) {
    SendRequest send = announced.remove(message.send);
    if (send != null) {
      owner
          .channelTo(message.worldSource)
          .put(message.reply(Message.Kind.DATA, owner.rank, message.receive, send.data()));
      send.complete();
    }
  }

  private void landFetched(Message message) {
    Fetch fetch = fetching.remove(message.receive);
    if (fetch != null) {
      fetch.receive.land(message.data);
    }
  }

  /** Ends what waits for a rank, because this rank has noticed its death. */
  void failPartnersOf(int dead) {
    failAll(
        receive -> receive.worldSource() == dead || receive.comm.context.failsWith(dead),
        (receive, message) -> message.worldSource == dead || receive.comm.context.failsWith(dead),
        send -> send.worldDestination() == dead,
        MpiError.PROC_FAILED);
  }

  /**
   * Ends all that waits in a communicator, because this rank has learnt of its revocation.
   *
   * @param context the number of its context
   */
  void failAllOf(long context) {
    failAll(
        receive -> receive.comm.context.id == context,
        (receive, message) -> receive.comm.context.id == context,
        send -> send.comm.context.id == context,
        MpiError.REVOKED);
    boxes.remove(CommContext.open(context));
    boxes.remove(CommContext.hidden(context));
  }

  private void failAll(
      Predicate<ReceiveRequest> posted,
      java.util.function.BiPredicate<ReceiveRequest, Message> fetched,
      Predicate<SendRequest> sent,
      int errorClass) {
    List<Request> failed = new ArrayList<>();
    for (Box box : boxes.values()) {
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
      request.fail(errorClass);
    }
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
