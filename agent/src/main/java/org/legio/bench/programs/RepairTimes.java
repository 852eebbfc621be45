package org.legio.bench.programs;

import java.io.IOException;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;
import org.legio.ulfm.TimedUlfm;
import org.legio.ulfm.UlfmTimes;

/**
 * Measures how long survivors are held up by a death, and by what.
 *
 * <p>Usage: {@code RepairTimes WAY VICTIM=ROLE...}: WAY is {@code library} for what is beneath the
 * program (agent or preloaded), {@code by-hand} for a {@link HandWrittenWorld}; victims are
 * distinct ranks other than 0. Between deaths all ranks make {@value #CALLS} calls of allReduce.
 * Each time is that of the survivor that came last (the first for noticing), in milliseconds:
 *
 * <ul>
 *   <li>{@code total}: from the death to the end of the first collective that all survivors
 *       completed
 *   <li>{@code detection}: to the first revocation, or the first agreement with a vote against
 *   <li>{@code agree}: from there until the last survivor begins to shrink
 *   <li>{@code shrink}: from there until the last survivor has ended its last shrink
 *   <li>{@code rebuild}: from there until the last survivor can use the new communicator
 *   <li>{@code repeat}: from there to the end of the repeated collective
 * </ul>
 */
public final class RepairTimes {
  private static final int CALLS = 30;

  private final World world;
  private final TimeOfDeath death;
  private final UlfmTimes times = TimedUlfm.times();

  private RepairTimes(World world, TimeOfDeath death) {
    this.world = world;
    this.death = death;
  }

  /** Runs the measurement. */
  public static void main(String[] args) throws MPIException, IOException {
    List<String> left = List.of(MPI.Init(args));
    Preloaded.require();
    TimeOfDeath death = TimeOfDeath.ofJob();
    MPI.COMM_WORLD.barrier();
    TimeOfDeath.removeFile();
    World world = left.get(0).equals("by-hand") ? new HandWrittenWorld() : new LibraryWorld();
    RepairTimes repairs = new RepairTimes(world, death);
    for (String victim : left.subList(1, left.size())) {
      int equals = victim.indexOf('=');
      repairs.measure(Integer.parseInt(victim.substring(0, equals)), victim.substring(equals + 1));
    }
    MPI.Finalize();
  }

  private void measure(int victim, String role) throws MPIException {
    long[] sum = new long[1];
    for (int call = 0; call < CALLS; call++) {
      sum[0] = 1;
      world.allReduce(sum, MPI.SUM);
    }
    times.reset();
    if (MPI.COMM_WORLD.getRank() == victim) {
      death.isNow();
      Crash.now();
    }
    sum[0] = 1;
    world.allReduce(sum, MPI.SUM);
    long completed = System.nanoTime();
    long noticed = times.noticed() == UlfmTimes.NEVER ? Long.MAX_VALUE : times.noticed();
    long[] first = {noticed};
    long[] last = {times.shrinkBegan(), times.shrinkEnded(), world.rebuiltNs(), completed};
    world.allReduce(first, MPI.MIN);
    world.allReduce(last, MPI.MAX);
    if (MPI.COMM_WORLD.getRank() == 0) {
      tell(role, first[0], last);
    }
  }

  private void tell(String role, long noticed, long[] last) {
    long died = death.read();
    tell(role, "total", died, last[3]);
    if (last[1] == UlfmTimes.NEVER || noticed == Long.MAX_VALUE) {
      return; // what is beneath does not say how far it is
    }
    tell(role, "detection", died, noticed);
    tell(role, "agree", noticed, last[0]);
    tell(role, "shrink", last[0], last[1]);
    tell(role, "rebuild", last[1], last[2]);
    tell(role, "repeat", last[2], last[3]);
  }

  private static void tell(String role, String phase, long from, long to) {
    Results.tell(role + ": " + phase, 0, (to - from) / 1e6, "ms");
  }
}
