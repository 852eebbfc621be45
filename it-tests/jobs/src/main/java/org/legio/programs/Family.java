package org.legio.programs;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * Joins other processes: children that it spawns, or the other half of its own ranks.
 *
 * <p>Usage: {@code Family MODE}; the modes are the constants of {@link Mode}, in lower case with
 * hyphens. It begins with a barrier. A rank that is refused prints that and continues. At the end
 * all survivors count themselves.
 */
public final class Family {
  private static final int CHILDREN = 2;
  private static final int NUMBER = 42;
  private static final int TAG = 4;

  private final int rank = MPI.COMM_WORLD.getRank();

  private Family() throws MPIException {}

  /** Runs the mode, or a child. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    Intercomm parents = Intercomm.getParent();
    Family family = new Family();
    if (parents.isNull()) {
      family.run(Mode.valueOf(own[0].toUpperCase(Locale.ROOT).replace('-', '_')));
    } else {
      family.answer(parents);
    }
    MPI.Finalize();
  }

  private void run(Mode mode) throws MPIException {
    MPI.COMM_WORLD.barrier();
    try {
      say(mode.join(this));
    } catch (MPIException e) {
      say(String.valueOf(e.getMessage()));
    }
    int[] one = {1};
    MPI.COMM_WORLD.allReduce(one, 1, MPI.INT, MPI.SUM);
    say("one of " + one[0]);
  }

  private void say(String what) {
    System.out.println("rank " + rank + ": " + what);
  }

  /**
   * Answers as a child: takes a number from the first parent and sends it back with its rank added.
   */
  private void answer(Intercomm parents) throws MPIException {
    int[] number = {0};
    parents.bcast(number, 1, MPI.INT, 0);
    number[0] += rank;
    parents.send(number, 1, MPI.INT, 0, TAG);
    parents.disconnect();
  }

  /** Asks as a parent; returns the children's answers at rank 0. */
  private String ask(Intercomm children) throws MPIException {
    int[] answers = new int[children.getRemoteSize()];
    children.bcast(new int[] {NUMBER}, 1, MPI.INT, rank == 0 ? MPI.ROOT : MPI.PROC_NULL);
    for (int child = 0; rank == 0 && child < answers.length; child++) {
      int[] answer = new int[1];
      children.recv(answer, 1, MPI.INT, child, TAG);
      answers[child] = answer[0];
    }
    children.disconnect();
    return rank == 0 ? Arrays.toString(answers) : answers.length + " children";
  }

  /** The arguments that start a child like this JVM, agent included. */
  private static String[] childArguments() {
    List<String> arguments =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), Family.class.getName()));
    return arguments.toArray(new String[0]);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The ways to join; each returns the text that the rank prints. */
  enum Mode {
    /** All spawn. */
    SPAWN {
      @Override
      String join(Family family) throws MPIException {
        return family.ask(
            MPI.COMM_WORLD.spawn(
                java(), childArguments(), CHILDREN, MPI.INFO_NULL, 0, new int[CHILDREN]));
      }
    },
    /** All spawn two commands. */
    SPAWN_MULTIPLE {
      @Override
      String join(Family family) throws MPIException {
        String[][] arguments = {childArguments(), childArguments()};
        Info[] infos = {MPI.INFO_NULL, MPI.INFO_NULL};
        return family.ask(
            MPI.COMM_WORLD.spawnMultiple(
                new String[] {java(), java()},
                arguments,
                new int[] {1, 1},
                infos,
                0,
                new int[CHILDREN]));
      }
    },
    /** The first two ranks spawn, without the others. */
    SPAWN_BY_TWO {
      @Override
      String join(Family family) throws MPIException {
        Intracomm part = MPI.COMM_WORLD.split(family.rank / 2, family.rank);
        return family.rank < 2
            ? family.ask(
                part.spawn(java(), childArguments(), CHILDREN, MPI.INFO_NULL, 0, new int[CHILDREN]))
            : "no parent";
      }
    },
    /** The even ranks accept the odd ones. */
    PORT {
      @Override
      String join(Family family) throws MPIException {
        Intracomm half = MPI.COMM_WORLD.split(family.rank % 2, family.rank);
        Intercomm others =
            family.rank % 2 == 0
                ? half.accept(family.rank == 0 ? openPort() : "", 0)
                : half.connect(family.rank == 1 ? portOfFirst() : "", 0);
        int remote = others.getRemoteSize();
        others.disconnect();
        return "joined by " + remote;
      }
    },
    /** Rank 0 publishes a port and looks it up. */
    NAME {
      @Override
      String join(Family family) throws MPIException {
        if (family.rank != 0) {
          return "no server";
        }
        String port = Intracomm.openPort();
        Intracomm.publishName("family", port);
        boolean same = port.equals(Intracomm.lookupName("family"));
        Intracomm.unpublishName("family", port);
        Intracomm.closePort(port);
        return same ? "found" : "not found";
      }
    };

    abstract String join(Family family) throws MPIException;

    static String openPort() throws MPIException {
      String port = Intracomm.openPort();
      byte[] bytes = port.getBytes(StandardCharsets.UTF_8);
      MPI.COMM_WORLD.send(bytes, bytes.length, MPI.BYTE, 1, TAG);
      return port;
    }

    static String portOfFirst() throws MPIException {
      byte[] bytes = new byte[1 << 12];
      Status status = MPI.COMM_WORLD.recv(bytes, bytes.length, MPI.BYTE, 0, TAG);
      return new String(bytes, 0, status.getCount(MPI.BYTE), StandardCharsets.UTF_8);
    }
  }
}
