package org.legio.runtime.replica;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Board;
import org.legio.ulfm.ports.FileTransfer;
import org.legio.ulfm.ports.MpiConstants;

/** Programs for processes of a {@link SimulatedJob}; what each rank has to compute is known. */
@SuppressWarnings("ImmutableEnumChecker") // nobody changes the programs
public enum ReplicaPrograms implements ReplicaProgram {
  /** Rank 0 takes what comes first, and answers. */
  ANY_SOURCE(size -> anySource(size)) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      int[] data = new int[1];
      int sum = 0;
      if (seat.rank == 0) {
        for (int left = ROUNDS * (seat.size - 1); left > 0; left--) {
          int from = seat.recv(seat.world, MpiConstants.ANY_SOURCE, MpiConstants.ANY_TAG, data);
          seat.told("from " + from + ": " + data[0]);
          sum += data[0];
          seat.send(seat.world, from, TAG, data[0] + 1);
        }
      } else {
        for (int round = 0; round < ROUNDS; round++) {
          seat.send(seat.world, 0, TAG, seat.rank * 10 + round);
          seat.recv(seat.world, 0, TAG, data);
          sum += data[0];
          seat.compute();
        }
      }
      return Integer.toString(sum);
    }
  },

  /** Sums over all, blocking, tested for and waited for, and a vote. */
  COLLECTIVES(size -> collectives(size)) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      int[] first = seat.allReduce(seat.world, seat.rank + 1);
      IntBuffer all = ReplicaSeat.ints(1);
      IntBuffer own = ReplicaSeat.ints(1);
      own.put(0, first[0] + seat.rank);
      long[] request = {seat.startAllReduce(seat.world, own, all)};
      int tests = 0;
      while (!seat.pmpi.testAll(request)) {
        tests++;
        seat.compute();
      }
      seat.told("tests " + tests);
      Agreement agreement = seat.ulfm.agree(seat.world, true);
      seat.told(agreement);
      return all.get(0) + " " + Arrays.toString(seat.allGather(seat.world, seat.rank));
    }
  },

  /** More than there is room for, in both directions. */
  FULL_STREAMS(size -> fullStreams(size)) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      int to = (seat.rank + 1) % seat.size;
      int from = (seat.rank + seat.size - 1) % seat.size;
      int[] out = new int[INTS];
      int[] in = new int[INTS];
      long sum = 0;
      for (int round = 0; round < MANY_ROUNDS; round++) {
        Arrays.fill(out, seat.rank * 100 + round);
        seat.send(seat.world, to, TAG, out);
      }
      for (int round = 0; round < MANY_ROUNDS; round++) {
        seat.recv(seat.world, from, TAG, in);
        sum += Arrays.stream(in).sum();
      }
      return Long.toString(sum);
    }
  },

  /** Each writes at its place; then each reads all, more than one outcome holds. */
  FILE(size -> file(size)) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      ReplicaFile file = seat.open(seat.world, "blocks", ReplicaFile.ANEW);
      int[] own = new int[INTS];
      Arrays.fill(own, seat.rank + 1);
      file.write(FileTransfer.WRITE_AT, (long) seat.rank * INTS * Integer.BYTES, own);
      seat.barrier(seat.world);
      int[] all = new int[(seat.size + 1) * INTS];
      int read = file.read(0, all);
      seat.told("read " + read);
      file.close();
      String deleted = seat.rank == 0 ? seat.delete("blocks") + ", " + seat.delete("blocks") : "";
      return read + " bytes, sum " + Arrays.stream(all).sum() + deleted;
    }
  },

  /** Each writes as it comes, behind the others; and one of them makes a file. */
  SHARED_POINTER(size -> sharedPointer(size)) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      ReplicaFile file = seat.open(seat.world, "shared", ReplicaFile.ANY);
      for (int round = 0; round < ROUNDS; round++) {
        file.write(FileTransfer.WRITE_SHARED, 0, seat.rank * 10 + round);
      }
      int made = seat.allReduce(seat.world, seat.make("one") ? 1 : 0)[0];
      int[] all = new int[ROUNDS * seat.size];
      int read = file.read(0, all);
      seat.told(Arrays.toString(all));
      Arrays.sort(all);
      long size = file.size();
      file.close();
      return size + " " + read + " " + Arrays.toString(all) + ", made " + made;
    }
  },

  /** Many rounds with a checkpoint after each, in room for few of them. */
  CHECKPOINTS(size -> checkpoints(size)) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      int[] data = new int[INTS];
      int to = (seat.rank + 1) % seat.size;
      int from = (seat.rank + seat.size - 1) % seat.size;
      seat.send(seat.world, to, TAG, seat.rank);
      seat.recv(seat.world, from, TAG, data);
      int[] reached = seat.restored();
      int first = reached == null ? 0 : reached[0];
      int sum = reached == null ? data[0] : reached[1];
      for (int round = first; round < CHECKPOINTED_ROUNDS; round++) {
        sum += seat.allReduce(seat.world, seat.rank + round)[0];
        Arrays.fill(data, seat.rank + round);
        seat.send(seat.world, to, TAG, data);
        seat.recv(seat.world, from, TAG, data);
        sum += data[0];
        if (seat.rank == 0) {
          for (int left = seat.size - 1; left > 0; left--) {
            seat.recv(seat.world, MpiConstants.ANY_SOURCE, TAG, data);
          }
        } else {
          seat.send(seat.world, 0, TAG, round);
        }
        seat.ulfm.agree(seat.world, true);
        seat.print("round " + round + ": " + sum);
        seat.checkpoint(round + 1, sum);
      }
      return Integer.toString(sum);
    }
  },

  /**
   * On a board: a wait in which a message has to be answered, what comes first between sums, a look
   * that does not wait, a rank that is ahead, and an entry that is changed.
   */
  BOARD(size -> board(size)) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      Board board = seat.board();
      long[] request = {};
      if (seat.rank == 0) {
        seat.send(seat.world, 1, TAG, new int[2 * INTS]); // rank 1 waits on the board meanwhile
      } else if (seat.rank == 1) {
        request = new long[] {seat.iRecv(seat.world, 0, TAG, ReplicaSeat.ints(2 * INTS))};
      }
      int[] data = new int[1];
      int sum = 0;
      long number = 0;
      for (int round = 0; round < ROUNDS; round++) {
        sum += BoardPrograms.sum(seat, board, ++number, seat.rank + round);
        if (seat.rank == 0) {
          for (int left = seat.size - 1; left > 0; left--) {
            int from = seat.recv(seat.world, MpiConstants.ANY_SOURCE, TAG + 1, data);
            seat.told("from " + from + ": " + data[0]);
          }
        } else {
          seat.send(seat.world, 0, TAG + 1, sum);
        }
      }
      while (!seat.pmpi.testAll(request)) {
        seat.compute();
      }
      number++;
      sum += BoardPrograms.ahead(seat, board, number);
      number += BoardPrograms.AHEAD;
      return sum + " " + BoardPrograms.changed(seat, board, number);
    }
  },

  /** Sums on a board, of those that have published in time. */
  SURVIVORS_ON_BOARD(size -> Collections.nCopies(size, BoardPrograms.sums(size))) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      Board board = seat.boardUnlessDead();
      if (board == null) {
        return "no board";
      }
      StringJoiner sums = new StringJoiner(" ");
      for (int number = 1; number <= BoardPrograms.SUMS; number++) {
        int sum = BoardPrograms.sum(seat, board, number, seat.rank + number);
        seat.told(sum);
        sums.add(Integer.toString(sum));
      }
      return sums.toString();
    }
  },

  /** Sums on a board, with a checkpoint after each, in room for few of them. */
  CHECKPOINTS_ON_BOARD(size -> checkpointsOnBoard(size)) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      Board board = seat.board();
      int sum = BoardPrograms.next(seat, board, 1);
      int[] data = new int[1];
      int[] reached = seat.restored();
      int first = reached == null ? 0 : reached[0];
      sum = reached == null ? sum : reached[1];
      for (int round = first; round < MANY_CHECKPOINTED_ROUNDS; round++) {
        sum += BoardPrograms.next(seat, board, seat.rank + round);
        if (round % 4 == 0 && seat.rank == 0) {
          seat.recv(seat.world, 1, TAG, data);
          sum += data[0] - round;
        } else if (round % 4 == 0 && seat.rank == 1) {
          seat.send(seat.world, 0, TAG, round);
        }
        seat.print("round " + round + ": " + sum);
        seat.checkpoint(round + 1, sum);
      }
      return Integer.toString(sum);
    }
  },

  /** A sum that is repeated, on fewer ranks, until all that live agree that they have it. */
  SURVIVORS(size -> Collections.nCopies(size, Integer.toString(size * (size + 1) / 2))) {
    @Override
    public String run(ReplicaSeat seat) throws Exception {
      long comm = seat.world;
      while (true) {
        int sum = 0;
        boolean isDone = true;
        try {
          sum = seat.allReduce(comm, seat.rank + 1)[0];
        } catch (Exception e) { // the binding's own
          seat.told(e);
          isDone = false;
          seat.ulfm.revoke(comm);
        }
        Agreement agreement = seat.ulfm.agree(comm, isDone);
        seat.told(agreement);
        if (agreement != Agreement.NO) {
          return Integer.toString(sum);
        }
        comm = seat.ulfm.shrink(comm);
      }
    }
  };

  private static final int ROUNDS = 2;
  private static final int MANY_ROUNDS = 6;
  private static final int CHECKPOINTED_ROUNDS = 8;
  private static final int MANY_CHECKPOINTED_ROUNDS = 24;
  private static final int INTS = 100;
  private static final int TAG = 7;

  private final IntFunction<List<String>> results;

  ReplicaPrograms(IntFunction<List<String>> results) {
    this.results = results;
  }

  /** What each of so many ranks has to compute. */
  public List<String> results(int size) {
    return results.apply(size);
  }

  private static List<String> anySource(int size) {
    List<String> results = new ArrayList<>();
    int sum = 0;
    for (int rank = 1; rank < size; rank++) {
      int own = 0;
      for (int round = 0; round < ROUNDS; round++) {
        own += rank * 10 + round;
      }
      results.add(Integer.toString(own + ROUNDS));
      sum += own;
    }
    results.add(0, Integer.toString(sum));
    return results;
  }

  private static List<String> collectives(int size) {
    int first = size * (size + 1) / 2;
    int second = size * first + size * (size - 1) / 2;
    int[] ranks = new int[size];
    Arrays.setAll(ranks, rank -> rank);
    return Collections.nCopies(size, second + " " + Arrays.toString(ranks));
  }

  private static List<String> file(int size) {
    List<String> results = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      results.add(
          size * INTS * Integer.BYTES
              + " bytes, sum "
              + INTS * size * (size + 1) / 2
              + (rank == 0 ? "true, false" : ""));
    }
    return results;
  }

  private static List<String> sharedPointer(int size) {
    int[] all = new int[ROUNDS * size];
    Arrays.setAll(all, i -> i / ROUNDS * 10 + i % ROUNDS);
    int bytes = all.length * Integer.BYTES;
    return Collections.nCopies(size, bytes + " " + bytes + " " + Arrays.toString(all) + ", made 1");
  }

  /** Whether it needs boards. */
  boolean isOnBoard() {
    return this == BOARD || this == SURVIVORS_ON_BOARD || this == CHECKPOINTS_ON_BOARD;
  }

  private static List<String> checkpointsOnBoard(int size) {
    int sum = size;
    for (int round = 0; round < MANY_CHECKPOINTED_ROUNDS; round++) {
      sum += size * (size - 1) / 2 + size * round;
    }
    return Collections.nCopies(size, Integer.toString(sum));
  }

  private static List<String> board(int size) {
    int sum = BoardPrograms.AHEAD * (BoardPrograms.AHEAD - 1) / 2;
    for (int round = 0; round < ROUNDS; round++) {
      sum += size * (size - 1) / 2 + size * round;
    }
    return Collections.nCopies(size, sum + " " + BoardPrograms.CHANGED);
  }

  private static List<String> checkpoints(int size) {
    List<String> results = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int sum = (rank + size - 1) % size;
      for (int round = 0; round < CHECKPOINTED_ROUNDS; round++) {
        sum += size * (size - 1) / 2 + size * round + (rank + size - 1) % size + round;
      }
      results.add(Integer.toString(sum));
    }
    return results;
  }

  private static List<String> fullStreams(int size) {
    List<String> results = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int from = (rank + size - 1) % size;
      long sum = 0;
      for (int round = 0; round < MANY_ROUNDS; round++) {
        sum += (long) INTS * (from * 100 + round);
      }
      results.add(Long.toString(sum));
    }
    return results;
  }
}
