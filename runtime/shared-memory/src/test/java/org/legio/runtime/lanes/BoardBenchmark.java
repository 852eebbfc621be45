package org.legio.runtime.lanes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures barrier, bcast, reduce and allReduce of 4 bytes over a board, in processes of their own.
 *
 * <p>{@code java -cp target/classes:target/test-classes org.legio.runtime.lanes.BoardBenchmark 2
 * [spins]} starts two processes and prints the medians and the best of 15 loops in microseconds.
 */
final class BoardBenchmark {
  private static final int LOOPS = 15;
  private static final BoardShape SHAPE_OF_TWO = new BoardShape(2, 64, 4096);
  private static final String[] OPERATIONS = {"barrier", "bcast", "reduce", "allReduce"};

  private final Board board;
  private final int me;
  private final int members;
  private long number;

  private BoardBenchmark(Board board, int me, int members) {
    this.board = board;
    this.me = me;
    this.members = members;
  }

  public static void main(String[] args) throws Exception {
    if (args.length <= 2) {
      startAll(Integer.parseInt(args[0]), args.length > 1 ? args[1] : "-1");
      return;
    }
    int me = Integer.parseInt(args[1]);
    int members = Integer.parseInt(args[2]);
    int spins = Integer.parseInt(args[3]);
    BoardShape shape = new BoardShape(members, SHAPE_OF_TWO.entries(), SHAPE_OF_TWO.dataBytes());
    SegmentName name = SegmentName.of(Path.of(args[0]));
    try (SharedMemory shared =
        me == 0
            ? SharedMemory.create(name, members, shape.bytes())
            : SharedMemory.open(name, members, shape.bytes())) {
      if (me == 0) {
        shape.prepare(shared.memory(), 1);
      }
      ProcessLocks locks = shared.join(me);
      System.out.println("ready");
      BufferedReader parent =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
      parent.readLine();
      IdleStrategy waiting =
          spins < 0
              ? BackoffIdleStrategy.forRanks(members, () -> {})
              : new BackoffIdleStrategy(spins, () -> {});
      Board board = Board.over(shared.memory(), shape, me, locks, waiting);
      new BoardBenchmark(board, me, members).run();
      parent.readLine();
    }
  }

  private static void startAll(int members, String spins) throws IOException {
    SegmentName name = SegmentName.random(SegmentName.SHARED_MEMORY_FOLDER);
    List<Process> processes = new ArrayList<>();
    List<BufferedReader> outputs = new ArrayList<>();
    try {
      for (int me = 0; me < members; me++) {
        Process process =
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-Xmx64m",
                    "-XX:+UseSerialGC",
                    BoardBenchmark.class.getName(),
                    name.path().toString(),
                    "" + me,
                    "" + members,
                    spins)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        outputs.add(process.inputReader());
        if (!"ready".equals(outputs.get(me).readLine())) {
          throw new IOException("rank " + me + " did not begin");
        }
      }
      Files.delete(name.path());
      for (Process process : processes) {
        process.outputWriter().append("go\n").flush();
      }
      System.out.println(outputs.get(0).readLine());
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private void run() {
    int count = members > Runtime.getRuntime().availableProcessors() ? 10_000 : 200_000;
    double[][] us = new double[OPERATIONS.length][LOOPS];
    for (int loop = 0; loop < LOOPS; loop++) {
      for (int operation = 0; operation < OPERATIONS.length; operation++) {
        barrier();
        long beganNs = System.nanoTime();
        loop(operation, count);
        us[operation][loop] = (System.nanoTime() - beganNs) / 1e3 / count;
      }
    }
    StringBuilder text = new StringBuilder("np " + members + " median (best):");
    for (int operation = 0; operation < OPERATIONS.length; operation++) {
      Arrays.sort(us[operation]);
      text.append(
          String.format(
              Locale.ROOT,
              "  %s %.3f (%.3f)",
              OPERATIONS[operation],
              us[operation][LOOPS / 2],
              us[operation][0]));
    }
    if (me == 0) {
      System.out.println(text.append(" us"));
    }
  }

  private void loop(int operation, int count) {
    switch (operation) {
      case 0 -> {
        for (int i = 0; i < count; i++) {
          barrier();
        }
      }
      case 1 -> {
        for (int i = 0; i < count; i++) {
          check(bcast(i), i);
        }
        barrier();
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          check(reduce(i), me == 0 ? i * members : 0);
        }
        barrier();
      }
      default -> {
        for (int i = 0; i < count; i++) {
          check(allReduce(i), i * members);
        }
      }
    }
  }

  private static void check(int found, int expected) {
    if (found != expected) {
      throw new IllegalStateException(found + " and not " + expected);
    }
  }

  private void publish(int value) {
    int position = board.reserve(number, Integer.BYTES);
    board.memory().putInt(position, value);
    board.publish(number);
  }

  private int pull(int member) {
    return board.memory().getInt(board.pull(member, number));
  }

  private void barrier() {
    number++;
    board.reserve(number, 0);
    board.publish(number);
    for (int member = 0; member < members; member++) {
      if (member != me) {
        board.pull(member, number);
      }
    }
    board.progress(number);
  }

  private int bcast(int value) {
    number++;
    int result = value;
    if (me == 0) {
      publish(value);
    } else {
      result = pull(0);
    }
    board.progress(number);
    return result;
  }

  private int reduce(int value) {
    number++;
    int sum = 0;
    if (me == 0) {
      sum = value;
      for (int member = 1; member < members; member++) {
        sum += pull(member);
      }
    } else {
      publish(value);
    }
    board.progress(number);
    return sum;
  }

  private int allReduce(int value) {
    number++;
    publish(value);
    int sum = 0;
    for (int member = 0; member < members; member++) {
      sum += member == me ? value : pull(member);
    }
    board.progress(number);
    return sum;
  }
}
