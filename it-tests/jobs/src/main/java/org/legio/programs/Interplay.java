package org.legio.programs;

import java.nio.IntBuffer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Win;
import org.legio.Legio;

/**
 * Makes calls of one kind while an operation of another kind is under way.
 *
 * <p>Usage: {@code Interplay MODE}; the modes are the constants of {@link Mode}, in lower case.
 */
public final class Interplay {
  private static final int TAG = 3;

  /** The things to do; each returns the text that the rank prints. */
  private enum Mode {
    /**
     * Rank 1 waits for a lock that rank 0 releases only after an operation that both have begun.
     */
    LOCK {
      @Override
      String run(int rank) throws MPIException {
        Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        int[] token = {0};
        if (rank == 0) {
          win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
          MPI.COMM_WORLD.send(token, 1, MPI.INT, 1, TAG);
        } else if (rank == 1) {
          MPI.COMM_WORLD.recv(token, 1, MPI.INT, 0, TAG);
        }
        Request barrier = MPI.COMM_WORLD.iBarrier();
        if (rank == 1) {
          win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
        } else {
          barrier.waitFor();
        }
        if (rank <= 1) {
          win.unlock(1);
        }
        if (rank == 1) {
          barrier.waitFor();
        }
        win.free();
        return "done";
      }
    },

    /**
     * Rank 0 probes for a message that rank 1 sends only after an operation that both have begun.
     */
    PROBE {
      @Override
      String run(int rank) throws MPIException {
        int[] value = {rank == 1 ? 42 : 0};
        Request barrier = MPI.COMM_WORLD.iBarrier();
        if (rank == 0) {
          Message message = new Message();
          message.mProbe(1, TAG, MPI.COMM_WORLD);
          message.mRecv(value, 1, MPI.INT);
        }
        barrier.waitFor();
        if (rank == 1) {
          MPI.COMM_WORLD.send(value, 1, MPI.INT, 0, TAG);
        }
        return String.valueOf(value[0]);
      }
    },

    /** Listens to the repairs that a window's fences make. */
    LISTEN {
      @Override
      String run(int rank) throws MPIException {
        List<String> heard = new CopyOnWriteArrayList<>();
        Legio.addRepairListener(repair -> heard.add(repair.communicatorName()));
        IntBuffer memory = MPI.newIntBuffer(1);
        Win win = new Win(memory, 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.fence(0);
        win.fence(0);
        int before = heard.size();
        MPI.COMM_WORLD.barrier();
        win.free();
        return before + " " + heard;
      }
    };

    abstract String run(int rank) throws MPIException;
  }

  private Interplay() {}

  public static void main(String[] args) throws MPIException {
    Mode mode = Mode.valueOf(MPI.Init(args)[0].toUpperCase(Locale.ROOT));
    int rank = MPI.COMM_WORLD.getRank();
    System.out.println("rank " + rank + ": " + mode.run(rank));
    MPI.Finalize();
  }
}
