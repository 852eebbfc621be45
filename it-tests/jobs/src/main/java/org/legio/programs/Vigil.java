package org.legio.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Prints the set of ranks that take part, round after round, until a file exists.
 *
 * <p>Usage: {@code Vigil FILE [MILLISECONDS [BYTES]]}. In each round every rank adds its bit by
 * {@code allReduce}, then rests. With BYTES, each rank first sends a block of up to so many bytes
 * to the next rank, and checks the one that it receives. A rank prints a line whenever the set of
 * participants differs from the round before: the round and the set, a hexadecimal number with bit
 * r for rank r. The first rank that sees the file makes all ranks end after the same round. Each
 * rank then prints the number of rounds.
 */
public final class Vigil {
  private static final int MEMBERS = 0;
  private static final int ENDS = 1;
  private static final int TAG = 5;

  private Vigil() {}

  /** Keeps the vigil. */
  public static void main(String[] args) throws MPIException, InterruptedException {
    String[] own = MPI.Init(args);
    Path end = Path.of(own[0]);
    long rest = own.length > 1 ? Long.parseLong(own[1]) : 50;
    int most = own.length > 2 ? Integer.parseInt(own[2]) : 0;
    int rank = MPI.COMM_WORLD.getRank();
    long[] mine = {1L << rank, 0};
    long[] all = new long[mine.length];
    long before = 0;
    int round = 0;
    while (all[ENDS] == 0) {
      if (most > 0) {
        exchange(rank, round, most);
      }
      mine[ENDS] = Files.exists(end) ? 1 : 0;
      MPI.COMM_WORLD.allReduce(mine, all, all.length, MPI.LONG, MPI.SUM);
      if (all[MEMBERS] != before) {
        before = all[MEMBERS];
        System.out.println("rank " + rank + " round " + round + ": " + Long.toHexString(before));
      }
      round++;
      Thread.sleep(rest);
    }
    System.out.println("rank " + rank + ": " + round + " rounds");
    MPI.Finalize();
  }

  /** Fails if what comes from the rank before is not its block of this round, unless it is dead. */
  private static void exchange(int rank, int round, int most) throws MPIException {
    int size = MPI.COMM_WORLD.getSize();
    int before = (rank + size - 1) % size;
    byte[] mine = block(rank, round, most);
    byte[] theirs = new byte[most];
    Request sending =
        MPI.COMM_WORLD.iSend(
            MPI.newByteBuffer(mine.length).put(mine),
            mine.length,
            MPI.BYTE,
            (rank + 1) % size,
            TAG);
    Status status = MPI.COMM_WORLD.recv(theirs, most, MPI.BYTE, before, TAG);
    sending.waitFor();
    byte[] taken = Arrays.copyOf(theirs, status.getCount(MPI.BYTE));
    if (status.getSource() != MPI.PROC_NULL && !Arrays.equals(taken, block(before, round, most))) {
      throw new IllegalStateException(
          "rank %d round %d: %d wrong bytes of rank %d"
              .formatted(rank, round, taken.length, before));
    }
  }

  private static byte[] block(int rank, int round, int most) {
    Random random = new Random(31L * round + rank);
    byte[] block = new byte[random.nextInt(most)];
    random.nextBytes(block);
    return block;
  }
}
