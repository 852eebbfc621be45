package org.legio.programs;

import com.sun.jna.Function;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ends one rank in a given way in the middle of a run. The others continue and print how long their
 * next collective took.
 *
 * <p>Usage: {@code Ending MODE RANK FILE [SECONDS]}. The rank RANK, or every rank if it is -1,
 * writes the time of its end (milliseconds since 1970) into FILE. The modes are the constants of
 * {@link Mode}, in lower case with hyphens. After {@code MPI_Finalize} each rank lives SECONDS
 * longer than the rank before it.
 */
public final class Ending {
  private static final int ROUNDS = 6;
  private static final int EVERYBODY = -1;
  private static final int LAST_ROUND_OF_RANK = 2;
  private static final List<long[]> HOARD = new ArrayList<>();

  private Ending() {}

  public static void main(String[] args) throws MPIException, IOException {
    String[] own = MPI.Init(args);
    Mode mode = Mode.of(own[0]);
    int dying = Integer.parseInt(own[1]);
    Path file = Path.of(own[2]);
    int rank = MPI.COMM_WORLD.getRank();
    for (int round = 1; round <= ROUNDS; round++) {
      if ((rank == dying || dying == EVERYBODY) && round == LAST_ROUND_OF_RANK) {
        System.out.println("rank " + rank + ": last whole line on stdout");
        System.out.print("rank " + rank + ": half a line on stdout");
        System.err.println("rank " + rank + ": last whole line on stderr");
        System.err.print("rank " + rank + ": half a line on stderr");
        Files.writeString(file, Long.toString(System.currentTimeMillis()));
        mode.end();
        return;
      }
      int[] living = {1};
      MPI.COMM_WORLD.allReduce(living, 1, MPI.INT, MPI.SUM);
      if (round == LAST_ROUND_OF_RANK) {
        long death = Long.parseLong(Files.readString(file));
        long waited = System.currentTimeMillis() - death;
        System.out.println(
            String.format("rank %d: %d living, %d ms after the death", rank, living[0], waited));
      }
      MPI.COMM_WORLD.barrier();
    }
    System.out.println("rank " + rank + ": done");
    MPI.Finalize();
    System.out.println("rank " + rank + ": ended");
    if (own.length > 3) {
      Mode.sleep(rank * Integer.parseInt(own[3]));
      System.out.println("rank " + rank + ": at its end");
    }
  }

  /** A way for a JVM to end before it has finalized MPI. */
  enum Mode {
    EXIT0 {
      @Override
      void end() {
        System.exit(0);
      }
    },
    EXIT1 {
      @Override
      void end() {
        System.exit(1);
      }
    },
    HALT {
      @Override
      void end() {
        Runtime.getRuntime().halt(137);
      }
    },
    UNCAUGHT {
      @Override
      void end() {
        throw new IllegalStateException("this rank has come to a sudden end");
      }
    },
    UNCAUGHT_THREAD {
      @Override
      void end() {
        new Thread(() -> sleep(600), "another thread").start();
        throw new IllegalStateException("this rank has come to a sudden end");
      }
    },
    OOM {
      @Override
      void end() {
        while (true) {
          HOARD.add(new long[1 << 20]);
        }
      }
    },
    /**
     * Calls the C library's {@code exit}, as a native library may do: its hooks run, Java's do not.
     */
    NATIVE_EXIT {
      @Override
      void end() {
        Function.getFunction("c", "exit").invokeVoid(new Object[] {3});
      }
    },
    /** Calls the C library's {@code _exit}: no hook runs at all. */
    NATIVE_EXIT_AT_ONCE {
      @Override
      void end() {
        Function.getFunction("c", "_exit").invokeVoid(new Object[] {3});
      }
    },
    SIGTERM {
      @Override
      void end() {
        signal("TERM");
      }
    },
    SIGKILL {
      @Override
      void end() {
        signal("KILL");
      }
    },
    RETURN {
      @Override
      void end() {}
    };

    static Mode of(String argument) {
      return valueOf(argument.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    abstract void end();

    private static void signal(String name) {
      try {
        String command = "kill -" + name + " " + ProcessHandle.current().pid();
        new ProcessBuilder("sh", "-c", command).inheritIO().start();
      } catch (IOException e) {
        throw new UncheckedIOException("sh, to send SIG" + name + " to this process", e);
      }
      sleep(600);
    }

    private static void sleep(int seconds) {
      try {
        TimeUnit.SECONDS.sleep(seconds);
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted while waiting for the end", e);
      }
    }
  }
}
