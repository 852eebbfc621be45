package org.legio.core.topology;

import org.legio.core.buffer.BufferCheck;
import org.legio.core.collective.Exchange;
import org.legio.core.ranks.RankTranslation;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/**
 * One exchange of blocks between neighbors, by messages. Algorithm: post the receives of all
 * neighbors that are present, in the order of their blocks, then all sends; wait for all; if one
 * fails because of a death, revoke the communicator at once ({@link
 * org.legio.core.collective.Exchange}). A dead neighbor is {@code PROC_NULL}: its block is not
 * sent, and the block that it would have sent stays as it was.
 *
 * <p>The protocol and why no rank stays blocked in it: {@code docs/design/topologies.md}.
 */
final class NeighborExchange implements Substitute.Attempt {
  private static final int FIRST_TAG = 1 << 10;

  private final Context context;
  private final Neighbors neighbors;
  private final NeighborBlocks from;
  private final NeighborBlocks into;

  private NeighborExchange(Context context, Neighbors neighbors, CollectiveCall call)
      throws Exception {
    Collective operation = call.operation();
    this.context = context;
    this.neighbors = neighbors;
    BufferCheck buffers = context.bufferCheck();
    buffers.require(call.sent(), operation.sent(), neighbors.out());
    buffers.require(call.received(), operation.received(), neighbors.in());
    this.from =
        NeighborBlocks.toSend(
            context.pmpi(),
            call.sent(),
            BlockLayout.of(neighbors.out(), call.sent(), operation.sent()));
    this.into =
        NeighborBlocks.toReceive(
            context.pmpi(),
            call.received(),
            BlockLayout.of(neighbors.in(), call.received(), operation.received()));
  }

  /** Runs an operation between neighbors until it has succeeded at all living members. */
  static void run(Context context, Neighbors neighbors, Substitute substitute, CollectiveCall call)
      throws Exception {
    String name = call.operation().call();
    NeighborExchange exchange;
    try {
      exchange = new NeighborExchange(context, neighbors, call);
    } catch (RuntimeException | Error e) {
      substitute.collective(
          name,
          (comm, ranks) -> {
            throw e; // so that the others learn of it
          });
      throw e;
    }
    substitute.collective(name, exchange);
    exchange.into.memory().store();
  }

  @Override
  public void on(long comm, RankTranslation ranks) throws Exception {
    judge(comm);
    into.memory().load();
    Exchange exchange = new Exchange(context, comm);
    receiveAll(exchange, ranks);
    sendAll(exchange, ranks);
    exchange.finish();
  }

  /** Has MPI check the arguments before any message is under way. */
  private void judge(long comm) throws Exception {
    Pmpi pmpi = context.pmpi();
    MessageCall call = new MessageCall();
    call.from(MpiConstants.PROC_NULL, FIRST_TAG).to(MpiConstants.PROC_NULL, FIRST_TAG);
    call.received().at(into.start()).items(into.least(), into.type());
    call.sent().at(from.start()).items(from.least(), from.type());
    pmpi.waitFor(pmpi.startMessage(comm, call.of(PointToPoint.RECEIVE)));
    pmpi.waitFor(pmpi.startMessage(comm, call.of(PointToPoint.SEND)));
  }

  private void receiveAll(Exchange exchange, RankTranslation ranks) {
    for (int i = 0; i < neighbors.in(); i++) {
      int source = ranks.toSubstitute(neighbors.source(i));
      int tag = FIRST_TAG + neighbors.sourceTag(i);
      exchange.receive(source, tag, into.part(i), into.count(i), into.type());
    }
  }

  private void sendAll(Exchange exchange, RankTranslation ranks) {
    for (int i = 0; i < neighbors.out(); i++) {
      int destination = ranks.toSubstitute(neighbors.destination(i));
      int tag = FIRST_TAG + neighbors.destinationTag(i);
      exchange.send(destination, tag, from.part(i), from.count(i), from.type());
    }
  }
}
