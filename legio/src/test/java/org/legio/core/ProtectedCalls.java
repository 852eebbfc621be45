package org.legio.core;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.legio.core.communicator.Communicator;
import org.legio.protection.Resilience;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Collectives;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/**
 * Single calls as the woven binding makes them, protected and bare, on an MPI that does nothing.
 */
final class ProtectedCalls {

  /** A call; returns something, so that it is not optimized away. */
  @FunctionalInterface
  interface Call {
    long run() throws Exception;
  }

  private static final Pmpi PMPI = NullMpi.pmpi();
  private static final Resilience RESILIENCE = NullMpi.resilience(PMPI);
  private static final long WORLD = NullMpi.WORLD;
  private static final CollectiveCall BARE = new CollectiveCall();
  private static final MessageCall BARE_MESSAGE = new MessageCall();
  private static final int[] ARRAY = new int[4];
  private static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(16);
  private static final long[] STATUS = new long[6];
  private static final Object MPI_REQUEST = FakeMpi.binding().newRequest(0);

  /** The calls by name, as a program's go. */
  static final Map<String, Call> BY_NAME =
      Map.of(
          "getRank", ProtectedCalls::getRank,
          "bcast", ProtectedCalls::bcast,
          "barrier", ProtectedCalls::barrier,
          "allReduce", ProtectedCalls::allReduce,
          "send", ProtectedCalls::send,
          "recv", ProtectedCalls::recv,
          "isend+wait", ProtectedCalls::iSendAndWait,
          "irecv+wait status", ProtectedCalls::iRecvAndWait,
          "irecv+test", ProtectedCalls::iRecvAndTest);

  private ProtectedCalls() {}

  /** What serves collective operations. */
  static Collectives collectives() throws Exception {
    return Objects.requireNonNull(RESILIENCE.collectives(WORLD));
  }

  /** The communicator that a call is about. */
  private static Communicator world() {
    return Objects.requireNonNull(RESILIENCE.communicator(WORLD), "the world is not protected");
  }

  static long getRank() throws Exception {
    return RESILIENCE.communicators().getRank(world());
  }

  static long bareGetRank() throws Exception {
    return PMPI.getRank(WORLD);
  }

  static long bcast() throws Exception {
    Collectives world = collectives();
    CollectiveCall call = world.call(Collective.BCAST).root(0);
    call.received().at(ARRAY, false).items(4, 7, 5);
    world.run(call);
    return ARRAY[0];
  }

  static long bareBcast() throws Exception {
    CollectiveCall call = BARE.of(Collective.BCAST).root(0);
    call.received().at(ARRAY, false).items(4, 7, 5);
    PMPI.collective(WORLD, call);
    return ARRAY[0];
  }

  static long barrier() throws Exception {
    collectives().barrier();
    return 0;
  }

  static long allReduce() throws Exception {
    Collectives world = collectives();
    CollectiveCall call = world.call(Collective.ALL_REDUCE).reduction(ARRAY, 1);
    call.sent().at(ARRAY, false);
    call.received().at(ARRAY, false).items(4, 7, 5);
    world.run(call);
    return ARRAY[0];
  }

  static long send() throws Exception {
    RESILIENCE.sends().run(world(), toSend(MessageCall.ofThread(PointToPoint.SEND)));
    return ARRAY[0];
  }

  static long bareSend() throws Exception {
    PMPI.message(WORLD, toSend(BARE_MESSAGE.of(PointToPoint.SEND)));
    return ARRAY[0];
  }

  private static MessageCall toSend(MessageCall call) {
    call.sent().at(ARRAY, false, 0).items(4, 7, 5);
    return call.to(1, 3);
  }

  static long recv() throws Exception {
    MessageCall call = MessageCall.ofThread(PointToPoint.RECEIVE);
    call.received().at(ARRAY, false, 0).items(4, 7, 5);
    RESILIENCE.receives().run(world(), call.from(1, 3).status(STATUS));
    return ARRAY[0];
  }

  static long iSendAndWait() throws Exception {
    MessageCall call = MessageCall.ofThread(PointToPoint.SEND);
    long request = RESILIENCE.sends().start(world(), toSendLater(call));
    return RESILIENCE.requests().waitFor(request);
  }

  private static MessageCall toSendLater(MessageCall call) {
    call.sent().at(BUFFER).items(4, 7);
    return call.to(1, 3);
  }

  private static long iRecv() throws Exception {
    MessageCall call = MessageCall.ofThread(PointToPoint.RECEIVE);
    call.received().at(BUFFER).items(4, 7);
    return RESILIENCE.receives().start(world(), call.from(1, 3));
  }

  static long iRecvAndWait() throws Exception {
    return RESILIENCE.requests().waitStatus(iRecv(), STATUS);
  }

  static long iRecvAndTest() throws Exception {
    return RESILIENCE.requests().test(MPI_REQUEST, iRecv()) ? 1 : 0;
  }

  static long bareIsendAndWait() throws Exception {
    long request = PMPI.startMessage(WORLD, toSendLater(BARE_MESSAGE.of(PointToPoint.SEND)));
    return PMPI.waitFor(request);
  }
}
