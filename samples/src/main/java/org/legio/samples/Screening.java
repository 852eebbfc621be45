package org.legio.samples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * Screens a library of ligands against a series of pockets and prints the best, as virtual
 * screening by docking does.
 *
 * <p>Usage: {@code Screening [ligandsPerRound] [rounds] [best] [all]}. In every round rank 0
 * broadcasts the pocket, scatters the round's ligands, and gathers their energies; the lower the
 * better. Where the ligands do not divide evenly, shares differ by one ({@code scatterv}, {@code
 * gatherv}). With {@code all} every rank prints at the end how many ligands it has scored.
 */
public final class Screening {
  private static final int SITES = 6;

  private final int ligandsPerRound;
  private final int rounds;
  private final int best;
  private final boolean everyRank;
  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final int[] shares;
  private final int[] starts;
  private final List<Hit> hits = new ArrayList<>();

  /** A ligand, the round in which it was scored, and its energy. */
  private record Hit(int ligand, int round, double energy) {}

  private Screening(String[] args) throws MPIException {
    ligandsPerRound = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
    rounds = args.length > 1 ? Integer.parseInt(args[1]) : 20;
    best = args.length > 2 ? Integer.parseInt(args[2]) : 10;
    everyRank = args.length > 3 && args[3].equals("all");
    shares = new int[size];
    starts = new int[size];
    for (int r = 0, start = 0; r < size; start += shares[r++]) {
      starts[r] = start;
      shares[r] = ligandsPerRound / size + (r < ligandsPerRound % size ? 1 : 0);
    }
  }

  /** Runs the screening. */
  public static void main(String[] args) throws MPIException {
    new Screening(MPI.Init(args)).run();
    MPI.Finalize();
  }

  private void run() throws MPIException {
    double[] ligands = new double[shares[rank] * SITES];
    double[] energies = new double[shares[rank]];
    double[] pocket = new double[SITES];
    for (int round = 0; round < rounds; round++) {
      if (rank == 0) {
        pocket = sites(-1 - round);
      }
      MPI.COMM_WORLD.bcast(pocket, SITES, MPI.DOUBLE, 0);
      scatter(rank == 0 ? library(round) : new double[0], ligands);
      for (int i = 0; i < energies.length; i++) {
        energies[i] = energy(ligands, i * SITES, pocket);
      }
      record(round, gather(energies));
    }
    if (rank == 0) {
      print();
    }
    if (everyRank) {
      System.out.println("rank " + rank + ": scored " + rounds * energies.length + " ligands");
    }
  }

  private double[] library(int round) {
    double[] library = new double[ligandsPerRound * SITES];
    for (int i = 0; i < ligandsPerRound; i++) {
      System.arraycopy(sites(round * ligandsPerRound + i), 0, library, i * SITES, SITES);
    }
    return library;
  }

  private static double[] sites(long seed) {
    return new SplittableRandom(seed).doubles(SITES, -1, 1).toArray();
  }

  private void scatter(double[] library, double[] own) throws MPIException {
    if (ligandsPerRound % size == 0) {
      MPI.COMM_WORLD.scatter(library, own.length, MPI.DOUBLE, own, own.length, MPI.DOUBLE, 0);
    } else {
      MPI.COMM_WORLD.scatterv(
          library, times(shares), times(starts), MPI.DOUBLE, own, own.length, MPI.DOUBLE, 0);
    }
  }

  private static int[] times(int[] ligandCounts) {
    return Arrays.stream(ligandCounts).map(n -> n * SITES).toArray();
  }

  private double[] gather(double[] own) throws MPIException {
    double[] all = new double[rank == 0 ? ligandsPerRound : 0];
    Arrays.fill(all, Double.POSITIVE_INFINITY); // not scored
    if (ligandsPerRound % size == 0) {
      MPI.COMM_WORLD.gather(own, own.length, MPI.DOUBLE, all, own.length, MPI.DOUBLE, 0);
    } else {
      MPI.COMM_WORLD.gatherv(own, own.length, MPI.DOUBLE, all, shares, starts, MPI.DOUBLE, 0);
    }
    return all;
  }

  /** The lowest energy over all ways to turn the ligand in the pocket. */
  private static double energy(double[] ligands, int offset, double[] pocket) {
    double lowest = Double.POSITIVE_INFINITY;
    for (int turn = 0; turn < SITES; turn++) {
      double energy = 0;
      for (int site = 0; site < SITES; site++) {
        double distance = 1 + Math.abs(ligands[offset + site] - pocket[(site + turn) % SITES]);
        double attraction = 1 / (distance * distance * distance);
        energy += attraction * attraction - attraction;
      }
      lowest = Math.min(lowest, energy);
    }
    return lowest;
  }

  private void record(int round, double[] energies) {
    for (int i = 0; i < energies.length; i++) {
      if (energies[i] < Double.POSITIVE_INFINITY) {
        hits.add(new Hit(round * ligandsPerRound + i, round, energies[i]));
      }
    }
  }

  private void print() {
    System.out.println("scored " + hits.size() + " of " + rounds * ligandsPerRound + " ligands");
    hits.sort(Comparator.comparingDouble(Hit::energy).thenComparingInt(Hit::ligand));
    for (Hit hit : hits.subList(0, Math.min(best, hits.size()))) {
      System.out.println(
          String.format(
              Locale.ROOT, "ligand %d round %d energy %.12f", hit.ligand, hit.round, hit.energy));
    }
  }
}
