package org.legio.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Scanner;
import mpi.MPI;
import mpi.MPIException;

/** Prints, at each rank, what the rank has read on its standard input. */
public final class Reading {
  private static final int LOOKS = 20;
  private static final int BETWEEN_LOOKS_MS = 50;

  private Reading() {}

  /**
   * Runs one rank.
   *
   * @param args {@code digest BYTES [RANK]}: reads so many bytes at once and prints their total
   *     number and their SHA-256; the rank RANK begins only when no more input fits into the
   *     buffers before it; {@code answer FILE}: adds each line to the file at once; {@code
   *     nothing}: does not read
   */
  public static void main(String[] args)
      throws MPIException, IOException, NoSuchAlgorithmException, InterruptedException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    if (args.length > 2 && rank == Integer.parseInt(args[2])) {
      waitUntilNoMoreGetsIn(System.in);
    }
    switch (args[0]) {
      case "digest" ->
          System.out.println("rank " + rank + ": " + digest(Integer.parseInt(args[1])));
      case "answer" -> answer(Path.of(args[1]));
      default -> System.out.println("rank " + rank + " reads nothing");
    }
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
  }

  private static String digest(int size) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    InputStream in = System.in;
    byte[] block = new byte[size];
    long total = 0;
    for (int length = in.read(block); length >= 0; length = in.read(block)) {
      digest.update(block, 0, length);
      total += length;
    }
    return total + " bytes, " + HexFormat.of().formatHex(digest.digest());
  }

  private static void waitUntilNoMoreGetsIn(InputStream in)
      throws IOException, InterruptedException {
    int before = 0;
    for (int looks = 0; looks < LOOKS; looks++) {
      Thread.sleep(BETWEEN_LOOKS_MS);
      int now = in.available();
      if (now == 0 || now != before) {
        looks = 0;
      }
      before = now;
    }
  }

  private static void answer(Path file) throws IOException {
    Scanner lines = new Scanner(System.in, "UTF-8");
    while (lines.hasNextLine()) {
      Files.writeString(
          file,
          "read " + lines.nextLine() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }
}
