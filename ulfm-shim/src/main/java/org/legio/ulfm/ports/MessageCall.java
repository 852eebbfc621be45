package org.legio.ulfm.ports;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A call that sends or receives: which operation, the data, the partners and tags, and where the
 * status goes. Ranks in it are those of the communicator that it is called on.
 *
 * <p>A thread reuses one object for the program's calls ({@link #ofThread}), so that a call makes
 * no garbage. Whatever outlives such a call, or may call again before it is over, takes a {@link
 * #copy}.
 */
public final class MessageCall implements CallValue {
  private static final ThreadLocal<MessageCall> OF_THREAD = new OfThread();

  private PointToPoint operation = PointToPoint.SEND;
  private final MessageData sent = new MessageData();
  private final MessageData received = new MessageData();
  private int destination;
  private int sendTag;
  private int source;
  private int receiveTag;
  private long @Nullable [] status;

  /** Begins another call in the object that this thread reuses. */
  public static MessageCall ofThread(PointToPoint operation) {
    return OF_THREAD.get().of(operation);
  }

  /** Begins another call. */
  public MessageCall of(PointToPoint operation) {
    this.operation = operation;
    return this;
  }

  /** Sets the rank to send to, and the tag of what is sent. */
  public MessageCall to(int destination, int tag) {
    this.destination = destination;
    this.sendTag = tag;
    return this;
  }

  /** Sets the rank to send to. */
  public MessageCall to(int destination) {
    return to(destination, sendTag);
  }

  /** Sets the rank to receive from, and the tag of what is received. */
  public MessageCall from(int source, int tag) {
    this.source = source;
    this.receiveTag = tag;
    return this;
  }

  /** Sets the rank to receive from. */
  public MessageCall from(int source) {
    return from(source, receiveTag);
  }

  /** Sets the status that MPI fills in. */
  public MessageCall status(long[] status) {
    this.status = status;
    return this;
  }

  /** Makes an independent copy. */
  public MessageCall copy() {
    MessageCall copy = new MessageCall().of(operation);
    copy.sent.as(sent);
    copy.received.as(received);
    copy.to(destination, sendTag).from(source, receiveTag);
    copy.status = status;
    return copy;
  }

  /** Drops all references to the program's objects, so that they can be collected. */
  public void clear() {
    sent.at(null);
    received.at(null);
    status = null;
  }

  @Override
  public PointToPoint operation() {
    return operation;
  }

  /** The data to send, unless it lies where the call receives. */
  public MessageData sent() {
    return sent;
  }

  /** The data to receive; of {@link PointToPoint#SEND_RECEIVE_REPLACE}, also what is sent. */
  public MessageData received() {
    return received;
  }

  /** The rank to send to. */
  public int destination() {
    return destination;
  }

  /** The tag of what is sent. */
  public int sendTag() {
    return sendTag;
  }

  /** The rank to receive from, or {@code ANY_SOURCE}. */
  public int source() {
    return source;
  }

  /** The tag of what is received, or {@code ANY_TAG}. */
  public int receiveTag() {
    return receiveTag;
  }

  /** The status that MPI fills in. A call that blocks and receives has one. */
  public long[] status() {
    return requireNonNull(status, "the call has no status");
  }

  /** Each thread's call. */
  private static final class OfThread extends ThreadLocal<MessageCall> {
    @Override
    protected MessageCall initialValue() {
      return new MessageCall();
    }
  }
}
