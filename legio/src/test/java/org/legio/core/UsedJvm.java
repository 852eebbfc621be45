package org.legio.core;

import java.nio.ByteBuffer;
import java.util.Map;
import org.legio.core.communicator.Communicator;
import org.legio.core.message.AnySource;
import org.legio.core.message.LastMessages;
import org.legio.core.message.MessageProtocol;
import org.legio.core.message.PersistentRequests;
import org.legio.core.message.Receives;
import org.legio.core.message.RequestTable;
import org.legio.core.message.Requests;
import org.legio.core.message.Sends;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Outcome;
import org.legio.ulfm.ports.PointToPoint;

/**
 * Makes this JVM one in which all kinds of calls have been made, failed ones among them, so that
 * the compiler can take nothing for granted: a program's JVM is no other.
 */
final class UsedJvm {
  private static final int FAILURES = 300;
  private static final int CALLS = 20_000;
  private static final int DEAD = 3;

  private static final Collective[] OTHERS = {
    Collective.GATHER,
    Collective.SCATTER,
    Collective.ALL_GATHER,
    Collective.ALL_GATHERV,
    Collective.ALL_TO_ALL,
    Collective.REDUCE,
    Collective.SCAN,
    Collective.EX_SCAN,
    Collective.REDUCE_SCATTER_BLOCK
  };

  private final Map<String, String> ignore =
      Map.of("recv.source-failed", "ignore", "bcast.root-failed", "ignore");
  private final double[] array = new double[8];
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(64);
  private final int[] ones = {1, 1};
  private final int[] places = {0, 1};

  private UsedJvm() {}

  /** Makes all kinds of calls. */
  static void make() throws Exception {
    UsedJvm jvm = new UsedJvm();
    for (int i = 0; i < FAILURES; i++) {
      jvm.collectivesFail();
      jvm.messagesFail();
    }
    for (int i = 0; i < CALLS; i++) {
      jvm.otherCollectives(ProtectedCalls.collectives());
      for (ProtectedCalls.Call call : ProtectedCalls.BY_NAME.values()) {
        call.run();
      }
    }
  }

  private void collectivesFail() throws Exception {
    for (int root = 0; root < 2; root++) {
      Substitute substitute =
          FakeMpi.ofSize(4, ignore)
              .operationsEnd(Outcome.PROC_FAILED, Outcome.OK, Outcome.PROC_FAILED)
              .shrinkLeaves(0, 1, 2)
              .world()
              .substitute();
      substitute.run(filled(substitute.call(Collective.BCAST).root(root)));
      substitute.barrier();
      substitute.run(filled(substitute.call(Collective.ALL_REDUCE)));
    }
  }

  private void messagesFail() throws Exception {
    FakeMpi mpi = FakeMpi.ofSize(4, ignore).knowsDead(DEAD);
    mpi.operationsEnd(Outcome.PROC_FAILED);
    Communicator world = mpi.world();
    Context context = mpi.context();
    RequestTable table = new RequestTable(context.binding().requestEmpty());
    LastMessages lastMessages = new LastMessages(context, table);
    AnySource anySource = new AnySource(context, lastMessages);
    MessageProtocol protocol = new MessageProtocol(context, anySource, lastMessages);
    PersistentRequests persistent = new PersistentRequests(context, table, protocol);
    Requests requests = new Requests(context, table, anySource, persistent);
    Sends sends = new Sends(context, table, protocol, requests);
    Receives receives = new Receives(context, table, lastMessages, protocol, requests);
    sends.run(world, toSend().to(DEAD, 0));
    sends.run(world, toSend().to(1, 0));
    receives.run(world, toReceive().from(DEAD, 0));
    receives.run(world, toReceive().from(MpiConstants.ANY_SOURCE, 0));
    sends.start(world, onBuffer(toSend()).to(DEAD, 0));
    receives.start(world, onBuffer(toReceive()).from(DEAD, 0));
  }

  private MessageCall toSend() {
    MessageCall call = MessageCall.ofThread(PointToPoint.SEND);
    call.sent().at(array, false).items(1, 8, 7);
    return call;
  }

  private MessageCall toReceive() {
    MessageCall call = MessageCall.ofThread(PointToPoint.RECEIVE);
    call.received().at(array, false).items(1, 8, 7);
    return call.status(new long[6]);
  }

  private MessageCall onBuffer(MessageCall call) {
    call.sent().at(buffer);
    call.received().at(buffer);
    return call;
  }

  private void otherCollectives(Collectives on) throws Exception {
    for (Collective each : OTHERS) {
      on.run(filled(on.call(each).root(0)));
    }
  }

  /** One item of each, in all shapes. */
  private CollectiveCall filled(CollectiveCall call) {
    call.sent().at(array, false).items(ones, places, 8, 7).items(1, 8, 7);
    call.received().at(array, false).items(ones, places, 8, 7).items(1, 8, 7);
    return call.reduction(this, 1);
  }
}
