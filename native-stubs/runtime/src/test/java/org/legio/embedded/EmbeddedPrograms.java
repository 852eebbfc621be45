package org.legio.embedded;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.legio.inprocess.Basics;
import org.legio.ulfm.Collective;
import org.legio.ulfm.CollectiveCall;
import org.legio.ulfm.MpiConstants;
import org.legio.ulfm.Pmpi;

/** The programs of {@link EmbeddedProcessesTest}, one of which a process runs. */
final class EmbeddedPrograms {
  private static final int ROUNDS = 2000;

  private final Pmpi pmpi;
  private final org.legio.ulfm.Ulfm ulfm;
  private final long world;
  private final int rank;
  private final int size;
  private final long intType;

  private EmbeddedPrograms(EmbeddedProcess process) throws Exception {
    this.pmpi = org.legio.inprocess.Natives.of(process.state());
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
          Map.of(
              "ring", EmbeddedPrograms::ring,
              "pingPong", EmbeddedPrograms::pingPong,
              "large", EmbeddedPrograms::large,
              "gather", EmbeddedPrograms::gather,
              "die", EmbeddedPrograms::die,
              "revoke", EmbeddedPrograms::revoke));

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
    pmpi.send(comm, data, false, 0, data.length, intType, Basics.INT, to, 1);
  }

  private void recv(long comm, int[] data, int from) throws Exception {
    pmpi.recv(comm, data, false, 0, data.length, intType, Basics.INT, from, 1, new long[6]);
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
    pmpi.sendRecv(
        world,
        data,
        false,
        0,
        data.length,
        intType,
        Basics.INT,
        partner,
        1,
        got,
        false,
        0,
        got.length,
        intType,
        Basics.INT,
        partner,
        1,
        new long[6]);
    for (int i = 0; i < got.length; i++) {
      if (got[i] != i * 7 + partner) {
        return "wrong at " + i;
      }
    }
    return "large right";
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

  private String revoke() throws Exception {
    gathered(world, size);
    if (rank == 0) {
      ulfm.revoke(world);
    }
    try {
      recv(world, new int[1], MpiConstants.ANY_SOURCE);
      return "received after a revocation";
    } catch (Exception e) {
      return ulfm.isRevoked(world) + " " + ulfm.agree(world, true);
    }
  }
}
