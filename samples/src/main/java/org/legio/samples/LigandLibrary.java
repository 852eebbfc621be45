package org.legio.samples;

import mpi.File;
import mpi.MPI;
import mpi.MPIException;

/**
 * Writes a file of {@link Ligand}s by MPI-IO, for {@link FileDocking}.
 *
 * <p>Usage: {@code LigandLibrary FILE LIGANDS}. The ranks take blocks of {@value #BLOCK} ligands in
 * turn.
 */
public final class LigandLibrary {
  private static final int BLOCK = 1024;

  private LigandLibrary() {}

  /** Writes the file. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    write(own[0], Long.parseLong(own[1]));
    MPI.Finalize();
  }

  private static void write(String path, long ligands) throws MPIException {
    File file = new File(MPI.COMM_WORLD, path, MPI.MODE_CREATE | MPI.MODE_WRONLY);
    file.setSize(ligands * Ligand.BYTES);
    float[] block = new float[BLOCK * Ligand.FLOATS];
    long all = (long) BLOCK * MPI.COMM_WORLD.getSize();
    for (long round = 0; round < ligands; round += all) {
      long first = Math.min(ligands, round + (long) BLOCK * MPI.COMM_WORLD.getRank());
      int count = (int) Math.min(BLOCK, ligands - first);
      for (int i = 0; i < count; i++) {
        Ligand.draw(first + i, block, i * Ligand.FLOATS);
      }
      file.writeAtAll(first * Ligand.BYTES, block, count * Ligand.FLOATS, MPI.FLOAT);
    }
    file.close();
  }
}
