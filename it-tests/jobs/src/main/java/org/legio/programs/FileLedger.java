package org.legio.programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.File;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Keeps a ledger of its rounds in files: every rank's block at its place ({@code blocks}), every
 * rank's entry in the order of ranks ({@code ordered}), every rank's entry as it comes ({@code
 * shared}), and a file that must not exist at the end ({@code passing}).
 *
 * <p>Usage: {@code FileLedger FOLDER ROUNDS}. Every entry of rank R in round N, both from 0, is of
 * ints {@code 1 + R + 100 * N}: {@link #BLOCK} in a block, R + 1 in order, 3 as they come.
 */
public final class FileLedger {
  private static final int BLOCK = 1000;
  private static final int SHARED = 3;
  private static final int CREATE = MPI.MODE_CREATE | MPI.MODE_RDWR;

  private final String folder;
  private final int rounds;
  private final int rank = MPI.COMM_WORLD.getRank();
  private final int size = MPI.COMM_WORLD.getSize();

  private FileLedger(String folder, int rounds) throws MPIException {
    this.folder = folder;
    this.rounds = rounds;
  }

  /** Keeps the ledger. */
  public static void main(String[] args) throws MPIException {
    String[] own = MPI.Init(args);
    new FileLedger(own[0], Integer.parseInt(own[1])).keep();
    MPI.Finalize();
  }

  private void keep() throws MPIException {
    Intracomm brief = MPI.COMM_WORLD.dup();
    File blocks = new File(brief, folder + "/blocks", CREATE | MPI.MODE_EXCL);
    File ordered = new File(brief, folder + "/ordered", CREATE);
    brief.free();
    File shared = new File(MPI.COMM_WORLD, folder + "/shared", CREATE);
    File passing = new File(MPI.COMM_WORLD, folder + "/passing", CREATE | MPI.MODE_DELETE_ON_CLOSE);
    blocks.setView(0, MPI.INT, MPI.INT, "native");
    ordered.setView(0, MPI.INT, MPI.INT, "native");
    shared.setView(0, MPI.INT, MPI.INT, "native");
    passing.setView(0, MPI.INT, MPI.INT, "native");
    for (int round = 0; round < rounds; round++) {
      blocks.writeAtAll(place(round), entry(round, BLOCK), BLOCK, MPI.INT);
      writeInOrder(ordered, round);
      shared.writeShared(entry(round, SHARED), SHARED, MPI.INT);
      passing.seek(place(round), MPI.SEEK_SET);
      passing.writeAll(entry(round, BLOCK), BLOCK, MPI.INT);
    }
    blocks.sync();
    report(blocks, shared);
    passing.close();
    shared.close();
    ordered.close();
    blocks.close();
    System.out.println("rank " + rank + ": closed");
  }

  private long place(int round) {
    return (long) (round * size + rank) * BLOCK;
  }

  private int[] entry(int round, int length) {
    int[] entry = new int[length];
    Arrays.fill(entry, 1 + rank + 100 * round);
    return entry;
  }

  /** Writes in one call in even rounds, and in two split calls in odd rounds. */
  private void writeInOrder(File ordered, int round) throws MPIException {
    int[] entry = entry(round, rank + 1);
    if (round % 2 == 0) {
      ordered.writeOrdered(entry, entry.length, MPI.INT);
    } else {
      IntBuffer direct = MPI.newIntBuffer(entry.length);
      direct.put(entry).rewind();
      ordered.writeOrderedBegin(direct, entry.length, MPI.INT);
      ordered.writeOrderedEnd(direct);
    }
  }

  private void report(File blocks, File shared) throws MPIException {
    int right = 0;
    for (int round = 0; round < rounds; round++) {
      int[] read = new int[BLOCK];
      blocks.readAtAll(place(round), read, BLOCK, MPI.INT);
      right += Arrays.equals(read, entry(round, BLOCK)) ? 1 : 0;
    }
    shared.seekShared(1, MPI.SEEK_SET);
    Group group = blocks.getGroup();
    System.out.println(
        "rank "
            + rank
            + ": "
            + right
            + " blocks right, group of "
            + group.getSize()
            + ", shared pointer at "
            + shared.getPositionShared());
    group.free();
  }
}
