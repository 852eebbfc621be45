package org.legio.bench.programs;

import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import mpi.MPI;
import mpi.MPIException;

/**
 * Screens ligands against a pocket for the {@value #BEST} best: every rank scores its own, rank 0
 * gathers the best of each. The error is the share of the true best hits that were not found: those
 * whose ranks are dead.
 */
final class BestHits implements Estimate {
  private static final int BEST = 100;
  private static final int SITES = 6;

  private final int ligands;

  /** Makes a screening in which every rank scores so many ligands. */
  BestHits(int ligands) {
    if (ligands < BEST) {
      throw new IllegalArgumentException(ligands + " ligands are fewer than the best " + BEST);
    }
    this.ligands = ligands;
  }

  @Override
  public String name() {
    return "best hits of a screening";
  }

  @Override
  public double error(long seed) throws MPIException {
    double[] pocket = Streams.of(-1 - seed, 0).doubles(SITES).toArray();
    MPI.COMM_WORLD.bcast(pocket, SITES, MPI.DOUBLE, 0);
    int rank = MPI.COMM_WORLD.getRank();
    double[] own = best(energies(seed, rank, pocket));
    double[] all = new double[rank == 0 ? BEST * MPI.COMM_WORLD.getSize() : 0];
    Arrays.fill(all, Double.POSITIVE_INFINITY); // not scored
    MPI.COMM_WORLD.gather(own, BEST, MPI.DOUBLE, all, BEST, MPI.DOUBLE, 0);
    return rank == 0 ? missing(seed, pocket, all) : 0;
  }

  /** The share of the best of all ranks, the dead ones too, that is not among the gathered. */
  private double missing(long seed, double[] pocket, double[] gathered) throws MPIException {
    DoubleStream.Builder everything = DoubleStream.builder();
    for (int rank = 0; rank < MPI.COMM_WORLD.getSize(); rank++) {
      energies(seed, rank, pocket).forEach(everything);
    }
    Set<Double> found =
        Arrays.stream(best(Arrays.stream(gathered))).boxed().collect(Collectors.toSet());
    long missing =
        Arrays.stream(best(everything.build())).filter(energy -> !found.contains(energy)).count();
    return (double) missing / BEST;
  }

  private static double[] best(DoubleStream energies) {
    return energies.sorted().limit(BEST).toArray();
  }

  private DoubleStream energies(long seed, int rank, double[] pocket) throws MPIException {
    SplittableRandom random = Streams.of(seed, rank);
    return IntStream.range(0, ligands).mapToDouble(ligand -> energy(random, pocket));
  }

  /** The energy of the next ligand; the lower the better. */
  private static double energy(SplittableRandom random, double[] pocket) {
    double energy = 0;
    for (double site : pocket) {
      double distance = 1 + Math.abs(random.nextDouble() - site);
      double attraction = 1 / (distance * distance * distance);
      energy += attraction * attraction - attraction;
    }
    return energy;
  }

  /** The ranks of the best hits are drawn alike, so their dead ones are distributed binomially. */
  @Override
  public double expected(double share) {
    return Math.hypot(1 - share, Math.sqrt(share * (1 - share) / BEST));
  }
}
