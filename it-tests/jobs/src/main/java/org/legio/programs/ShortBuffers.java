package org.legio.programs;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Win;

/**
 * Passes buffers that are too short for their counts, to all kinds of calls, and after each adds up
 * the ranks that continue.
 *
 * <p>Usage: {@code ShortBuffers all|one COUNT FILE [ROW]}: at all ranks, or at rank 1 alone; with
 * so many items; only one row, if it is named. Each rank prints what each row has thrown.
 */
public final class ShortBuffers {
  private static final int VICTIM = 1;
  private static final int TAG = 7;

  /** One call, with a buffer that is too short, or long enough. */
  @FunctionalInterface
  private interface Row {
    void run(boolean isShort) throws MPIException;
  }

  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final Intracomm world = MPI.COMM_WORLD;
  private final int size = world.getSize();
  private final int rank = world.getRank();
  private final int count;
  private final Intracomm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
  private final Intercomm across;

  private ShortBuffers(int count) throws MPIException {
    this.count = count;
    Comm half = world.split(rank % 2, rank);
    this.across = world.createIntercomm(half, 0, (rank + 1) % 2, TAG);
    across.setErrhandler(MPI.ERRORS_RETURN);
    ring.setErrhandler(MPI.ERRORS_RETURN);
  }

  /** Runs the rows. */
  public static void main(String[] args) throws MPIException {
    String[] arguments = MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    boolean isAtAll = arguments[0].equals("all");
    ShortBuffers program = new ShortBuffers(Integer.parseInt(arguments[1]));
    program.addCollectives();
    program.addPositional();
    program.addReductions();
    program.addNonBlocking();
    program.addOthers();
    if (arguments.length > 2) {
      program.addMessages();
      program.addFiles(arguments[2]);
      program.addWindows();
    }
    for (Map.Entry<String, Row> row : program.rows.entrySet()) {
      if (arguments.length <= 3 || row.getKey().equals(arguments[3])) {
        program.run(row.getKey(), row.getValue(), isAtAll);
      }
    }
    MPI.Finalize();
  }

  private void run(String name, Row row, boolean isAtAll) throws MPIException {
    String thrown = "none";
    try {
      row.run(isAtAll || rank == VICTIM);
    } catch (MPIException | RuntimeException e) {
      boolean isToldOf =
          String.valueOf(e.getMessage()).contains("rank " + VICTIM + " of the world");
      thrown = e.getClass().getSimpleName() + (isToldOf ? " of rank " + VICTIM : "");
    }
    int[] sum = {1};
    world.allReduce(sum, 1, MPI.INT, MPI.SUM);
    System.out.println("rank " + rank + " " + name + ": " + thrown + ", then " + sum[0]);
  }

  // ------------------------------------------------------------------ buffers

  private int[] one(boolean isShort) {
    return new int[isShort ? count - 1 : count];
  }

  private int[] each(boolean isShort) {
    return new int[isShort ? size * count - 1 : size * count];
  }

  private IntBuffer oneDirect(boolean isShort) {
    return MPI.newIntBuffer(isShort ? count - 1 : count);
  }

  private IntBuffer eachDirect(boolean isShort) {
    return MPI.newIntBuffer(isShort ? size * count - 1 : size * count);
  }

  private int[] counts() {
    int[] counts = new int[size];
    Arrays.fill(counts, count);
    return counts;
  }

  private int[] places() {
    int[] places = new int[size];
    Arrays.setAll(places, block -> block * count);
    return places;
  }

  private int[] bytePlaces() {
    int[] places = new int[size];
    Arrays.setAll(places, block -> block * count * Integer.BYTES);
    return places;
  }

  private Datatype[] types() {
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.INT);
    return types;
  }

  // ------------------------------------------------------------------ rows

  private void addCollectives() {
    rows.put("bcast", s -> world.bcast(one(s), count, MPI.INT, 0));
    rows.put("bcast-direct", s -> world.bcast(oneDirect(s), count, MPI.INT, 0));
    rows.put("bcast-root", s -> world.bcast(one(s), count, MPI.INT, VICTIM));
    rows.put("gather", s -> world.gather(one(s), count, MPI.INT, each(false), count, MPI.INT, 0));
    rows.put(
        "gather-direct",
        s -> world.gather(oneDirect(s), count, MPI.INT, eachDirect(false), count, MPI.INT, 0));
    rows.put(
        "gatherv",
        s ->
            world.gatherv(
                one(s), count, MPI.INT, each(false), counts(), places(), MPI.INT, VICTIM));
    rows.put("scatter", s -> world.scatter(each(false), count, MPI.INT, one(s), count, MPI.INT, 0));
    rows.put(
        "scatterv",
        s -> world.scatterv(each(false), counts(), places(), MPI.INT, one(s), count, MPI.INT, 0));
  }

  private void addPositional() {
    rows.put(
        "allGather", s -> world.allGather(one(s), count, MPI.INT, each(false), count, MPI.INT));
    rows.put(
        "allGather-into",
        s -> world.allGather(one(false), count, MPI.INT, each(s), count, MPI.INT));
    rows.put("allGather-in-place", s -> world.allGather(eachDirect(s), count, MPI.INT));
    rows.put(
        "allGatherv",
        s -> world.allGatherv(one(false), count, MPI.INT, each(s), counts(), places(), MPI.INT));
    rows.put("allToAll", s -> world.allToAll(each(s), count, MPI.INT, each(false), count, MPI.INT));
    rows.put(
        "allToAllv",
        s ->
            world.allToAllv(
                each(s), counts(), places(), MPI.INT, each(false), counts(), places(), MPI.INT));
    rows.put(
        "allToAllw",
        s ->
            world.allToAllw(
                eachDirect(false),
                counts(),
                bytePlaces(),
                types(),
                eachDirect(s),
                counts(),
                bytePlaces(),
                types()));
  }

  private void addReductions() {
    rows.put("reduce", s -> world.reduce(one(s), one(false), count, MPI.INT, MPI.SUM, 0));
    rows.put("allReduce", s -> world.allReduce(one(s), one(false), count, MPI.INT, MPI.SUM));
    rows.put("allReduce-into", s -> world.allReduce(one(false), one(s), count, MPI.INT, MPI.SUM));
    rows.put("allReduce-in-place", s -> world.allReduce(one(s), count, MPI.INT, MPI.SUM));
    rows.put(
        "allReduce-double",
        s ->
            world.allReduce(
                new double[s ? count - 1 : count], new double[count], count, MPI.DOUBLE, MPI.SUM));
    rows.put(
        "reduceScatter", s -> world.reduceScatter(each(s), one(false), counts(), MPI.INT, MPI.SUM));
    rows.put(
        "reduceScatterBlock",
        s -> world.reduceScatterBlock(each(false), one(s), count, MPI.INT, MPI.SUM));
    rows.put("scan", s -> world.scan(one(s), one(false), count, MPI.INT, MPI.SUM));
    rows.put("exScan", s -> world.exScan(one(s), one(false), count, MPI.INT, MPI.SUM));
  }

  private static void end(Request request) throws MPIException {
    request.waitFor();
  }

  private void addNonBlocking() {
    rows.put("iBcast", s -> end(world.iBcast(oneDirect(s), count, MPI.INT, 0)));
    rows.put(
        "iGather",
        s ->
            end(world.iGather(oneDirect(s), count, MPI.INT, eachDirect(false), count, MPI.INT, 0)));
    rows.put(
        "iAllGatherv",
        s ->
            end(
                world.iAllGatherv(
                    oneDirect(false), count, MPI.INT, eachDirect(s), counts(), places(), MPI.INT)));
    rows.put(
        "iAllToAll",
        s ->
            end(world.iAllToAll(eachDirect(s), count, MPI.INT, eachDirect(false), count, MPI.INT)));
    rows.put(
        "iAllReduce",
        s -> end(world.iAllReduce(oneDirect(s), oneDirect(false), count, MPI.INT, MPI.SUM)));
    rows.put(
        "iReduceScatterBlock",
        s ->
            end(
                world.iReduceScatterBlock(
                    eachDirect(s), oneDirect(false), count, MPI.INT, MPI.SUM)));
    rows.put(
        "iScan", s -> end(world.iScan(oneDirect(s), oneDirect(false), count, MPI.INT, MPI.SUM)));
    rows.put(
        "two-under-way",
        s -> {
          Request before = world.iAllReduce(oneDirect(false), count, MPI.INT, MPI.SUM);
          try {
            end(world.iBcast(oneDirect(s), count, MPI.INT, 0));
          } finally {
            end(before);
          }
        });
  }

  private void addOthers() {
    rows.put(
        "neighborAllGather",
        s -> ring.neighborAllGather(one(s), count, MPI.INT, new int[2 * count], count, MPI.INT));
    rows.put(
        "neighborAllToAll",
        s ->
            ring.neighborAllToAll(
                new int[2 * count],
                count,
                MPI.INT,
                new int[s ? count : 2 * count],
                count,
                MPI.INT));
    rows.put(
        "across-allReduce", s -> across.allReduce(one(s), one(false), count, MPI.INT, MPI.SUM));
    rows.put(
        "across-allGather",
        s -> across.allGather(one(s), count, MPI.INT, each(false), count, MPI.INT));
  }

  private void addMessages() {
    rows.put("send", s -> onlyShort(s, () -> world.send(one(s), count, MPI.INT, rank, TAG)));
    rows.put("bSend", s -> onlyShort(s, () -> world.bSend(one(s), count, MPI.INT, rank, TAG)));
    rows.put("recv", s -> onlyShort(s, () -> world.recv(one(s), count, MPI.INT, rank, TAG)));
    rows.put(
        "iSend", s -> onlyShort(s, () -> world.iSend(oneDirect(s), count, MPI.INT, rank, TAG)));
    rows.put(
        "iRecv", s -> onlyShort(s, () -> world.iRecv(oneDirect(s), count, MPI.INT, rank, TAG)));
    rows.put(
        "sendInit",
        s -> onlyShort(s, () -> world.sendInit(oneDirect(s), count, MPI.INT, rank, TAG)));
    rows.put(
        "recvInit",
        s -> onlyShort(s, () -> world.recvInit(oneDirect(s), count, MPI.INT, rank, TAG)));
    rows.put(
        "sendRecv",
        s ->
            world.sendRecv(
                one(false), count, MPI.INT, rank, TAG, one(s), count, MPI.INT, rank, TAG));
    rows.put(
        "sendRecvReplace",
        s -> world.sendRecvReplace(one(s), count, MPI.INT, rank, TAG, rank, TAG));
    rows.put(
        "mRecv",
        s -> {
          Request sent = world.iSend(oneDirect(false), count, MPI.INT, rank, TAG);
          Message message = new Message();
          message.mProbe(rank, TAG, world);
          try {
            message.mRecv(one(s), count, MPI.INT);
          } catch (ArrayIndexOutOfBoundsException e) {
            message.mRecv(one(false), count, MPI.INT);
            throw e;
          } finally {
            sent.waitFor();
          }
        });
  }

  @FunctionalInterface
  private interface Call {
    void run() throws MPIException;
  }

  /** A message that would continue is not sent. */
  private static void onlyShort(boolean isShort, Call call) throws MPIException {
    if (isShort) {
      call.run();
    }
  }

  private void addFiles(String name) throws MPIException {
    File file = new File(world, name, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
    file.setErrhandler(MPI.ERRORS_RETURN);
    rows.put("file-writeAt", s -> file.writeAt(0, one(s), count, MPI.INT));
    rows.put("file-writeAtAll", s -> file.writeAtAll(0, one(s), count, MPI.INT));
    rows.put("file-writeOrdered", s -> file.writeOrdered(one(s), count, MPI.INT));
    rows.put("file-writeShared", s -> file.writeShared(one(s), count, MPI.INT));
    rows.put("file-readAtAll", s -> file.readAtAll(0, one(s), count, MPI.INT));
    rows.put("file-iWriteAt", s -> end(file.iWriteAt(0, oneDirect(s), count, MPI.INT)));
    rows.put("file-closed", s -> file.close());
  }

  private void addWindows() throws MPIException {
    ByteBuffer memory = MPI.newByteBuffer(4 * count);
    Win win = new Win(memory, 4 * count, 1, MPI.INFO_NULL, world);
    win.setErrhandler(MPI.ERRORS_RETURN);
    rows.put(
        "win-put",
        s -> fenced(win, () -> win.put(oneDirect(s), count, MPI.INT, rank, 0, count, MPI.INT)));
    rows.put(
        "win-get",
        s -> fenced(win, () -> win.get(oneDirect(s), count, MPI.INT, rank, 0, count, MPI.INT)));
    rows.put(
        "win-accumulate",
        s ->
            fenced(
                win,
                () ->
                    win.accumulate(
                        oneDirect(s), count, MPI.INT, rank, 0, count, MPI.INT, MPI.SUM)));
    rows.put(
        "win-create",
        s -> {
          ByteBuffer base = MPI.newByteBuffer(s ? count : 4 * count);
          new Win(base, 4 * count, 1, MPI.INFO_NULL, world).free();
        });
    rows.put("win-freed", s -> win.free());
  }

  private static void fenced(Win win, Call call) throws MPIException {
    win.fence(0);
    try {
      call.run();
    } finally {
      win.fence(0);
    }
  }
}
