package org.legio.bench.programs;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * The measured operations at one size. For bcast, reduce and allReduce it is the size of the whole
 * buffer, for the other collectives the size of each rank's block.
 */
final class TimedOperations {
  /** How many messages are under way at once in {@code iSend+iRecv}. */
  static final int WINDOW = 16;

  private static final int TAG = 1;

  private final Comm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();
  private final int bytes;
  private final int items;
  private final ByteBuffer from;
  private final ByteBuffer into;
  private final ByteBuffer ack = MPI.newByteBuffer(Integer.BYTES);
  private final Request[] requests = new Request[WINDOW];

  /** Makes the operations, on buffers with at least so many bytes for each rank. */
  TimedOperations(int bytes, ByteBuffer from, ByteBuffer into) throws MPIException {
    this.bytes = bytes;
    this.items = bytes / Integer.BYTES;
    this.from = from;
    this.into = into;
  }

  /** All operations by name, in the order of the report. */
  Map<String, TimedCall> all() {
    Map<String, TimedCall> all = new LinkedHashMap<>();
    all.put("bcast", () -> world.bcast(from, bytes, MPI.BYTE, 0));
    all.put("reduce", () -> world.reduce(from, into, items, MPI.INT, MPI.SUM, 0));
    all.put("allReduce", () -> world.allReduce(from, into, items, MPI.INT, MPI.SUM));
    all.put("barrier", world::barrier);
    all.put("gather", () -> world.gather(from, bytes, MPI.BYTE, into, bytes, MPI.BYTE, 0));
    all.put("scatter", () -> world.scatter(from, bytes, MPI.BYTE, into, bytes, MPI.BYTE, 0));
    all.put("allGather", () -> world.allGather(from, bytes, MPI.BYTE, into, bytes, MPI.BYTE));
    all.put("allToAll", () -> world.allToAll(from, bytes, MPI.BYTE, into, bytes, MPI.BYTE));
    all.put("send+recv", this::pingPong);
    all.put("iSend+iRecv", this::window);
    return all;
  }

  /** The number of messages, one after the other, in one call of this name. */
  static int stepsIn(String operation) {
    return switch (operation) {
      case "send+recv" -> 2;
      case "iSend+iRecv" -> WINDOW;
      default -> 1;
    };
  }

  private void pingPong() throws MPIException {
    if (rank == 0) {
      world.send(from, bytes, MPI.BYTE, 1, TAG);
      world.recv(into, bytes, MPI.BYTE, 1, TAG);
    } else if (rank == 1) {
      world.recv(into, bytes, MPI.BYTE, 0, TAG);
      world.send(from, bytes, MPI.BYTE, 0, TAG);
    }
  }

  private void window() throws MPIException {
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
