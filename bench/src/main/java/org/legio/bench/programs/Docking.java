package org.legio.bench.programs;

import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;

/**
 * The screening of ligands against a pocket: each round rank 0 broadcasts the pocket and scatters
 * the ligands, every rank scores its share in many poses, and rank 0 gathers the energies.
 */
public class Docking extends Application {
  private static final int SITES = 6;
  private static final int POSES = 1000;
  private static final int LIGANDS_PER_RANK = 100;

  private final int size = MPI.COMM_WORLD.getSize();
  private final double[] pocket = new double[SITES];
  private final double[] library;
  private final double[] share;
  private final double[] energies;
  private final double[] all;
  private double best;

  /** Makes one in which every rank gets so many ligands in a round. */
  Docking(int ligands) throws MPIException {
    library = new double[size * ligands * SITES];
    share = new double[ligands * SITES];
    energies = new double[ligands];
    all = new double[size * ligands];
  }

  /** Runs it; WORK is the number of rounds. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    Preloaded.require();
    new Docking(LIGANDS_PER_RANK).measure(left);
  }

  @Override
  String name() {
    return "docking";
  }

  @Override
  final void run(int rounds) throws MPIException {
    best = Double.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      beginRound(round);
      if (MPI.COMM_WORLD.getRank() == 0) {
        fill(round);
      }
      MPI.COMM_WORLD.bcast(pocket, SITES, MPI.DOUBLE, 0);
      MPI.COMM_WORLD.scatter(library, share.length, MPI.DOUBLE, share, share.length, MPI.DOUBLE, 0);
      Arrays.setAll(energies, this::energy);
      MPI.COMM_WORLD.gather(
          energies, energies.length, MPI.DOUBLE, all, energies.length, MPI.DOUBLE, 0);
      best = Math.min(best, Arrays.stream(all).min().orElseThrow());
    }
  }

  private void fill(int round) {
    SplittableRandom random = new SplittableRandom(round);
    Arrays.setAll(pocket, i -> random.nextDouble());
    Arrays.setAll(library, i -> random.nextDouble());
  }

  /** The least energy over all poses. */
  private double energy(int ligand) {
    double least = Double.MAX_VALUE;
    for (int pose = 0; pose < POSES; pose++) {
      double energy = 0;
      for (int site = 0; site < SITES; site++) {
        double distance =
            share[ligand * SITES + site] - pocket[(site + pose) % SITES] + 1e-3 * pose;
        double inverse = 1 / (distance * distance + 0.1);
        energy += inverse * inverse * inverse - inverse;
      }
      least = Math.min(least, energy);
    }
    return least;
  }
}
