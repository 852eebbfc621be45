package org.legio.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.legio.runtime.engine.SharedPositions;

class HiddenPositionsTest {
  private static final int MOVES = 2000;
  private static final int WITHOUT_END = Integer.MAX_VALUE;
  private static final long PLACE = 0xabc;

  @TempDir Path folder;

  @Test
  void eachRankSeesTheOthersMoves() throws IOException {
    SharedPositions one = new HiddenPositions(folder.resolve("data"));
    SharedPositions other = new HiddenPositions(folder.resolve("data"));
    long place = one.claim();
    assertThat(other.getAndAdd(place, 8)).isZero();
    assertThat(one.getAndAdd(place, 4)).isEqualTo(8);
    one.set(place, 100);
    assertThat(other.get(place)).isEqualTo(100);
    other.set(place, 0);
    assertThat(one.get(place)).isZero();
    one.free(place);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anUnusedPointerNeedsNoFile() throws IOException {
    SharedPositions positions = new HiddenPositions(folder.resolve("data"));
    long place = positions.claim();
    positions.set(place, 0);
    assertThat(positions.get(place)).isZero();
    assertThat(folder).isEmptyDirectory();
    positions.free(place);
  }

  @Test
  void openFilesDoNotShareAPointer() throws IOException {
    SharedPositions positions = new HiddenPositions(folder.resolve("data"));
    long place = positions.claim();
    positions.getAndAdd(place, 8);
    assertThat(positions.get(positions.claim())).isZero();
  }

  /** One of three processes is killed while all move the pointer: no move is lost or made twice. */
  @Test
  void outlivesAProcessThatMovesIt() throws IOException, InterruptedException {
    Process victim = startAdder(WITHOUT_END);
    List<Process> others = List.of(startAdder(MOVES), startAdder(MOVES));
    List<Long> seen = killAmidMoves(victim);
    for (Process adder : others) {
      try (BufferedReader lines = adder.inputReader()) {
        lines.lines().map(Long::valueOf).forEach(seen::add);
      }
      assertThat(adder.waitFor()).isZero();
    }
    long moves = new HiddenPositions(folder.resolve("data")).get(PLACE);
    assertThat(moves)
        .as("moves, of which the last may not have been printed")
        .isBetween((long) seen.size(), seen.size() + 1L);
    assertThat(seen)
        .doesNotHaveDuplicates()
        .isSubsetOf(LongStream.range(0, moves).boxed().toList());
  }

  private Process startAdder(int moves) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Adder.class.getName(),
            folder.resolve("data").toString(),
            Integer.toString(moves))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<Long> killAmidMoves(Process adder) throws IOException, InterruptedException {
    List<Long> seen = new ArrayList<>();
    try (BufferedReader lines = adder.inputReader()) {
      seen.add(Long.valueOf(lines.readLine()));
      adder.toHandle().destroyForcibly(); // leaves its output to be read
      lines.lines().map(Long::valueOf).forEach(seen::add);
    }
    adder.waitFor();
    return seen;
  }

  /** Moves the pointer on, and prints where it was before. */
  static final class Adder {
    private Adder() {}

    public static void main(String[] args) throws IOException {
      SharedPositions positions = new HiddenPositions(Path.of(args[0]));
      for (int i = 0; i < Integer.parseInt(args[1]); i++) {
        System.out.println(positions.getAndAdd(PLACE, 1));
      }
    }
  }
}
