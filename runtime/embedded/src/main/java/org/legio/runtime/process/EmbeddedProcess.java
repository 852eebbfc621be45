package org.legio.runtime.process;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.legio.runtime.engine.Entrance;
import org.legio.runtime.engine.EntryWriter;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.shm.JobMemory;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;

/** Gives this process of a job its MPI. */
public final class EmbeddedProcess {
  private final EmbeddedUniverse universe;

  private EmbeddedProcess(
      Map<String, String> environment, Function<RankState, Binding> bindingMaker)
      throws IOException {
    this.universe =
        new EmbeddedUniverse(
            JobMemory.open(environment),
            JobMemory.processOf(environment),
            JobMemory.incarnationOf(environment) > 0,
            bindingMaker,
            new OwnJvm());
  }

  /**
   * Prepares this process for the job that it has been started for. It takes part in it from the
   * first call of MPI on.
   *
   * @param environment as the launcher has set it
   * @param bindingMaker makes what makes and fills the binding's objects
   * @throws IOException if the job's memory cannot be mapped
   */
  public static EmbeddedProcess join(
      Map<String, String> environment, Function<RankState, Binding> bindingMaker)
      throws IOException {
    return new EmbeddedProcess(environment, bindingMaker);
  }

  /**
   * As {@link #join(Map, Function)}, with the objects of package {@code mpi}; the binding's natives
   * are linked to this process.
   */
  public static EmbeddedProcess join(Map<String, String> environment) throws IOException {
    EmbeddedProcess process = join(environment, EmbeddedBinding::new);
    Entrance.serve(process::state);
    return process;
  }

  public Pmpi pmpi() {
    return EntryWriter.newPort();
  }

  /** The binding's objects. */
  public Binding binding() {
    return universe.state().binding();
  }

  /** What the calls of MPI work on. */
  public RankState state() {
    return universe.state();
  }

  /** The handle of its {@code MPI_COMM_WORLD}. */
  public long commWorld() {
    return universe.state().world.handle;
  }

  /** Its functions of ULFM. */
  public Ulfm ulfm() {
    return new LockedUlfm(universe.engine(), new EmbeddedUlfm(universe, universe.newBallot()));
  }

  /** Its access to the job as a whole. */
  public Job job() {
    return universe.job();
  }
}
