package org.legio.runtime.lanes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * One member of a board, in a process of its own, told by its parent what to do.
 *
 * <p>It prints "ready" when it has locked its byte, reads a line, does what its mode says, and
 * reads a last line before it ends. It ends by itself when it has waited too long.
 */
final class RankProgram {
  static final int OPERATIONS = 40_000;

  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(30);
  private static final int LOOKS = 200;

  private final BufferedReader parent;
  private final SharedMemory shared;
  private final BoardShape shape;
  private final int me;
  private int looks;

  private RankProgram(SharedMemory shared, BoardShape shape, int me) {
    this.parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    this.shared = shared;
    this.shape = shape;
    this.me = me;
  }

  /** The arguments: file, member, members, mode, seed. */
  public static void main(String[] args) throws IOException {
    SegmentName name = SegmentName.of(Path.of(args[0]));
    int me = Integer.parseInt(args[1]);
    BoardShape shape = new BoardShape(Integer.parseInt(args[2]), 16, 2048);
    try (SharedMemory shared =
        me == 0
            ? SharedMemory.create(name, shape.members(), shape.bytes())
            : SharedMemory.open(name, shape.members(), shape.bytes())) {
      if (me == 0) {
        shape.prepare(shared.memory(), 1);
      }
      new RankProgram(shared, shape, me).run(args[3], Long.parseLong(args[4]));
    }
  }

  private void run(String mode, long seed) throws IOException {
    ProcessLocks locks = shared.join(me);
    say("ready");
    parent.readLine();
    if (mode.equals("stop")) {
      Board board =
          Board.over(shared.memory(), shape, me, member -> look(locks, member), waiting());
      writeOrWait(board);
    } else {
      operations(Board.over(shared.memory(), shape, me, locks, waiting()), new Random(seed));
    }
    parent.readLine();
  }

  private IdleStrategy waiting() {
    long deadlineNs = System.nanoTime() + DEADLINE_NS;
    return BackoffIdleStrategy.forRanks(
        shape.members(),
        () -> {
          if (System.nanoTime() - deadlineNs > 0) {
            throw new IllegalStateException("waited too long");
          }
        });
  }

  /** Counts the looks at a member, and says when there have been many. */
  private boolean look(Liveness locks, int member) {
    boolean gone = locks.isGone(member);
    looks++;
    if (gone || looks == LOOKS) {
      say(gone ? "gone" : "looked");
    }
    return gone;
  }

  /** Member 0 is stopped by the parent in the middle of an entry; the others wait for it. */
  private void writeOrWait(Board board) throws IOException {
    int length = board.largestEntry();
    if (me != 0) {
      say("pulled " + (TestMemory.pull(board, 0, 1, length) != Board.ABSENT));
      return;
    }
    int position = board.reserve(1, length);
    TestMemory.write(board, position, 0, 1, length / 2);
    say("reserved");
    parent.readLine();
    TestMemory.write(board, position, 0, 1, length);
    board.publish(1);
  }

  /** In each operation some publish, all pull; at the end each says which entries are not there. */
  private void operations(Board board, Random random) {
    long[] firstAbsent = new long[shape.members()];
    long fates = 0;
    for (long number = 1; number <= OPERATIONS; number++) {
      int publishers = random.nextInt(1 << shape.members());
      int length =
          random.nextInt(4) == 0 ? random.nextInt(board.largestEntry() + 1) : Integer.BYTES;
      if ((publishers >> me & 1) != 0) {
        TestMemory.publish(board, me, number, length);
      }
      for (int member = 0; member < shape.members(); member++) {
        if ((publishers >> member & 1) != 0) {
          boolean there = TestMemory.pull(board, member, number, length) != Board.ABSENT;
          fates = fates * 31 + (there ? 1 : 2);
          if (!there && firstAbsent[member] == 0) {
            firstAbsent[member] = number;
          }
        }
      }
      board.progress(number);
    }
    StringBuilder text = new StringBuilder("fates ").append(fates).append(" absent");
    for (long first : firstAbsent) {
      text.append(' ').append(first);
    }
    say(text.toString());
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
