package org.legio.core.topology;

import static org.legio.ulfm.MpiConstants.BYTE_BASE_TYPE;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.ulfm.Pmpi;

/** Brings the edges that each process has named to all of them. */
final class EdgeGathering {
  private final Pmpi pmpi;
  private final long byteType;

  EdgeGathering(Pmpi pmpi, long byteType) {
    this.pmpi = pmpi;
    this.byteType = byteType;
  }

  /** All edges, by the rank of who has named them; collective. */
  Edges gather(long comm, Edges own) throws Exception {
    int size = pmpi.getSize(comm);
    int[] numbers = own.numbers();
    ByteBuffer bytes = memory(Integer.BYTES * numbers.length);
    bytes.asIntBuffer().put(numbers);
    int[] counts = counts(comm, size, bytes.capacity());
    int[] firsts = new int[size];
    for (int rank = 1; rank < size; rank++) {
      firsts[rank] = firsts[rank - 1] + counts[rank - 1];
    }
    ByteBuffer all = memory(firsts[size - 1] + counts[size - 1]);
    pmpi.allGatherv(
        comm,
        bytes,
        true,
        0,
        bytes.capacity(),
        byteType,
        BYTE_BASE_TYPE,
        all,
        true,
        0,
        counts,
        firsts,
        byteType,
        BYTE_BASE_TYPE);
    int[] gathered = new int[all.capacity() / Integer.BYTES];
    all.asIntBuffer().get(gathered);
    return new Edges(gathered);
  }

  private int[] counts(long comm, int size, int own) throws Exception {
    ByteBuffer count = memory(Integer.BYTES).putInt(0, own);
    ByteBuffer all = memory(Integer.BYTES * size);
    pmpi.allGather(
        comm,
        count,
        true,
        0,
        Integer.BYTES,
        byteType,
        BYTE_BASE_TYPE,
        all,
        true,
        0,
        Integer.BYTES,
        byteType,
        BYTE_BASE_TYPE);
    int[] counts = new int[size];
    all.asIntBuffer().get(counts);
    return counts;
  }

  private static ByteBuffer memory(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
