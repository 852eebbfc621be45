package org.legio.inprocess;

/** A send under way. */
final class SendRequest extends Request {
  private static final int NOTHING_TO_FETCH = -1;
  private static final byte[] NO_DATA = {};

  private final long context;
  private final int destination;
  private final int worldDestination;
  private final int tag;
  private final byte[] data;

  /** Makes a send; {@link Mailbox#send} starts it. */
  SendRequest(RankState owner, Comm comm, long context, int destination, int tag, byte[] data) {
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

  long context() {
    return context;
  }

  int worldDestination() {
    return worldDestination;
  }

  /** The first message of the transfer. */
  Message first(boolean isEager) {
    return new Message(
        isEager ? Message.Kind.EAGER : Message.Kind.REQUEST_TO_SEND,
        new Message.Envelope(context, comm.rank, tag, data.length),
        owner.rank,
        isEager ? NOTHING_TO_FETCH : number,
        Message.NO_RECEIVE,
        isEager ? data : NO_DATA);
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
