package org.legio.core.collective;

import org.legio.core.ranks.RankTranslation;
import org.legio.ulfm.ports.CollectiveCall;

/** The attempts of an operation between two groups: all its messages are under way at once. */
abstract class InterOperation implements CollectiveAttempt {
  final InterCarrier carrier;
  final CollectiveCall call;
  final boolean sends;
  final boolean receives;

  InterOperation(InterCarrier carrier, CollectiveCall call) {
    this.carrier = carrier;
    this.call = call;
    this.sends = InterCarrier.sends(call);
    this.receives = InterCarrier.receives(call);
  }

  @Override
  public final void on(long comm, RankTranslation ranks) throws Exception {
    Exchange exchange = new Exchange(carrier.context(), comm);
    if (receives) {
      receive(exchange, ranks);
    }
    if (sends) {
      send(exchange, ranks);
    }
    exchange.finish();
  }

  @Override
  public final void end(boolean done) throws Exception {
    if (done && !carrier.applyRootPolicy(call) && receives) {
      deliver();
    }
  }

  abstract void receive(Exchange exchange, RankTranslation ranks) throws Exception;

  abstract void send(Exchange exchange, RankTranslation ranks) throws Exception;

  /** Gives the program what has been received. */
  abstract void deliver() throws Exception;
}
