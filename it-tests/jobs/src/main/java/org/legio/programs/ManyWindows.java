package org.legio.programs;

import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Makes and frees many windows, one after the other, and prints how many areas of memory this
 * process had after the first tenth and at the end: {@code rank R: AREAS -> AREAS}.
 *
 * <p>Usage: {@code ManyWindows KIND WINDOWS}.
 */
public final class ManyWindows {
  private static final int TENTH = 10;

  private ManyWindows() {}

  /** Makes them. */
  public static void main(String[] args) throws MPIException, IOException {
    String[] own = MPI.Init(args);
    WindowKind kind = WindowKind.valueOf(own[0]);
    int windows = Integer.parseInt(own[1]);
    makeAndFree(kind, windows / TENTH);
    long before = areas();
    makeAndFree(kind, windows - windows / TENTH);
    System.out.println(
        "rank " + MPI.COMM_WORLD.getRank() + ": " + before + " -> " + areas() + " areas");
    MPI.Finalize();
  }

  private static void makeAndFree(WindowKind kind, int windows) throws MPIException {
    LongBuffer memory = MPI.newLongBuffer(MPI.COMM_WORLD.getSize());
    for (int i = 0; i < windows; i++) {
      Win win = kind.make(memory, MPI.COMM_WORLD);
      win.fence(0);
      win.free();
    }
  }

  private static long areas() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.count();
    }
  }
}
