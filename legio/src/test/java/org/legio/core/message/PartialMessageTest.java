package org.legio.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.core.FlatRank;
import org.legio.core.communicator.Communicator;
import org.legio.protection.Resilience;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.simulator.FaultPlan;
import org.legio.simulator.JobResult;
import org.legio.simulator.Rank;
import org.legio.simulator.SimulatedJob;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/** A message whose sender dies in the middle of it, while a collective operation is under way. */
@Timeout(120)
class PartialMessageTest {
  private static final int SENDER = 1;
  private static final int TAG = 3;
  private static final int SENT = 5;
  private static final int BEFORE = -1;
  private static final byte PARTIAL = 99;

  /** The rank's MPI: receives that fail have written into their buffers before. */
  private static Pmpi writingPartly(Rank rank) {
    Map<Object, ByteBuffer> received = new HashMap<>();
    return (Pmpi)
        Proxy.newProxyInstance(
            PartialMessageTest.class.getClassLoader(),
            new Class<?>[] {Pmpi.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(rank.pmpi(), arguments);
                if (method.getName().equals("startMessage")
                    && ((MessageCall) arguments[1]).received().buffer()
                        instanceof ByteBuffer into) {
                  received.put(result, into);
                }
                return result;
              } catch (InvocationTargetException e) {
                ByteBuffer into = received.get(arguments[arguments.length - 1]);
                if (into != null) {
                  into.put(0, PARTIAL);
                }
                throw e.getCause();
              }
            });
  }

  private interface Step {
    void run(Resilience resilience, Communicator world, MessageCall call) throws Exception;
  }

  private static Object receive(Rank rank, PointToPoint operation, Step step) throws Exception {
    Resilience resilience =
        FlatRank.protect(
            rank,
            writingPartly(rank),
            Map.of("recv.source-failed", "ignore", "send.destination-failed", "ignore"));
    Communicator world = Objects.requireNonNull(resilience.communicator(rank.commWorld()));
    Collectives collectives = Objects.requireNonNull(resilience.collectives(rank.commWorld()));
    long type = Basic.INT.handle();
    int base = Basic.INT.baseType();
    int[] data = {BEFORE};
    if (rank.worldRank() == SENDER) {
      MessageCall call = new MessageCall().of(PointToPoint.SEND).to(0, TAG);
      call.sent().at(new int[] {SENT}, false).items(1, type, base);
      resilience.sends().run(world, call);
    }
    long barrier = collectives.start(collectives.call(Collective.BARRIER));
    if (rank.worldRank() == 0) {
      MessageCall call = new MessageCall().of(operation).from(SENDER, TAG).to(0, TAG + 1);
      call.sent().at(new int[1], false).items(1, type, base);
      call.received().at(data, false).items(1, type, base);
      step.run(resilience, world, call.status(new long[6]));
    }
    resilience.requests().waitFor(barrier);
    return data[0];
  }

  private static void check(PointToPoint operation, Step step) {
    SimulatedJob job = SimulatedJob.ofSize(2);
    JobResult clean = job.run(rank -> receive(rank, operation, step));
    assertThat(clean.value(0)).as(clean.toString()).isEqualTo(SENT);
    for (long at = 1; at <= clean.rank(SENDER).steps(); at++) {
      JobResult result =
          job.faults(FaultPlan.kill(SENDER, at)).run(rank -> receive(rank, operation, step));
      assertThat(result.value(0)).as(result.toString()).isIn(SENT, BEFORE);
    }
  }

  @Test
  void receiveLeavesTheBufferAsItWas() {
    check(
        PointToPoint.RECEIVE, (resilience, world, call) -> resilience.receives().run(world, call));
  }

  @Test
  void exchangeLeavesTheReceiveBufferAsItWas() {
    check(
        PointToPoint.SEND_RECEIVE,
        (resilience, world, call) -> {
          MessageCall own = new MessageCall().of(PointToPoint.RECEIVE).from(0, TAG + 1);
          own.received().at(ByteBuffer.allocateDirect(Integer.BYTES));
          own.received().items(1, Basic.INT.handle(), Basic.INT.baseType());
          long request = resilience.receives().start(world, own);
          resilience.sendReceives().run(world, call);
          resilience.requests().waitFor(request);
        });
  }
}
