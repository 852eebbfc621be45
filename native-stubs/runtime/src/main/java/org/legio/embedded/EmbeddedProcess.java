package org.legio.embedded;

import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import org.legio.inprocess.Natives;
import org.legio.inprocess.RankState;
import org.legio.ulfm.Binding;
import org.legio.ulfm.Job;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Ulfm;

/** Gives this process of a job its MPI. */
public final class EmbeddedProcess {
  private final EmbeddedUniverse universe;
  private final Pmpi pmpi;
  private final Ulfm ulfm;

  private EmbeddedProcess(JobMemory job, int rank, Function<RankState, Binding> bindingMaker) {
    this.universe = new EmbeddedUniverse(job, rank, bindingMaker);
    this.pmpi = Natives.of(universe.state());
    this.ulfm =
        new LockedUlfm(
            universe.engine(),
            new EmbeddedUlfm(universe, new Votes(job, universe.engine(), universe.state())));
  }

  /**
   * Joins the job that this process has been started for.
   *
   * @param environment as the launcher has set it
   * @param bindingMaker makes what makes and fills the binding's objects
   * @throws IOException if the job's memory cannot be mapped
   */
  public static EmbeddedProcess join(
      Map<String, String> environment, Function<RankState, Binding> bindingMaker)
      throws IOException {
    JobMemory job = JobMemory.join(environment);
    return new EmbeddedProcess(
        job, Integer.parseInt(environment.get(JobMemory.RANK)), bindingMaker);
  }

  /** What the calls of MPI work on. */
  public RankState state() {
    return universe.state();
  }

  /** The handle of its {@code MPI_COMM_WORLD}. */
  public long commWorld() {
    return universe.state().world.handle;
  }

  /** Its natives. */
  public Pmpi pmpi() {
    return pmpi;
  }

  /** Its functions of ULFM. */
  public Ulfm ulfm() {
    return ulfm;
  }

  /** Its access to the job as a whole. */
  public Job job() {
    return universe.job();
  }
}
