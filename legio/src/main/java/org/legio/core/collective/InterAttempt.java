package org.legio.core.collective;

import org.legio.core.buffer.StagedBuffer;
import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageData;
import org.legio.ulfm.ports.Shape;

/** An operation between two groups that moves blocks. */
final class InterAttempt extends InterOperation {
  private final StagedBuffer from;
  private final StagedBuffer into;

  InterAttempt(InterCarrier carrier, CollectiveCall call) throws Exception {
    super(carrier, call);
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
  void receive(Exchange exchange, RankTranslation ranks) throws Exception {
    into.load();
    carrier.receive(
        exchange, ranks, call, blocks(into, call.received(), call.operation().received()));
  }

  @Override
  void send(Exchange exchange, RankTranslation ranks) throws Exception {
    carrier.send(exchange, ranks, call, blocks(from, data(), shape()));
  }

  private ExchangedBlocks blocks(StagedBuffer staged, MessageData data, Shape shape)
      throws Exception {
    return ExchangedBlocks.of(carrier.context().pmpi(), staged, data, shape);
  }

  @Override
  void deliver() {
    into.store();
  }
}
