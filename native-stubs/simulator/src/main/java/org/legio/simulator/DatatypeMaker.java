package org.legio.simulator;

import java.util.Arrays;
import org.legio.runtime.engine.Calls;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.datatype.Datatype;

/** Makes derived datatypes for one rank, as the natives of {@code mpi.Datatype} do. */
public final class DatatypeMaker {
  private final RankState state;

  DatatypeMaker(RankState state) {
    this.state = state;
  }

  private Datatype find(long handle) {
    Datatype type = Calls.basic(handle);
    type = type == null ? state.types.find(handle) : type;
    if (type == null) {
      throw new IllegalArgumentException("handle " + handle + " is no datatype");
    }
    return type;
  }

  private long ofBlocks(Datatype[] types, int[] firsts, int[] counts) {
    return state.types.add(Datatype.ofBlocks(types, firsts, counts).committed());
  }

  private static Datatype[] repeated(Datatype type, int times) {
    Datatype[] types = new Datatype[times];
    Arrays.fill(types, type);
    return types;
  }

  /** {@code MPI_Type_contiguous}. */
  public long contiguous(int count, long type) {
    return ofBlocks(new Datatype[] {find(type)}, new int[] {0}, new int[] {count});
  }

  /** {@code MPI_Type_vector}; the stride is in items. */
  public long vector(int count, int blockLength, int stride, long type) {
    int[] displacements = new int[count];
    int[] lengths = new int[count];
    Arrays.fill(lengths, blockLength);
    Arrays.setAll(displacements, i -> i * stride);
    return indexed(lengths, displacements, type);
  }

  /** {@code MPI_Type_indexed}; displacements are in items. */
  public long indexed(int[] blockLengths, int[] displacements, long type) {
    Datatype old = find(type);
    int[] firsts = Arrays.stream(displacements).map(each -> each * old.extent()).toArray();
    return ofBlocks(repeated(old, firsts.length), firsts, blockLengths);
  }

  /** {@code MPI_Type_create_resized}. */
  public long resized(long type, int lowerBound, int extent) {
    return state.types.add(find(type).resized(lowerBound, extent).committed());
  }

  /** {@code MPI_Type_free}. */
  public void free(long type) {
    state.types.remove(type);
  }
}
