package org.legio.programs;

import java.util.Arrays;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.legio.Legio;
import org.legio.Repair;

/**
 * Uses Legio's own interface: asks about deaths and repairs, and runs blocks of calls.
 *
 * <p>Usage: {@code Asking MODE}; the modes are the constants of {@link Mode}, in lower case with
 * hyphens.
 */
public final class Asking {
  private static final int ROUNDS = 5;

  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();

  private Asking() throws MPIException {}

  public static void main(String[] args) throws MPIException {
    Mode mode = Mode.valueOf(MPI.Init(args)[0].toUpperCase(Locale.ROOT).replace('-', '_'));
    Asking asking = new Asking();
    asking.say(mode.run(asking));
    MPI.Finalize();
  }

  private void say(String what) {
    System.out.println("rank " + rank + ": " + what);
  }

  /** Runs collectives that build on one another: a broadcast, a sum and a gather at all ranks. */
  private String compute(int attempts) throws MPIException {
    long sum = 0;
    int[] all = new int[size];
    for (int round = 1; round <= ROUNDS; round++) {
      long[] given = {rank == 0 ? round : -1};
      MPI.COMM_WORLD.bcast(given, 1, MPI.LONG, 0);
      long[] added = {given[0]};
      MPI.COMM_WORLD.allReduce(added, 1, MPI.LONG, MPI.SUM);
      sum += added[0];
      Arrays.fill(all, -1);
      MPI.COMM_WORLD.allGather(new int[] {10 * round + rank}, 1, MPI.INT, all, 1, MPI.INT);
    }
    return sum + " " + Arrays.toString(all) + " in attempts: " + attempts;
  }

  private String refused(Legioless calls) throws MPIException {
    String[] said = {"not refused"};
    Legio.block(
        () -> {
          try {
            calls.run();
          } catch (MPIException e) {
            said[0] = String.valueOf(e.getMessage());
          }
        });
    return said[0];
  }

  /** Calls that no block may hold. */
  @FunctionalInterface
  private interface Legioless {
    void run() throws MPIException;
  }

  /** The things to do; each returns the text that the rank prints. */
  enum Mode {
    /** Asks which ranks are dead, in the world and in communicators of the odd and even ranks. */
    VALUES {
      @Override
      String run(Asking asking) throws MPIException {
        Intracomm part = MPI.COMM_WORLD.split(asking.rank % 2, asking.rank);
        String before = Legio.failedCount(MPI.COMM_WORLD) + " " + Legio.alive(1);
        MPI.COMM_WORLD.barrier();
        return before
            + ", world "
            + Arrays.toString(Legio.failedRanks(MPI.COMM_WORLD))
            + " "
            + Legio.failedCount(MPI.COMM_WORLD)
            + " "
            + Legio.alive(1)
            + ", part "
            + Arrays.toString(Legio.failedRanks(part))
            + " "
            + Legio.alive(part, 0)
            + ", self "
            + Legio.failedCount(MPI.COMM_SELF);
      }
    },
    /** Adds three listeners: one that fails, one that is removed and one that prints. */
    LISTENER {
      @Override
      String run(Asking asking) throws MPIException {
        StringBuilder heard = new StringBuilder("heard");
        Legio.addRepairListener(
            repair -> {
              throw new IllegalStateException("a listener that fails");
            });
        Legio.addRepairListener(
            repair -> heard.append(' ').append(describe(repair)).append(' ').append(isMain()));
        MPI.COMM_WORLD.barrier();
        MPI.COMM_WORLD.barrier();
        return heard.toString();
      }

      private static boolean isMain() {
        return Thread.currentThread().getName().equals("main");
      }

      private static String describe(Repair repair) {
        return repair.communicatorName()
            + Arrays.toString(repair.lostRanks())
            + repair.livingCount()
            + repair.call()
            + repair.isOf(MPI.COMM_WORLD)
            + repair.isOf(MPI.COMM_SELF)
            + !repair.duration().isZero();
      }
    },
    /** A block on the world, with another inside. */
    BLOCK {
      @Override
      String run(Asking asking) throws MPIException {
        int[] attempts = {0};
        int[] cleanUps = {0};
        String[] result = {""};
        Legio.block(
            () -> {
              attempts[0]++;
              try {
                Legio.block(() -> result[0] = asking.compute(attempts[0]));
              } finally {
                cleanUps[0]++;
              }
            });
        MPI.COMM_WORLD.barrier();
        return result[0] + (cleanUps[0] == attempts[0] ? "" : ", finally left out");
      }
    },
    /** A block at whose end one rank throws, before the others can have ended. */
    THROWING {
      @Override
      String run(Asking asking) throws MPIException {
        String said = "no exception";
        try {
          Legio.block(
              () -> {
                MPI.COMM_WORLD.barrier();
                if (asking.rank == 1) {
                  throw new UnsupportedOperationException("rank 1's own");
                }
                MPI.COMM_WORLD.barrier();
              });
        } catch (UnsupportedOperationException | MPIException e) {
          said = String.valueOf(e.getMessage());
        }
        int[] one = {1};
        MPI.COMM_WORLD.allReduce(one, 1, MPI.INT, MPI.SUM);
        return said + "; one of " + one[0];
      }
    },
    /** A message inside a block. */
    MESSAGE {
      @Override
      String run(Asking asking) throws MPIException {
        return asking.refused(() -> MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 1));
      }
    },
    /** A communicator made inside a block. */
    DUP {
      @Override
      String run(Asking asking) throws MPIException {
        return asking.refused(() -> MPI.COMM_WORLD.dup());
      }
    },
    /**
     * Another communicator's collective inside a block; one on {@code MPI.COMM_SELF} is harmless.
     */
    OTHER {
      @Override
      String run(Asking asking) throws MPIException {
        Intracomm other = MPI.COMM_WORLD.dup();
        return asking.refused(
            () -> {
              MPI.COMM_SELF.barrier();
              other.barrier();
            });
      }
    };

    abstract String run(Asking asking) throws MPIException;
  }
}
