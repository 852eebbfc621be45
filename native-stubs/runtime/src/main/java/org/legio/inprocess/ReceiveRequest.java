package org.legio.inprocess;

import org.legio.ulfm.MpiConstants;

/** A receive under way. */
final class ReceiveRequest extends Request {

  /** Takes the data of the message. */
  @FunctionalInterface
  interface Sink {
    void take(byte[] data);
  }

  private final long context;
  private final int source;
  private final int worldSource;
  private final int tag;
  private final int capacity;
  private final Sink sink;

  /**
   * Whether the receive has failed because of a death; it then stays failed when it is cancelled.
   */
  private boolean isSpoilt;

  private boolean hasFailed;

  /** Makes a receive; {@link Mailbox#receive} starts it. */
  ReceiveRequest(
      RankState owner, Comm comm, long context, int source, int tag, int capacity, Sink sink) {
    super(owner, comm);
    this.context = context;
    this.source = source;
    this.worldSource = source == MpiConstants.ANY_SOURCE ? source : comm.context.remote[source];
    this.tag = tag;
    this.capacity = capacity;
    this.sink = sink;
  }

  long context() {
    return context;
  }

  int worldSource() {
    return worldSource;
  }

  boolean isAnySource() {
    return source == MpiConstants.ANY_SOURCE;
  }

  boolean matches(Message message) {
    return matches(source, tag, message);
  }

  static boolean matches(int source, int tag, Message message) {
    return (source == MpiConstants.ANY_SOURCE || source == message.source)
        && (tag == MpiConstants.ANY_TAG || tag == message.tag);
  }

  /** Notes that its message has been found. */
  void found(Message message) {
    status[SOURCE] = message.source;
    status[TAG] = message.tag;
  }

  /** Takes the data of its message and completes the receive. */
  void land(byte[] data) {
    if (isDone()) {
      return;
    }
    status[LENGTH] = Math.min(data.length, capacity);
    if (data.length > capacity) {
      fail(MpiError.TRUNCATE);
    } else {
      sink.take(data);
      complete();
    }
  }

  @Override
  boolean isOver() {
    return isDone() || isSpoilt || isPending();
  }

  /**
   * Whether it may have lost its sender. A wait for it then fails, but the receive stays active.
   */
  boolean isPending() {
    return isAnySource()
        && !isDone()
        && owner.mailbox.isPosted(this)
        && owner.hasUnacknowledgedDeath(comm);
  }

  /** Notes that a wait or a test has failed. In Open MPI 5.0.7 all later ones fail, too. */
  void noteFailure() {
    hasFailed = true;
  }

  @Override
  int error() {
    boolean isStale = hasFailed && isDone() && super.error() == MpiError.SUCCESS;
    return isSpoilt || isPending() || isStale ? MpiError.PROC_FAILED_PENDING : super.error();
  }

  boolean isSpoilt() {
    return isSpoilt;
  }

  @Override
  void cancel() {
    if (isPending()) {
      isSpoilt = true;
    } else if (!isDone() && owner.mailbox.withdraw(this)) {
      status[CANCELLED] = 1;
      complete();
    }
  }

  @Override
  String describe() {
    return "its receive from "
        + (isAnySource() ? "anybody" : source)
        + ", tag "
        + (tag == MpiConstants.ANY_TAG ? "any" : tag)
        + ", on "
        + comm
        + (CommContext.isHidden(context) ? ", in a collective" : "");
  }
}
