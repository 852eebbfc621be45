package org.legio.programs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Locale;
import mpi.Comm;
import mpi.File;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.legio.Legio;
import org.legio.PolicyScope;

/**
 * Phases that can do without a rank and phases that cannot, in one job.
 *
 * <p>Usage: {@code Phases MODE}; the modes are the constants of {@link Mode}, in lower case.
 */
public final class Phases {
  private static final int ROOT = 1;
  private static final String BCAST = "bcast.root-failed";

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank = world.getRank();

  private Phases() throws MPIException {}

  public static void main(String[] args) throws MPIException {
    Mode mode = Mode.valueOf(MPI.Init(args)[0].toUpperCase(Locale.ROOT));
    mode.run(new Phases());
    MPI.Finalize();
  }

  private void say(String what) {
    System.out.println("rank " + rank + ": " + what);
    System.out.flush();
  }

  private int bcast(Intracomm comm) throws MPIException {
    int[] data = {rank == ROOT ? 42 : -1};
    comm.bcast(data, 1, MPI.INT, ROOT);
    return data[0];
  }

  /** All have said what they have to say, and the next broadcast needs its root. */
  private void neededPhase() throws MPIException {
    world.barrier();
    say("second " + bcast(world));
  }

  private static Info info(String key, String value) throws MPIException {
    Info info = new Info();
    info.set(key, value);
    return info;
  }

  private static String hint(Comm comm, String key) throws MPIException {
    Info info = comm.getInfo();
    String value = info.get(key);
    info.free();
    return value;
  }

  private static IntBuffer memory() {
    return ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder()).asIntBuffer();
  }

  private interface Call {
    void run() throws MPIException;
  }

  private void sayError(Call call) {
    try {
      call.run();
      say("no error");
    } catch (MPIException | IllegalArgumentException e) {
      say(String.valueOf(e.getMessage()));
    }
  }

  /** The phases; each prints what becomes of them. */
  enum Mode {
    /** A stretch of code. */
    SCOPE {
      @Override
      @SuppressWarnings("try") // a scope is there to be closed
      void run(Phases phases) throws MPIException {
        try (PolicyScope phase = Legio.policy(phases.world, BCAST, "ignore")) {
          phases.say("first " + phases.bcast(phases.world) + phases.bcast(phases.world));
        }
        phases.neededPhase();
      }
    },
    /** A duplicate, and what is made from it. */
    DUP {
      @Override
      void run(Phases phases) throws MPIException {
        Intracomm dup = phases.world.dupWithInfo(info("legio." + BCAST, "ignore"));
        Intracomm heir = dup.split(0, phases.rank);
        phases.say(
            "first " + phases.bcast(heir) + phases.bcast(dup) + hint(heir, "legio." + BCAST));
        phases.neededPhase();
      }
    },
    /** A communicator that changes its mind, twice. */
    SET {
      @Override
      void run(Phases phases) throws MPIException {
        phases.world.setInfo(info("legio." + BCAST, "ignore"));
        phases.say("first " + phases.bcast(phases.world) + hint(phases.world, "legio." + BCAST));
        phases.world.setInfo(info("legio." + BCAST, "abort"));
        phases.neededPhase();
      }
    },
    /** Only rank 0 can do without the others. */
    RECV {
      @Override
      @SuppressWarnings("try")
      void run(Phases phases) throws MPIException {
        phases.world.barrier();
        if (phases.rank == 0) {
          int[] data = {7};
          try (PolicyScope phase = Legio.policy(phases.world, "recv.source-failed", "ignore")) {
            phases.world.recv(data, 1, MPI.INT, ROOT, 0);
          }
          phases.say("first " + data[0]);
          phases.world.recv(data, 1, MPI.INT, ROOT, 0);
        } else if (phases.rank == ROOT) {
          phases.world.send(new int[] {8}, 1, MPI.INT, 0, 0);
          phases.world.send(new int[] {9}, 1, MPI.INT, 0, 0);
        }
        phases.say("second");
      }
    },
    /** A window of its own mind. */
    WINDOW {
      @Override
      void run(Phases phases) throws MPIException {
        IntBuffer memory = memory();
        memory.put(0, 5);
        Win ignoring =
            new Win(memory, 1, 1, info("legio.get.target-failed", "ignore"), phases.world);
        Win plain = new Win(memory, 1, 1, MPI.INFO_NULL, phases.world);
        phases.world.barrier();
        IntBuffer got = memory();
        get(ignoring, got);
        phases.say("first " + got.get(0));
        phases.world.barrier();
        get(plain, got);
        phases.say("second");
        plain.free();
        ignoring.free();
      }

      private void get(Win win, IntBuffer into) throws MPIException {
        win.lock(MPI.LOCK_SHARED, ROOT, 0);
        win.get(into, 1, MPI.INT, ROOT, 0, 1, MPI.INT);
        win.unlock(ROOT);
      }
    },
    /** Members that differ, and wrong names. */
    WRONG {
      @Override
      void run(Phases phases) throws MPIException {
        phases.world.setErrhandler(MPI.ERRORS_RETURN);
        String value = phases.rank == ROOT ? "abort" : "ignore";
        phases.sayError(() -> Legio.policy(phases.world, BCAST, value));
        phases.sayError(() -> phases.world.setInfo(info("legio." + BCAST, value)));
        phases.sayError(
            () ->
                phases.world.dupWithInfo(
                    phases.rank == ROOT ? MPI.INFO_NULL : info("legio." + BCAST, value)));
        phases.sayError(() -> phases.world.setInfo(info("legio.bcast.root-faild", value)));
        phases.sayError(() -> phases.world.setInfo(info("legio.layout", "flat")));
        phases.sayError(() -> phases.world.setInfo(info("legio." + BCAST, "perhaps")));
        phases.sayError(() -> new Win(memory(), 1, 1, info("legio." + BCAST, value), phases.world));
        phases.sayError(
            () ->
                new File(
                    phases.world, "never made", MPI.MODE_CREATE, info("legio." + BCAST, value)));
        phases.sayError(() -> phases.world.setInfo(info("mpi_assert_no_any_tag", "true")));
        phases.world.barrier();
      }
    };

    abstract void run(Phases phases) throws MPIException;
  }
}
