package org.legio.programs.transparency;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Runs programs of the suite one after the other in one job.
 *
 * <p>Usage: {@code Suite FOLDER PROGRAM...}. Rank R writes the report of a program into
 * FOLDER/PROGRAM/rank-R, which ends with the line {@code end} once the program is over.
 */
public final class Suite {
  private final Path folder;
  private final Intracomm between;
  private final int rank;

  private Suite(Path folder) throws MPIException {
    this.folder = folder;
    between = MPI.COMM_WORLD.dup();
    rank = between.getRank();
  }

  /** Runs the programs named. */
  public static void main(String[] args) throws MPIException, IOException {
    List<String> words = List.of(MPI.Init(args));
    Suite suite = new Suite(Path.of(words.get(0)));
    for (String name : words.subList(1, words.size())) {
      suite.run(name);
    }
    suite.between.free();
    MPI.Finalize();
  }

  /** Runs a program, after all ranks have ended the program before. */
  private void run(String name) throws MPIException, IOException {
    Path own = Files.createDirectories(folder.resolve(name));
    between.barrier();
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(own.resolve("rank-" + rank)), true, StandardCharsets.UTF_8)) {
      runAndTell(Catalog.program(name), new Report(out, own), out);
      between.barrier();
      out.println("end");
    }
  }

  private static void runAndTell(Program program, Report report, PrintStream out) {
    try {
      program.run(report);
    } catch (MPIException e) {
      out.println("failed with class " + e.getErrorClass() + ", code " + e.getErrorCode());
      e.printStackTrace(out);
    } catch (RuntimeException e) {
      e.printStackTrace(out);
    }
  }
}
