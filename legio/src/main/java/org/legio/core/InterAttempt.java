package org.legio.core;

import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.MessageData;
import org.legio.ulfm.Shape;

/** An operation between two groups that moves blocks. */
final class InterAttempt implements CollectiveAttempt {
  private final InterCarrier carrier;
  private final CollectiveCall call;
  private final boolean sends;
  private final boolean receives;
  private final StagedBuffer from;
  private final StagedBuffer into;

  InterAttempt(InterCarrier carrier, CollectiveCall call) throws Exception {
    this.carrier = carrier;
    this.call = call;
    this.sends = InterCarrier.sends(call);
    this.receives = InterCarrier.receives(call);
    this.into =
        receives
            ? StagedBuffer.toReceive(
                carrier.context().pmpi(),
                call.received(),
                call.operation().received(),
                carrier.remotes())
            : StagedBuffer.itself(call.received());
    this.from = sends ? carrier.sent(data(), shape()) : StagedBuffer.itself(data());
  }

  /** A broadcast has one buffer. */
  private MessageData data() {
    return call.operation().sent() == Shape.NONE ? call.received() : call.sent();
  }

  private Shape shape() {
    return call.operation().sent() == Shape.NONE
        ? call.operation().received()
        : call.operation().sent();
  }

  @Override
  public void on(long comm, RankTranslation ranks) throws Exception {
    Exchange exchange = new Exchange(carrier.context(), comm);
    if (receives) {
      into.load();
      carrier.receive(
          exchange, ranks, call, blocks(into, call.received(), call.operation().received()));
    }
    if (sends) {
      carrier.send(exchange, ranks, call, blocks(from, data(), shape()));
    }
    exchange.finish();
  }

  private ExchangedBlocks blocks(StagedBuffer staged, MessageData data, Shape shape)
      throws Exception {
    return ExchangedBlocks.of(carrier.context().pmpi(), staged, data, shape);
  }

  @Override
  public void end(boolean done) throws Exception {
    if (done && !carrier.isSkipped(call) && receives) {
      into.store();
    }
  }
}
