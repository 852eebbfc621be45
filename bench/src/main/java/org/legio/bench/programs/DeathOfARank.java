package org.legio.bench.programs;

import java.io.IOException;
import java.io.Serializable;
import java.util.SplittableRandom;
import mpi.MPI;
import mpi.MPIException;
import org.legio.Legio;

/**
 * Measures what a death costs, in time and in result, by rounds in which all ranks draw random
 * variates and add them up.
 *
 * <p>Usage: {@code DeathOfARank WORK CHECKPOINTS}. WORK rounds are a warm-up, the next WORK are
 * measured; with CHECKPOINTS {@code true} each round ends with a checkpoint. The launcher kills.
 */
public final class DeathOfARank {
  private static final int PAIRS = 1 << 18;
  private static final double MS_PER_S = 1e3;
  private static final double PERCENT = 100;

  private final Pairs pairs = new Pairs();
  private final int work;
  private final boolean hasCheckpoints;

  private DeathOfARank(int work, boolean hasCheckpoints) {
    this.work = work;
    this.hasCheckpoints = hasCheckpoints;
  }

  /** How far a rank is. */
  private static final class Reached implements Serializable {
    private static final long serialVersionUID = 1L;

    private int round;
    private double began;
    private long drawn;
  }

  /** Measures, with the arguments of the class comment. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] left = MPI.Init(args);
    new DeathOfARank(Integer.parseInt(left[0]), Boolean.parseBoolean(left[1]))
        .run(Legio.<Reached>restored().orElseGet(Reached::new));
    MPI.Finalize();
  }

  private void run(Reached reached) throws MPIException {
    int rank = MPI.COMM_WORLD.getRank();
    while (reached.round < 2 * work) {
      if (reached.round == work) {
        MPI.COMM_WORLD.barrier();
        reached.began = MPI.wtime();
        reached.drawn = 0;
      }
      pairs.draw(new SplittableRandom(31L * reached.round + rank), PAIRS);
      pairs.addUp();
      reached.drawn += pairs.drawn();
      reached.round++;
      if (hasCheckpoints) {
        Legio.checkpoint(reached);
      }
    }
    MPI.COMM_WORLD.barrier();
    if (rank == 0) {
      tell(reached);
    }
  }

  private void tell(Reached reached) throws MPIException {
    double ms = (MPI.wtime() - reached.began) * MS_PER_S;
    Results.tell("a death at a third: time", 0, ms, "ms", Noise.NONE);
    double wanted = (double) work * MPI.COMM_WORLD.getSize() * PAIRS;
    double share = PERCENT * reached.drawn / wanted;
    Results.tell("a death at a third: result", 0, share, Results.SHARE, Noise.NONE);
  }
}
