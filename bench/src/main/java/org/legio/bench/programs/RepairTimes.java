package org.legio.bench.programs;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpi.MPI;
import mpi.MPIException;
import org.legio.ulfm.ports.TimedUlfm;
import org.legio.ulfm.ports.UlfmTimes;

/**
 * Measures how long a death delays the survivors, and in which phases.
 *
 * <p>Usage: {@code RepairTimes WAY VICTIM=ROLE...}: WAY is {@code library} for a library beneath
 * the program (agent or preloaded), {@code by-hand} for a {@link HandWrittenWorld}; victims are
 * distinct ranks other than 0. Between deaths all ranks make {@value #CALLS} calls of allReduce. A
 * survivor's clock starts when it has made the last of them, and the victim dies then; so no two
 * hosts' clocks are compared. Each time is that of the last survivor (of the first one for the
 * detection), in milliseconds:
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

  /** How long ranks spin before and after, in milliseconds. */
  private static final int SPIN = 10;

  private final BenchWorld world;
  private final Noise noise;
  private final UlfmTimes times = TimedUlfm.times();

  private RepairTimes(BenchWorld world, Noise noise) {
    this.world = world;
    this.noise = noise;
  }

  public static void main(String[] args) throws MPIException, IOException {
    List<String> left = List.of(MPI.Init(args));
    Preloaded.require();
    BenchWorld world = left.get(0).equals("by-hand") ? new HandWrittenWorld() : new LibraryWorld();
    Map<Integer, String> victims = victims(left.subList(1, left.size()));
    RepairTimes repairs = new RepairTimes(world, new Noise(world, victims.keySet()));
    for (Map.Entry<Integer, String> victim : victims.entrySet()) {
      repairs.measure(victim.getKey(), victim.getValue());
    }
    MPI.Finalize();
  }

  private static Map<Integer, String> victims(List<String> arguments) {
    Map<Integer, String> victims = new LinkedHashMap<>();
    for (String argument : arguments) {
      String[] sides = argument.split("=", 2);
      victims.put(Integer.valueOf(sides[0]), sides[1]);
    }
    return victims;
  }

  private void measure(int victim, String role) throws MPIException {
    double before = noise.beside(SPIN);
    long[] sum = new long[1];
    for (int call = 0; call < CALLS; call++) {
      sum[0] = 1;
      world.allReduce(sum, MPI.SUM);
    }
    times.reset();
    if (MPI.COMM_WORLD.getRank() == victim) {
      Crash.now();
    }
    long start = System.nanoTime();
    sum[0] = 1;
    world.allReduce(sum, MPI.SUM);
    long completed = System.nanoTime();
    long[] first = {since(start, times.noticed(), Long.MAX_VALUE)};
    long[] last = {
      since(start, times.shrinkBegan(), UlfmTimes.NEVER),
      since(start, times.shrinkEnded(), UlfmTimes.NEVER),
      since(start, world.rebuiltNs(), UlfmTimes.NEVER),
      completed - start
    };
    world.allReduce(first, MPI.MIN);
    world.allReduce(last, MPI.MAX);
    double worst = Math.max(before, noise.beside(SPIN));
    if (MPI.COMM_WORLD.getRank() == 0) {
      tell(new Teller(role, worst), first[0], last);
    }
  }

  private static long since(long start, long step, long otherwise) {
    return step == UlfmTimes.NEVER ? otherwise : step - start;
  }

  private static void tell(Teller teller, long noticed, long[] last) {
    teller.tell("total", 0, last[3]);
    if (last[1] == UlfmTimes.NEVER || noticed == Long.MAX_VALUE) {
      return; // the library beneath does not report its phases
    }
    teller.tell("detection", 0, noticed);
    teller.tell("agree", noticed, last[0]);
    teller.tell("shrink", last[0], last[1]);
    teller.tell("rebuild", last[1], last[2]);
    teller.tell("repeat", last[2], last[3]);
  }

  /** Prints the phases of one repair. */
  private record Teller(String role, double noise) {
    void tell(String phase, long from, long to) {
      Results.tell(role + ": " + phase, 0, (to - from) / 1e6, "ms", noise);
    }
  }
}
