package org.legio.inprocess;

import java.util.ArrayList;
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

  private final RankState owner;
  private final Universe universe;
  private final Map<Integer, Box> boxes = new TreeMap<>();

  /** Receives whose message is being fetched. */
  private final Map<ReceiveRequest, Message> fetching = new java.util.LinkedHashMap<>();

  /** All messages that have arrived completely, in the order of their arrival. */
  private final List<JobResult.Arrival> arrivals = new ArrayList<>();

  /** Sends whose message has not been fetched. */
  private final List<SendRequest> announced = new ArrayList<>();

  Mailbox(RankState owner) {
    this.owner = owner;
    this.universe = owner.universe;
  }

  private Box box(int context) {
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
        announced.add(send);
      }
    }
  }

  List<JobResult.Arrival> arrivals() {
    return arrivals;
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
  @Nullable Message peek(int context, int source, int tag) {
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
  @Nullable Message take(int context, Predicate<Message> matches) {
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
    universe.trace().add(Trace.Kind.MATCH, owner.rank, message.worldSource, message.tag);
    receive.found(message);
    if (message.kind == Message.Kind.EAGER) {
      receive.land(message.data);
    } else if (owner.knowsDead(message.worldSource)) {
      receive.fail(MpiError.PROC_FAILED);
    } else {
      fetching.put(receive, message);
      reply(message.worldSource, Message.Kind.CLEAR_TO_SEND, message, receive, new byte[0]);
    }
  }

  private void reply(
      int to, Message.Kind kind, Message message, @Nullable ReceiveRequest receive, byte[] data) {
    owner
        .channelTo(to)
        .put(
            new Message(
                kind,
                message.context,
                message.source,
                owner.rank,
                message.tag,
                data,
                message.send,
                receive));
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
    }
  }

  private void arriveFirst(Message message) {
    if (owner.isRevoked(message.context)) {
      return;
    }
    if (message.kind == Message.Kind.EAGER) {
      arrivals.add(new JobResult.Arrival(message.worldSource, message.tag, message.data));
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
    SendRequest send = message.send;
    if (send != null && announced.remove(send)) {
      reply(message.worldSource, Message.Kind.DATA, message, message.receive, send.data());
      send.complete();
    }
  }

  private void landFetched(Message message) {
    ReceiveRequest receive = message.receive;
    if (receive != null && fetching.remove(receive) != null) {
      receive.land(message.data);
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

  /** Ends all that waits in a communicator, because this rank has learnt of its revocation. */
  void failAllOf(CommContext context) {
    failAll(
        receive -> receive.comm.context == context,
        (receive, message) -> receive.comm.context == context,
        send -> send.comm.context == context,
        MpiError.REVOKED);
    box(context.open()).unexpected.clear();
    box(context.hidden()).unexpected.clear();
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
    List<ReceiveRequest> fetchedNow = new ArrayList<>(fetching.keySet());
    for (ReceiveRequest receive : fetchedNow) {
      Message message = fetching.get(receive);
      if (message != null && fetched.test(receive, message)) {
        fetching.remove(receive);
        failed.add(receive);
      }
    }
    moveIf(announced, sent, failed);
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
