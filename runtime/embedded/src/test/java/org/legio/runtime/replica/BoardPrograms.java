package org.legio.runtime.replica;

import java.util.StringJoiner;
import org.legio.ulfm.ports.Board;

/** What programs do on a board of all ranks. */
final class BoardPrograms {
  /** How many entries rank 0 publishes without waiting for anybody. */
  static final int AHEAD = 12;

  /** What rank 0 changes a word to. */
  static final long CHANGED = 5;

  static final int SUMS = 5;

  /** So large that a lane has no room for all that are published ahead. */
  private static final int LARGE = 100;

  private BoardPrograms() {}

  /** One of each rank's numbers, without those of ranks that have died before. */
  static int sum(ReplicaSeat seat, Board board, long number, int value) {
    int place = board.reserve(number, Integer.BYTES);
    board.memory().putInt(place, value);
    board.publish(number);
    int sum = 0;
    for (int member = 0; member < seat.size; member++) {
      int at = board.pull(member, number);
      sum += at == Board.ABSENT ? 0 : board.memory().getInt(at);
    }
    board.progressSoon(number);
    return sum;
  }

  /** The sum of the operation that comes next. */
  static int next(ReplicaSeat seat, Board board, int value) {
    int sum = sum(seat, board, board.cursor().entry(), value);
    board.cursor().endOperation();
    return sum;
  }

  /** What each rank has after some sums. */
  static String sums(int size) {
    StringJoiner sums = new StringJoiner(" ");
    for (int number = 1; number <= SUMS; number++) {
      sums.add(Integer.toString(size * (size - 1) / 2 + size * number));
    }
    return sums.toString();
  }

  /** Rank 0 tells numbers to all, and is ahead of them; others look before they wait. */
  static int ahead(ReplicaSeat seat, Board board, long first) {
    int sum = 0;
    for (int i = 0; i < AHEAD; i++) {
      long number = first + i;
      if (seat.rank == 0) {
        seat.told("room " + board.hasRoom(number, LARGE));
        int place = board.reserve(number, LARGE);
        board.memory().putInt(place + LARGE - Integer.BYTES, i);
        board.publish(number);
      } else if (i % 2 == 0) {
        seat.told("there " + board.isThere(0, number));
      }
      sum += board.memory().getInt(board.pull(0, number) + LARGE - Integer.BYTES);
      board.progress(number);
    }
    return sum;
  }

  /** Rank 0 changes what it has published. */
  static long changed(ReplicaSeat seat, Board board, long number) {
    if (seat.rank == 0) {
      int place = board.reserve(number, 2 * Long.BYTES);
      board.memory().putLong(place + Long.BYTES, 0);
      board.publish(number);
      board.setWord(place + Long.BYTES, CHANGED);
      board.progress(number);
      return CHANGED;
    }
    int place = board.pull(0, number);
    int looks = 0;
    while (board.word(place + Long.BYTES) == 0) {
      looks++;
    }
    seat.told("looks " + looks);
    board.progress(number);
    return board.memory().getLong(place + Long.BYTES);
  }
}
