package org.legio.simulator;

import java.util.ArrayDeque;
import java.util.Deque;
import org.legio.runtime.engine.Channel;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.Trace;

/** Carries the messages from one rank to another, in the order in which they were sent. */
final class BatonChannel implements Channel, BatonScheduler.Delivery {
  private final RankState to;
  private final BatonScheduler scheduler;
  private final Deque<Message> onTheirWay = new ArrayDeque<>();
  private boolean isDrawn;

  BatonChannel(RankState to, BatonScheduler scheduler) {
    this.to = to;
    this.scheduler = scheduler;
  }

  @Override
  public void put(Message message) {
    onTheirWay.add(message.kept());
    message.taken();
    if (!isDrawn) {
      isDrawn = true;
      scheduler.add(this);
    }
  }

  /** Drops some of the latest messages, because their sender has died before they left it. */
  void loseSome() {
    int left = scheduler.random().nextInt(onTheirWay.size() + 1);
    while (onTheirWay.size() > left) {
      onTheirWay.removeLast();
    }
  }

  @Override
  public void arrive() {
    isDrawn = false;
    Message message = onTheirWay.poll();
    if (!onTheirWay.isEmpty()) {
      isDrawn = true;
      scheduler.add(this);
    }
    if (message != null && scheduler.happensTo(to.rank)) {
      scheduler.trace().add(Trace.Kind.DELIVER, to.rank, message.worldSource(), message.tag());
      to.mailbox.arrive(message);
    }
  }
}
