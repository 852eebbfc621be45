package org.legio.core.message;

import org.legio.core.buffer.BasicTypes;
import org.legio.core.repair.Context;
import org.legio.core.repair.DeferredFrees;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/** The handler of the program's datatypes. */
public final class Datatypes {
  private static final int NULL = 0;

  private final Pmpi pmpi;
  private final BasicTypes basicTypes;
  private final PersistentRequests persistentRequests;
  private final DeferredFrees frees;

  /** Serves the datatypes of a job. */
  public Datatypes(Context context, PersistentRequests persistentRequests, DeferredFrees frees) {
    this.pmpi = context.pmpi();
    this.basicTypes = context.basicTypes();
    this.persistentRequests = persistentRequests;
    this.frees = frees;
  }

  /**
   * {@code MPI_Type_free}. MPI's datatype is kept while operations are under way that may have to
   * be started again, and as long as a persistent request has it.
   */
  @Serves("mpi.Datatype.free")
  public long free(long type) throws Exception {
    long nullType = pmpi.basicType(NULL);
    if (type == nullType || basicTypes.contains(type)) {
      return pmpi.typeFree(type); // which MPI refuses
    }
    frees.add(() -> persistentRequests.use(type), () -> pmpi.typeFree(type));
    return nullType;
  }
}
