package org.legio.samples;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;

/**
 * Docks the ligands of a file into a pocket and prints those that bind best.
 *
 * <p>Usage: {@code FileDocking FILE [ligandsOfARankPerBatch] [best]}; {@link LigandLibrary} makes
 * the file. In every batch each rank reads its ligands by MPI-IO, docks them, and rank 0 gathers
 * their energies. A rank's ligands are missing from the batch in which it dies on.
 */
public final class FileDocking {
  private static final int POCKET_ATOMS = 24;
  private static final double RADIUS = 12; // of the pocket, in angstrom
  private static final int POSES = 8;

  /** Energies in kcal/mol, as force fields have them. */
  private static final double DEPTH = 0.1;

  private static final double CONTACT = 3.5; // where two atoms attract most, in angstrom
  private static final double COULOMB = 332 / 4.0; // the dielectric constant is 4

  private final int batch;
  private final int best;
  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();
  private final double[] pocket = new double[POCKET_ATOMS * Ligand.PER_ATOM];
  private final double[][] poses = new double[POSES][];
  private final PriorityQueue<Hit> hits = new PriorityQueue<>(Hit.BEST_FIRST.reversed());
  private long docked;

  /** A ligand and the energy of its best pose, in kcal/mol. */
  private record Hit(long ligand, double energy) {
    static final Comparator<Hit> BEST_FIRST =
        Comparator.comparingDouble(Hit::energy).thenComparingLong(Hit::ligand);
  }

  private FileDocking(String[] args) throws MPIException {
    batch = args.length > 1 ? Integer.parseInt(args[1]) : 256;
    best = args.length > 2 ? Integer.parseInt(args[2]) : 10;
    SplittableRandom random = new SplittableRandom(-1);
    for (int atom = 0; atom < POCKET_ATOMS; atom++) {
      double[] place = Ligand.direction(random);
      for (int axis = 0; axis < place.length; axis++) {
        pocket[atom * Ligand.PER_ATOM + axis] = RADIUS * place[axis];
      }
      pocket[atom * Ligand.PER_ATOM + 3] = atom % 2 == 0 ? 0.5 : -0.5;
    }
    for (int pose = 0; pose < POSES; pose++) {
      poses[pose] = turn(Ligand.direction(random), random.nextDouble(-1, 1));
    }
  }

  /** Docks the file. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    new FileDocking(own).dock(own[0]);
    MPI.Finalize();
  }

  private void dock(String path) throws MPIException {
    File file = new File(MPI.COMM_WORLD, path, MPI.MODE_RDONLY);
    long ligands = file.getSize() / Ligand.BYTES;
    float[] own = new float[batch * Ligand.FLOATS];
    double[] energies = new double[batch];
    double[] all = new double[rank == 0 ? batch * size : 0];
    for (long first = 0; first < ligands; first += (long) batch * size) {
      long start = Math.min(ligands, first + (long) batch * rank);
      int count = (int) Math.min(batch, ligands - start);
      file.readAtAll(start * Ligand.BYTES, own, count * Ligand.FLOATS, MPI.FLOAT);
      Arrays.fill(energies, Double.POSITIVE_INFINITY);
      for (int i = 0; i < count; i++) {
        energies[i] = energy(own, i * Ligand.FLOATS);
      }
      Arrays.fill(all, Double.POSITIVE_INFINITY); // not docked
      MPI.COMM_WORLD.gather(energies, batch, MPI.DOUBLE, all, batch, MPI.DOUBLE, 0);
      record(first, all);
    }
    file.close();
    if (rank == 0) {
      print(ligands);
    }
  }

  /** The rows of the matrix that turns by a unit quaternion: an axis, and the cosine's measure. */
  private static double[] turn(double[] axis, double w) {
    double s = Math.sqrt(1 - w * w);
    double x = s * axis[0];
    double y = s * axis[1];
    double z = s * axis[2];
    return new double[] {
      1 - 2 * (y * y + z * z),
      2 * (x * y - w * z),
      2 * (x * z + w * y),
      2 * (x * y + w * z),
      1 - 2 * (x * x + z * z),
      2 * (y * z - w * x),
      2 * (x * z - w * y),
      2 * (y * z + w * x),
      1 - 2 * (x * x + y * y)
    };
  }

  /** The lowest energy of all poses. */
  private double energy(float[] ligands, int at) {
    double lowest = Double.POSITIVE_INFINITY;
    for (double[] pose : poses) {
      double energy = 0;
      for (int atom = 0; atom < Ligand.ATOMS; atom++) {
        energy += energy(ligands, at + atom * Ligand.PER_ATOM, pose);
      }
      lowest = Math.min(lowest, energy);
    }
    return lowest;
  }

  /** What an atom adds: Lennard-Jones and Coulomb energies with each atom of the pocket. */
  private double energy(float[] ligands, int at, double[] pose) {
    double x = pose[0] * ligands[at] + pose[1] * ligands[at + 1] + pose[2] * ligands[at + 2];
    double y = pose[3] * ligands[at] + pose[4] * ligands[at + 1] + pose[5] * ligands[at + 2];
    double z = pose[6] * ligands[at] + pose[7] * ligands[at + 1] + pose[8] * ligands[at + 2];
    double charge = ligands[at + 3];
    double energy = 0;
    for (int atom = 0; atom < pocket.length; atom += Ligand.PER_ATOM) {
      double dx = x - pocket[atom];
      double dy = y - pocket[atom + 1];
      double dz = z - pocket[atom + 2];
      double square = Math.max(1, dx * dx + dy * dy + dz * dz);
      double ratio = CONTACT * CONTACT / square;
      double sixth = ratio * ratio * ratio;
      energy += DEPTH * (sixth * sixth - 2 * sixth);
      energy += COULOMB * charge * pocket[atom + 3] / Math.sqrt(square);
    }
    return energy;
  }

  private void record(long first, double[] energies) {
    for (int i = 0; i < energies.length; i++) {
      if (energies[i] < Double.POSITIVE_INFINITY) {
        docked++;
        hits.add(new Hit(first + i, energies[i]));
        if (hits.size() > best) {
          hits.poll();
        }
      }
    }
  }

  private void print(long ligands) {
    System.out.println("docked " + docked + " of " + ligands + " ligands");
    List<Hit> sorted = hits.stream().sorted(Hit.BEST_FIRST).toList();
    for (Hit hit : sorted) {
      System.out.println(
          String.format(Locale.ROOT, "ligand %d energy %.6f", hit.ligand, hit.energy));
    }
  }
}
