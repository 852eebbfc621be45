package org.legio.core;

import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/** The handler of the start and the end of MPI. */
public final class LifeCycle {

  /** The steps around them. */
  public interface Phases {
    /** MPI is about to be initialized. */
    void initializing();

    /** MPI has been initialized. */
    void initialized() throws Exception;

    /**
     * MPI is about to be finalized.
     *
     * @return whether it is to be; false if this rank counts as dead to the others, and its MPI is
     *     left as it is
     */
    boolean finalizing() throws Exception;

    /** MPI has been finalized. */
    void finalized();
  }

  private final Pmpi pmpi;
  private final Phases phases;

  public LifeCycle(Pmpi pmpi, Phases phases) {
    this.pmpi = pmpi;
    this.phases = phases;
  }

  /** {@code MPI_Init}. */
  @Serves("mpi.MPI.Init_jni")
  public String[] mpiInit(String[] arguments) throws Exception {
    phases.initializing();
    String[] left = pmpi.init(arguments);
    phases.initialized();
    return left;
  }

  /** {@code MPI_Init_thread}. */
  @Serves("mpi.MPI.InitThread_jni")
  public int mpiInitThread(String[] arguments, int required) throws Exception {
    phases.initializing();
    int provided = pmpi.initThread(arguments, required);
    phases.initialized();
    return provided;
  }

  /** {@code MPI_Finalize}. */
  @Serves("mpi.MPI.Finalize_jni")
  public void mpiFinalize() throws Exception {
    if (phases.finalizing()) {
      pmpi.finalizeMpi();
      phases.finalized();
    }
  }
}
