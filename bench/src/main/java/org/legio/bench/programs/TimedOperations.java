package org.legio.bench.programs;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Messages and blocking collectives. The size is that of the whole buffer for bcast, reduce and
 * allReduce, and that of each rank's block for the other collectives.
 */
final class TimedOperations implements CallSet {
  /** How many messages are under way at once in {@code iSend+iRecv}. */
  static final int WINDOW = 16;

  private static final int TAG = 1;

  private final Comm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final ByteBuffer from;
  private final ByteBuffer into;
  private final ByteBuffer ack = MPI.newByteBuffer(Integer.BYTES);
  private final Request[] requests = new Request[WINDOW];

  /** Makes the operations, on buffers with room for the largest size for each rank. */
  TimedOperations(ByteBuffer from, ByteBuffer into) throws MPIException {
    this.from = from;
    this.into = into;
  }

  @Override
  public Map<String, TimedCall> at(int bytes) {
    int items = bytes / Integer.BYTES;
    Map<String, TimedCall> all = new LinkedHashMap<>();
    all.put("bcast", () -> world.bcast(from, bytes, MPI.BYTE, 0));
    all.put("reduce", () -> world.reduce(from, into, items, MPI.INT, MPI.SUM, 0));
    all.put("allReduce", () -> world.allReduce(from, into, items, MPI.INT, MPI.SUM));
    all.put("barrier", world::barrier);
    all.put("gather", () -> world.gather(from, bytes, MPI.BYTE, into, bytes, MPI.BYTE, 0));
    all.put("scatter", () -> world.scatter(from, bytes, MPI.BYTE, into, bytes, MPI.BYTE, 0));
    all.put("allGather", () -> world.allGather(from, bytes, MPI.BYTE, into, bytes, MPI.BYTE));
    all.put("allToAll", () -> world.allToAll(from, bytes, MPI.BYTE, into, bytes, MPI.BYTE));
    all.put("send+recv", () -> pingPong(bytes));
    all.put("iSend+iRecv", () -> window(bytes));
    return all;
  }

  @Override
  public int stepsIn(String operation) {
    return switch (operation) {
      case "send+recv" -> 2;
      case "iSend+iRecv" -> WINDOW;
      default -> 1;
    };
  }

  @Override
  public boolean hasSize(String name) {
    return !name.equals("barrier");
  }

  @Override
  public void close() {}

  private void pingPong(int bytes) throws MPIException {
    if (rank == 0) {
      world.send(from, bytes, MPI.BYTE, 1, TAG);
      world.recv(into, bytes, MPI.BYTE, 1, TAG);
    } else if (rank == 1) {
      world.recv(into, bytes, MPI.BYTE, 0, TAG);
      world.send(from, bytes, MPI.BYTE, 0, TAG);
    }
  }

  private void window(int bytes) throws MPIException {
    if (rank == 0) {
      for (int i = 0; i < WINDOW; i++) {
        requests[i] = world.iSend(from, bytes, MPI.BYTE, 1, TAG);
      }
      Request.waitAll(requests);
      world.recv(ack, 1, MPI.INT, 1, TAG);
    } else if (rank == 1) {
      for (int i = 0; i < WINDOW; i++) {
        requests[i] = world.iRecv(into, bytes, MPI.BYTE, 0, TAG);
      }
      Request.waitAll(requests);
      world.send(ack, 1, MPI.INT, 0, TAG);
    }
  }
}
