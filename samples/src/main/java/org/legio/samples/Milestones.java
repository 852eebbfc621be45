package org.legio.samples;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;
import org.legio.Legio;

/**
 * Many rounds in which all ranks add up what they have, with a checkpoint every so many rounds.
 *
 * <p>Usage: {@code Milestones ROUNDS EVERY [FOLDER]}; with EVERY 0 there are none. Each rank says
 * its sum every {@value #TOLD} rounds, and in the end. A file in FOLDER tells in its name in which
 * round a process has begun.
 */
public final class Milestones {
  private static final int LENGTH = 1000;
  private static final int TOLD = 10;

  private Milestones() {}

  /** How far a rank is. */
  private static final class Reached implements Serializable {
    private static final long serialVersionUID = 1L;

    private int round;
    private double sum;
  }

  public static void main(String[] args) throws MPIException, IOException {
    String[] own = MPI.Init(args);
    int rounds = Integer.parseInt(own[0]);
    int every = Integer.parseInt(own[1]);
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();
    Reached reached = Legio.<Reached>restored().orElseGet(Reached::new);
    if (own.length > 2) {
      Files.writeString(Path.of(own[2], "rank-" + rank + "-from-" + reached.round), "");
    }
    double[] values = new double[LENGTH];
    while (reached.round < rounds) {
      for (int i = 0; i < LENGTH; i++) {
        values[i] = (rank + 1.0) / (i + 1 + reached.round);
      }
      MPI.COMM_WORLD.allReduce(values, LENGTH, MPI.DOUBLE, MPI.SUM);
      reached.sum += values[reached.round % LENGTH];
      double[] token = {reached.sum};
      int left = (rank + size - 1) % size;
      MPI.COMM_WORLD.sendRecvReplace(token, 1, MPI.DOUBLE, (rank + 1) % size, 1, left, 1);
      reached.sum += token[0] / rounds;
      reached.round++;
      if (reached.round % TOLD == 0) {
        System.out.println("rank " + rank + " after round " + reached.round + ": " + reached.sum);
      }
      if (every > 0 && reached.round % every == 0) {
        Legio.checkpoint(reached);
      }
    }
    System.out.println("rank " + rank + ": " + reached.sum);
    MPI.Finalize();
  }
}
