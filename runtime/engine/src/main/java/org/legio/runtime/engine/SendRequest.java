package org.legio.runtime.engine;

import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Payload;

/** A send under way. */
final class SendRequest extends Request {
  private static final int NOTHING_TO_FETCH = -1;

  private final long context;
  private final int destination;
  private final int worldDestination;
  private final int tag;
  private Payload data;
  private @Nullable Message onItsWay;
  private boolean outlivesRevocation;

  /** Makes a send; {@link Mailbox#send} starts it. */
  SendRequest(RankState owner, Comm comm, long context, int destination, int tag, Payload data) {
    super(owner, comm);
    this.context = context;
    this.destination = destination;
    this.worldDestination = comm.context.remote[destination];
    this.tag = tag;
    this.data = data;
  }

  /** Makes it continue when its communicator is revoked, until its receiver is dead. */
  SendRequest outlivingRevocation() {
    outlivesRevocation = true;
    return this;
  }

  boolean outlivesRevocation() {
    return outlivesRevocation;
  }

  int length() {
    return data.length();
  }

  int worldDestination() {
    return worldDestination;
  }

  /** Whether the receiver keeps its data until that is asked for. */
  boolean isKept() {
    return owner.channelTo(worldDestination).keeps(context, tag, data.length());
  }

  /** The first message of the transfer. */
  Message first(boolean isEager) {
    Message.Kind kind = isEager ? Message.Kind.EAGER : Message.Kind.REQUEST_TO_SEND;
    return new Message(kind, owner.rank)
        .matchedBy(context, comm.rank, tag)
        .carrying(data.length(), comm.nextMessageTo(destination, context))
        .between(isEager ? NOTHING_TO_FETCH : number, Message.NO_RECEIVE)
        .with(isEager ? data.kept() : Payload.NONE, 0);
  }

  /** The message with the data that the receiver has asked for. */
  Message second(Message request, Runnable whenTaken) {
    Message made =
        request
            .reply(Message.Kind.DATA, owner.rank, request.receive())
            .with(data, 0)
            .whenTaken(whenTaken);
    onItsWay = made;
    return made;
  }

  /**
   * {@inheritDoc}
   *
   * <p>What is still on its way is copied first: the program may change its buffer now, and the
   * receiver may not know yet that the transfer has failed.
   */
  @Override
  void giveUp(int errorClass) {
    if (!isDone()) {
      detachWhatIsOnItsWay();
    }
    fail(errorClass);
  }

  /** Goes on with a copy of its data: the program may change its buffer now. */
  void detach() {
    detachWhatIsOnItsWay();
    data = data.kept();
  }

  private void detachWhatIsOnItsWay() {
    Message message = onItsWay;
    if (message != null) {
      message.detach();
    }
  }

  @Override
  public String describe() {
    return "its send of "
        + data.length()
        + " bytes to "
        + destination
        + ", tag "
        + tag
        + ", on "
        + comm
        + (CommContext.isHidden(context) ? ", in a collective" : "");
  }
}
