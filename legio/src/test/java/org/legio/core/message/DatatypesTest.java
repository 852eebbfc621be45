package org.legio.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/** A datatype may be freed as soon as its last operation has been started. */
@Timeout(120)
class DatatypesTest {
  private static final int ITEMS = 2;
  private static final int TAG = 3;

  private static Resilience protect(Rank rank) throws Exception {
    return FlatRank.protect(rank, freeing(rank), Map.of("send.destination-failed", "ignore"));
  }

  /** The rank's MPI, which frees datatypes, too. */
  private static Pmpi freeing(Rank rank) {
    return (Pmpi)
        Proxy.newProxyInstance(
            DatatypesTest.class.getClassLoader(),
            new Class<?>[] {Pmpi.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("typeFree")) {
                rank.types().free((Long) arguments[0]);
                return rank.pmpi().basicType(0);
              }
              try {
                return method.invoke(rank.pmpi(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static ByteBuffer ints(int value) {
    ByteBuffer ints = ByteBuffer.allocateDirect(ITEMS * Integer.BYTES);
    return ints.order(ByteOrder.nativeOrder()).putInt(0, value).putInt(Integer.BYTES, value);
  }

  private static String text(ByteBuffer ints) {
    return ints.getInt(0) + " " + ints.getInt(Integer.BYTES);
  }

  private static Object broadcast(Rank rank) throws Exception {
    Resilience resilience = protect(rank);
    Collectives world = Objects.requireNonNull(resilience.collectives(rank.commWorld()));
    ByteBuffer data = ints(rank.worldRank() == 0 ? 5 : -1);
    long type = rank.types().contiguous(ITEMS, Basic.INT.handle());
    CollectiveCall call = world.call(Collective.BCAST).root(0);
    call.received().at(data).items(1, type, Basic.INT.baseType());
    long request = world.start(call);
    resilience.datatypes().free(type);
    resilience.requests().waitFor(request);
    return text(data);
  }

  @Test
  void operationIsStartedAgainWithADatatypeThatHasBeenFreed() {
    SimulatedJob job = SimulatedJob.ofSize(3);
    long steps = job.run(DatatypesTest::broadcast).rank(2).steps();
    for (long step = 1; step <= steps; step++) {
      JobResult result = job.faults(FaultPlan.kill(2, step)).run(DatatypesTest::broadcast);
      assertThat(result.value(0)).as(result.toString()).isEqualTo("5 5");
      assertThat(result.value(1)).as(result.toString()).isEqualTo("5 5");
    }
  }

  private static Object pass(Rank rank) throws Exception {
    Resilience resilience = protect(rank);
    Communicator world = Objects.requireNonNull(resilience.communicator(rank.commWorld()));
    boolean sends = rank.worldRank() == 0;
    ByteBuffer data = ints(sends ? 5 : -1);
    long type = rank.types().contiguous(ITEMS, Basic.INT.handle());
    MessageCall call = new MessageCall();
    if (sends) {
      call.of(PointToPoint.PERSISTENT_SEND).to(1, TAG);
      call.sent().at(data).items(1, type, Basic.INT.baseType());
    } else {
      call.of(PointToPoint.PERSISTENT_RECEIVE).from(0, TAG);
      call.received().at(data).items(1, type, Basic.INT.baseType());
    }
    long request = resilience.persistentRequests().start(world, call);
    resilience.datatypes().free(type);
    for (int round = 0; round < 2; round++) {
      request = resilience.persistentRequests().start(request);
      request = resilience.requests().waitFor(request);
    }
    resilience.requests().free(request);
    resilience.datatypes().free(rank.types().contiguous(ITEMS, Basic.INT.handle()));
    return text(data);
  }

  @Test
  void persistentRequestKeepsItsDatatype() {
    SimulatedJob job = SimulatedJob.ofSize(2);
    JobResult clean = job.run(DatatypesTest::pass);
    assertThat(clean.value(1)).as(clean.toString()).isEqualTo("5 5");
    assertThat(clean.toString()).as("all are freed").doesNotContain("datatype");
    for (long step = 1; step <= clean.rank(1).steps(); step++) {
      JobResult result = job.faults(FaultPlan.kill(1, step)).run(DatatypesTest::pass);
      assertThat(result.value(0)).as(result.toString()).isEqualTo("5 5");
    }
  }
}
