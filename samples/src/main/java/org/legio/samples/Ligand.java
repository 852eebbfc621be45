package org.legio.samples;

import java.util.SplittableRandom;

/**
 * A made-up molecule of {@value #ATOMS} atoms, as a record of a {@link LigandLibrary}: for each
 * atom its coordinates in angstrom and its charge in elementary charges.
 *
 * <p>Its atoms are a random walk with bonds of {@value #BOND} angstrom; their charges add up to
 * zero. Ligand i is drawn from the generator with seed i, so a library needs no input.
 */
final class Ligand {
  /** The number of atoms. */
  static final int ATOMS = 16;

  /** How many numbers an atom has. */
  static final int PER_ATOM = 4;

  /** How many numbers a ligand has. */
  static final int FLOATS = ATOMS * PER_ATOM;

  /** The size of a record in bytes. */
  static final int BYTES = FLOATS * Float.BYTES;

  private static final double BOND = 1.5;
  private static final double MAX_CHARGE = 0.4;

  private Ligand() {}

  /** Writes a ligand of the library into an array, from an index on. */
  static void draw(long ligand, float[] into, int at) {
    SplittableRandom random = new SplittableRandom(ligand);
    double[] place = new double[3];
    float charges = 0;
    for (int atom = 0; atom < ATOMS; atom++) {
      double[] step = direction(random);
      for (int axis = 0; axis < place.length; axis++) {
        place[axis] += BOND * step[axis];
        into[at + atom * PER_ATOM + axis] = (float) place[axis];
      }
      float charge = (float) random.nextDouble(-MAX_CHARGE, MAX_CHARGE);
      into[at + atom * PER_ATOM + 3] = atom < ATOMS - 1 ? charge : -charges;
      charges += charge;
    }
  }

  /** A direction, all alike: a point of the unit ball that is drawn into the sphere. */
  static double[] direction(SplittableRandom random) {
    while (true) {
      double[] point = random.doubles(3, -1, 1).toArray();
      double square = point[0] * point[0] + point[1] * point[1] + point[2] * point[2];
      if (square > 1e-4 && square < 1) {
        double length = Math.sqrt(square);
        return new double[] {point[0] / length, point[1] / length, point[2] / length};
      }
    }
  }
}
