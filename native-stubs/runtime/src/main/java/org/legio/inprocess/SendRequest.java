package org.legio.inprocess;

/** A send under way. */
final class SendRequest extends Request {
  private final int context;
  private final int destination;
  private final int worldDestination;
  private final int tag;
  private final byte[] data;

  /** Makes a send; {@link Mailbox#send} starts it. */
  SendRequest(RankState owner, Comm comm, int context, int destination, int tag, byte[] data) {
    super(owner, comm);
    this.context = context;
    this.destination = destination;
    this.worldDestination = comm.context.remote[destination];
    this.tag = tag;
    this.data = data;
  }

  byte[] data() {
    return data;
  }

  int context() {
    return context;
  }

  int worldDestination() {
    return worldDestination;
  }

  /** The first message of the transfer. */
  Message first(boolean isEager) {
    return new Message(
        isEager ? Message.Kind.EAGER : Message.Kind.REQUEST_TO_SEND,
        context,
        comm.rank,
        owner.rank,
        tag,
        isEager ? data : new byte[0],
        isEager ? null : this,
        null);
  }

  @Override
  String describe() {
    return "its send of "
        + data.length
        + " bytes to "
        + destination
        + ", tag "
        + tag
        + ", on "
        + comm
        + (CommContext.isHidden(context) ? ", in a collective" : "");
  }
}
