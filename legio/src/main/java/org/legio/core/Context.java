package org.legio.core;

import java.util.function.LongSupplier;
import org.legio.ulfm.Binding;
import org.legio.ulfm.Job;
import org.legio.ulfm.Pmpi;
import org.legio.ulfm.Ulfm;

/**
 * What every part of a protected job works with. Made when MPI is initialised.
 *
 * @param pmpi the binding's natives
 * @param ulfm fault tolerance
 * @param binding the binding's handles, statuses and exceptions
 * @param world who this process and the others are
 * @param policies what to do when an operation needs a dead rank
 * @param deaths who is known to be dead
 * @param report what has happened
 * @param nanoTime the time
 * @param progress what goes on besides the program's calls
 * @param pending the program's requests for it
 */
public record Context(
    Pmpi pmpi,
    Ulfm ulfm,
    Binding binding,
    World world,
    Policies policies,
    Deaths deaths,
    Report report,
    LongSupplier nanoTime,
    Progress progress,
    PendingTable pending) {

  static Context of(Pmpi pmpi, Ulfm ulfm, Binding binding, Job job, Configuration configuration)
      throws Exception {
    World world = World.of(pmpi, binding.commWorld());
    Deaths deaths = new Deaths(world.size());
    return new Context(
        pmpi,
        ulfm,
        binding,
        world,
        new Policies(configuration, job, world.rank()),
        deaths,
        new Report(world, deaths),
        job::nanoTime,
        new Progress(),
        new PendingTable());
  }

  /** Learns from MPI which processes are dead; in an unprotected job, none. */
  void discoverDeaths() {
    if (!(ulfm instanceof NoUlfm)) {
      for (int failed : ulfm.failedRanks(binding.commWorld())) {
        deaths.note(failed);
      }
    }
  }
}
