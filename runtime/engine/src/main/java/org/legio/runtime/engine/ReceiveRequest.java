package org.legio.runtime.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Items;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.ulfm.ports.MpiConstants;

/** A receive under way. A blocking one is used again for others, see {@link #post}. */
final class ReceiveRequest extends Request {

  /** Takes the data of the message. */
  @FunctionalInterface
  interface Sink {
    void take(Payload data);
  }

  private long context;
  private int source;
  private int worldSource;
  private int tag;
  private int capacity;

  /** Where the data goes, if that is a buffer of the program. */
  private final @Nullable Items items;

  /** What takes the data, if it does not go into a buffer. */
  private final @Nullable Sink sink;

  /** The parts of a message that have come, where they cannot go to their places at once. */
  private byte @Nullable [] parts;

  /**
   * Whether the receive has failed because of a death; it then stays failed when it is cancelled.
   */
  private boolean isSpoilt;

  private boolean hasFailed;

  private ReceiveRequest(RankState owner, Comm comm, @Nullable Items items, @Nullable Sink sink) {
    super(owner, comm, NO_NUMBER);
    this.items = items;
    this.sink = sink;
  }

  /** A receive into a buffer of the program; {@link #post} says of what. */
  static ReceiveRequest into(Items items, RankState owner, Comm comm) {
    return new ReceiveRequest(owner, comm, items, null);
  }

  /** A receive whose data something else takes; {@link #post} says of what. */
  static ReceiveRequest into(Sink sink, RankState owner, Comm comm) {
    return new ReceiveRequest(owner, comm, null, sink);
  }

  /**
   * Says what it receives; {@link Mailbox#receive} starts it.
   *
   * @param newContext the number of the context of its message
   * @param maxBytes how many bytes it has room for
   */
  ReceiveRequest post(Comm newComm, long newContext, int newSource, int newTag, int maxBytes) {
    renew(newComm);
    context = newContext;
    source = newSource;
    worldSource =
        newSource == MpiConstants.ANY_SOURCE ? newSource : newComm.context.remote[newSource];
    tag = newTag;
    capacity = maxBytes;
    parts = null;
    isSpoilt = false;
    hasFailed = false;
    return this;
  }

  /** Where its data goes, if that is a buffer of the program. */
  Items items() {
    return Objects.requireNonNull(items);
  }

  long context() {
    return context;
  }

  /** The rank in the communicator that it receives from, or any. */
  int source() {
    return source;
  }

  /** The tag that it receives, or any. */
  int tag() {
    return tag;
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
    return (source == MpiConstants.ANY_SOURCE || source == message.source())
        && (tag == MpiConstants.ANY_TAG || tag == message.tag());
  }

  /** Notes that its message has been found. */
  void found(Message message) {
    status[SOURCE] = message.source();
    status[TAG] = message.tag();
  }

  // ------------------------------------------------------------------ data

  /**
   * Takes the data of a message, or a part of them, and completes with the last part. It does not
   * touch the program's buffer once it is over.
   */
  void land(Message message) {
    if (isDone()) {
      return;
    }
    Payload data = message.payload();
    int length = message.length();
    status[LENGTH] = Math.min(length, capacity);
    if (length > capacity) {
      fail(MpiError.TRUNCATE);
    } else if (data.length() == length) {
      deliver(data);
      complete();
    } else {
      landPart(data, message.offset(), length);
    }
  }

  private void deliver(Payload data) {
    if (items != null) {
      data.unpackTo(items, 0);
    } else if (sink != null) {
      sink.take(data);
    }
  }

  private void landPart(Payload part, int offset, int length) {
    boolean isLast = offset + part.length() == length;
    if (items != null && items.isDense()) {
      part.unpackTo(items, offset);
    } else {
      byte[] collected = parts == null ? new byte[length] : parts;
      parts = collected;
      System.arraycopy(part.toBytes(), 0, collected, offset, part.length());
      if (isLast) {
        deliver(Payload.of(collected));
      }
    }
    if (isLast) {
      complete();
    }
  }

  // ------------------------------------------------------------------ deaths

  @Override
  public boolean isOver() {
    return isDone() || isSpoilt || isPending();
  }

  /**
   * Whether it may have lost its sender. A wait for it then fails, but the receive stays active.
   */
  boolean isPending() {
    return isAnySource()
        && !isDone()
        && owner.hasUnacknowledgedDeath(comm)
        && owner.mailbox.isPosted(this);
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
      owner.mailbox.settle(context);
    } else if (!isDone() && owner.mailbox.withdraw(this)) {
      status[CANCELLED] = 1;
      complete();
    }
  }

  @Override
  public String describe() {
    return "its receive from "
        + (isAnySource() ? "anybody" : source)
        + ", tag "
        + (tag == MpiConstants.ANY_TAG ? "any" : tag)
        + ", on "
        + comm
        + (CommContext.isHidden(context) ? ", in a collective" : "");
  }
}
