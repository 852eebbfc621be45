package org.legio.runtime.process;

import static java.util.Map.entry;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.legio.runtime.engine.Entrance;
import org.legio.runtime.engine.FileSystem;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.runtime.replica.Basics;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.MessageCall;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.PointToPoint;

/** The programs of {@link EmbeddedProcessesTest}, one of which a process runs. */
final class EmbeddedPrograms {
  private static final int ROUNDS = 2000;

  /** So many messages of so many integers: 160 MB, where 128 MB are kept. */
  private static final int FLOOD = 40_000;

  private static final int FLOOD_INTS = 1000;

  private static final int WARM_UP = 200;
  private static final int LEFT = 40;
  private static final int LEFT_INTS = 1000;
  private static final long LEAVE_MS = 1500;
  private static final int MANY_FILES = 600;
  private static final long PATIENCE_NS = 20_000_000_000L;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final EmbeddedProcess process;
  private final Pmpi pmpi;
  private final org.legio.ulfm.ports.Ulfm ulfm;
  private final long world;
  private final int rank;
  private final int size;
  private final long intType;
  private final MessageCall call = new MessageCall();
  private final long[] status = new long[6];

  private EmbeddedPrograms(EmbeddedProcess process) throws Exception {
    this.process = process;
    Entrance.serve(process::state);
    this.pmpi = process.pmpi();
    this.ulfm = process.ulfm();
    pmpi.init(new String[0]);
    this.world = process.commWorld();
    this.rank = pmpi.getRank(world);
    this.size = pmpi.getSize(world);
    this.intType = pmpi.basicType(Basics.INT);
    pmpi.setErrhandler(world, Basics.ERRORS_RETURN);
  }

  /** What a process does. */
  @FunctionalInterface
  private interface Body {
    String run(EmbeddedPrograms program) throws Exception;
  }

  private static final Map<String, Body> BODIES =
      new TreeMap<>(
          Map.ofEntries(
              entry("ring", EmbeddedPrograms::ring),
              entry("pingPong", EmbeddedPrograms::pingPong),
              entry("large", EmbeddedPrograms::large),
              entry("flood", EmbeddedPrograms::flood),
              entry("allocations", EmbeddedPrograms::allocations),
              entry("gather", EmbeddedPrograms::gather),
              entry("reduceAndProbe", EmbeddedPrograms::reduceAndProbe),
              entry("die", EmbeddedPrograms::die),
              entry("leave", EmbeddedPrograms::leave),
              entry("freeAndLeave", EmbeddedPrograms::freeAndLeave),
              entry("files", EmbeddedPrograms::files),
              entry("wait", EmbeddedPrograms::waitLong),
              entry("revoke", EmbeddedPrograms::revoke)));

  public static void main(String[] arguments) throws Exception {
    EmbeddedProcess process = EmbeddedProcess.join(System.getenv(), Basics::binding);
    if (arguments[0].equals("idle")) {
      System.out.println("idle");
      java.util.concurrent.TimeUnit.MINUTES.sleep(5);
    }
    EmbeddedPrograms program = new EmbeddedPrograms(process);
    Body body = java.util.Objects.requireNonNull(BODIES.get(arguments[0]));
    System.out.println(program.rank + ": " + body.run(program));
    program.pmpi.finalizeMpi();
  }

  private void send(long comm, int[] data, int to) throws Exception {
    pmpi.message(comm, toSend(data, data.length, to, 1));
  }

  private void recv(long comm, int[] data, int from) throws Exception {
    pmpi.message(comm, toReceive(data, data.length, from, 1));
  }

  /** A call that sends, in an object that the next one uses again. */
  private MessageCall toSend(int[] data, int count, int to, int tag) {
    call.sent().at(data, false).items(count, intType, Basics.INT);
    return call.of(PointToPoint.SEND).to(to, tag);
  }

  private MessageCall toReceive(int[] data, int count, int from, int tag) {
    call.received().at(data, false).items(count, intType, Basics.INT);
    return call.of(PointToPoint.RECEIVE).from(from, tag).status(status);
  }

  private void exchange(int[] sent, int[] received, int partner, int tag) throws Exception {
    toSend(sent, sent.length, partner, tag);
    toReceive(received, received.length, partner, tag);
    pmpi.message(world, call.of(PointToPoint.SEND_RECEIVE));
  }

  private String ring() throws Exception {
    int[] token = {0};
    for (int round = 0; round < ROUNDS / size; round++) {
      if (rank == 0) {
        token[0]++;
        send(world, token, 1 % size);
        recv(world, token, size - 1);
      } else {
        recv(world, token, rank - 1);
        token[0]++;
        send(world, token, (rank + 1) % size);
      }
    }
    return token[0] >= ROUNDS / size * (size - 1) ? "ring passed" : "ring lost " + token[0];
  }

  private String pingPong() throws Exception {
    int[] data = {0};
    long begin = 0;
    for (int round = -50_000; round < 50_000; round++) {
      begin = round == 0 ? System.nanoTime() : begin;
      if (rank == 0) {
        send(world, data, 1);
        recv(world, data, 1);
      } else {
        recv(world, data, 0);
        send(world, data, 0);
      }
    }
    System.err.println("half a round: " + (System.nanoTime() - begin) / 100_000 + " ns");
    return "ping-pong done";
  }

  private String large() throws Exception {
    int[] data = new int[3_000_000];
    Arrays.setAll(data, i -> i * 7 + rank);
    int[] got = new int[data.length];
    int partner = rank ^ 1;
    exchange(data, got, partner, 1);
    for (int i = 0; i < got.length; i++) {
      if (got[i] != i * 7 + partner) {
        return "wrong at " + i;
      }
    }
    return "large right";
  }

  /**
   * Messages go to and fro until a call allocates less than a byte: once the compiler has come to
   * it, a short message makes no object.
   */
  private String allocations() throws Exception {
    int[] data = {0};
    long begin = System.nanoTime();
    double bytes = Double.MAX_VALUE;
    int[] isEnough = {0};
    while (isEnough[0] == 0) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int round = 0; round < ROUNDS; round++) {
        if (rank == 1) {
          recv(world, data, 0);
        }
        send(world, data, 1 - rank);
        if (rank == 0) {
          recv(world, data, 1);
        }
      }
      bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / (2 * ROUNDS);
      isEnough[0] = bytes < 1 || System.nanoTime() - begin > PATIENCE_NS ? 1 : 0;
      int[] isEnoughThere = {0};
      exchange(isEnough, isEnoughThere, 1 - rank, 2);
      isEnough[0] &= isEnoughThere[0];
    }
    return bytes < 1 ? "nothing allocated" : bytes + " bytes a call";
  }

  /**
   * Rank 0 sends more than rank 1 keeps for receives that it has not called; so some sends have to
   * wait for these. Rank 1 asks for the last message first.
   */
  private String flood() throws Exception {
    IntBuffer data = ByteBuffer.allocateDirect(FLOOD_INTS * Integer.BYTES).asIntBuffer();
    int[] got = new int[FLOOD_INTS];
    if (rank == 1) {
      pmpi.message(world, toReceive(got, 1, 0, 2));
      int incomplete = got[0];
      for (int i = 0; i < FLOOD; i++) {
        recv(world, got, 0);
      }
      return incomplete > 0 && incomplete < FLOOD / 2 ? "flood received" : incomplete + " waited";
    }
    long[] sends = new long[FLOOD];
    MessageCall large = new MessageCall().of(PointToPoint.SEND).to(1, 1);
    large.sent().at(data).items(FLOOD_INTS, intType);
    int incomplete = 0;
    for (int i = 0; i < FLOOD; i++) {
      sends[i] = pmpi.startMessage(world, large);
      incomplete += sends[i] == Basics.REQUEST_EMPTY ? 0 : 1;
    }
    pmpi.message(world, toSend(new int[] {incomplete}, 1, 1, 2));
    pmpi.waitAll(sends);
    return "flood sent";
  }

  private int[] gathered(long comm, int members) throws Exception {
    int[] all = new int[members];
    CollectiveCall call = new CollectiveCall().of(Collective.ALL_GATHER);
    call.sent().at(new int[] {rank}, false).items(1, intType, Basics.INT);
    call.received().at(all, false).items(1, intType, Basics.INT);
    pmpi.collective(comm, call);
    return all;
  }

  private String gather() throws Exception {
    int[] all = {};
    for (int i = 0; i < 100; i++) {
      all = gathered(world, size);
    }
    return Arrays.toString(all);
  }

  /** The reduction's function looks for messages, so it reads what its input has come by. */
  private String reduceAndProbe() throws Exception {
    ReduceOp op = ReduceOp.of(this::addAndProbe, true);
    for (int i = 0; i < ROUNDS; i++) {
      int[] sum = {0};
      CollectiveCall reduce =
          new CollectiveCall().of(Collective.REDUCE).root(0).reduction(op, op.handle());
      reduce.sent().at(new int[] {i + rank}, false);
      reduce.received().at(sum, false).items(1, intType, Basics.INT);
      pmpi.collective(world, reduce);
      int expected = size * i + size * (size - 1) / 2;
      if (rank == 0 && sum[0] != expected) {
        return "the sum is %d, not %d".formatted(sum[0], expected);
      }
    }
    return "all reduced";
  }

  private void addAndProbe(ByteBuffer in, ByteBuffer inOut, int count) {
    try {
      pmpi.iProbe(world, MpiConstants.ANY_SOURCE, MpiConstants.ANY_TAG);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < count; i++) {
      inOut.putInt(
          i * Integer.BYTES, in.getInt(i * Integer.BYTES) + inOut.getInt(i * Integer.BYTES));
    }
  }

  private String waitLong() throws Exception {
    java.util.concurrent.TimeUnit.MINUTES.sleep(5);
    return "waited";
  }

  private String die() throws Exception {
    gathered(world, size);
    if (rank == 1) {
      new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
      Thread.sleep(60_000);
    }
    try {
      recv(world, new int[1], 1);
      return "received from the dead";
    } catch (Exception e) {
      long survivors = ulfm.shrink(world);
      int[] all = gathered(survivors, pmpi.getSize(survivors));
      return e.getMessage().replaceAll(":.*", "") + " " + Arrays.toString(all);
    }
  }

  /** Rank 0 leaves MPI, and its process ends, before the last rank has received what it sent. */
  private String leave() throws Exception {
    int[] data = new int[LEFT_INTS];
    int partner = size - 1;
    for (int i = 0; i < LEFT + WARM_UP; i++) {
      if (rank == 0) {
        data[0] = i;
        send(world, data, partner);
      } else if (rank == partner) {
        if (i == WARM_UP) {
          Thread.sleep(LEAVE_MS);
        }
        recv(world, data, 0);
        if (data[0] != i) {
          return "received " + data[0] + " in place of " + i;
        }
      }
      if (i < WARM_UP) {
        gathered(world, size); // until then they are in step
      }
    }
    return "all received";
  }

  /** Rank 0 frees the request of a send that has to be fetched, and leaves MPI. */
  private String freeAndLeave() throws Exception {
    int[] data = new int[1 << 20];
    if (rank == 0) {
      IntBuffer zeros = ByteBuffer.allocateDirect(data.length * Integer.BYTES).asIntBuffer();
      MessageCall large = new MessageCall().of(PointToPoint.SEND).to(1, 1);
      large.sent().at(zeros).items(data.length, intType);
      pmpi.requestFree(pmpi.startMessage(world, large));
    } else {
      Thread.sleep(LEAVE_MS);
      data[0] = 1;
      recv(world, data, 0);
    }
    return data[0] == 0 ? "all received" : "nothing received";
  }

  /** Opens more files alone than there is room for shared pointers. */
  private String files() throws Exception {
    int mode = FileSystem.CREATE | FileSystem.READ_WRITE;
    Path folder = Files.createTempDirectory("legio-files");
    long[] open = new long[MANY_FILES];
    for (int i = 0; i < open.length; i++) {
      open[i] =
          pmpi.fileOpen(process.binding().commSelf(), folder.resolve("data").toString(), mode, 0);
    }
    for (long file : open) {
      pmpi.fileClose(file);
    }
    Files.delete(folder.resolve("data"));
    Files.delete(folder);
    return "all opened";
  }

  private String revoke() throws Exception {
    try {
      gathered(world, size); // who is slow may hear of the revocation in here
      if (rank == 0) {
        ulfm.revoke(world);
      }
      recv(world, new int[1], MpiConstants.ANY_SOURCE);
      return "received after a revocation";
    } catch (Exception e) {
      return ulfm.isRevoked(world) + " " + ulfm.agree(world, true);
    }
  }
}
