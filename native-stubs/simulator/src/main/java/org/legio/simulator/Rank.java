package org.legio.simulator;

import org.legio.runtime.engine.Natives;
import org.legio.runtime.engine.RankState;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;

/** Gives one rank of a job its MPI. Only the thread that runs the rank may use it. */
public final class Rank {
  private final SimulatedUniverse universe;
  private final RankState state;
  private final Pmpi pmpi;
  private final Ulfm ulfm;
  private final Binding binding;
  private final Job job;
  private final DatatypeMaker types;

  Rank(SimulatedUniverse universe, RankState state) {
    this.universe = universe;
    this.state = state;
    this.pmpi = Natives.of(state);
    this.ulfm = new SimulatedUlfm(universe, state);
    this.binding = state.binding;
    this.job = new SimulatedJobPort(universe, state);
    this.types = new DatatypeMaker(state);
  }

  public Pmpi pmpi() {
    return pmpi;
  }

  /** Its functions of ULFM. */
  public Ulfm ulfm() {
    return ulfm;
  }

  /** Its binding. */
  public Binding binding() {
    return binding;
  }

  /** Its access to the job as a whole. */
  public Job job() {
    return job;
  }

  /** Makes derived datatypes. */
  public DatatypeMaker types() {
    return types;
  }

  /** Its rank in {@code MPI_COMM_WORLD}. */
  public int worldRank() {
    return state.rank;
  }

  /** The number of ranks with which the job began. */
  public int worldSize() {
    return state.universe.size();
  }

  /** The handle of its {@code MPI_COMM_WORLD}. */
  public long commWorld() {
    return state.world.handle;
  }

  /** The handle of its {@code MPI_COMM_SELF}. */
  public long commSelf() {
    return state.self.handle;
  }

  /** The number of its steps so far. */
  public long steps() {
    return universe.scheduler().strand(state.rank).steps;
  }

  /**
   * Makes a step without a call of MPI, as if the rank computed, so that other ranks can continue.
   */
  public void compute() {
    state.scheduler().step(state.rank, "compute");
    state.scheduler().letOthersContinue(state.rank);
  }
}
