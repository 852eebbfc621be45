package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's standard input reaches rank 0 byte for byte and without delay. */
@SampledRows(every = 6)
class InputIT {
  private static final String PIPE = "cat \"$INPUT\" | \"$@\"";
  private static final String FILE = "\"$@\" <\"$INPUT\"";
  private static final String FIRST_HALF_EARLY =
      "{ head -c 4096 \"$INPUT\"; sleep 1; tail -c +4097 \"$INPUT\"; } | \"$@\"";
  private static final String SILENT_PRODUCER =
      "sh -c 'echo $$ >$INPUT.pid; exec sleep 600' | { \"$@\"; end=$?; kill $(cat $INPUT.pid); exit"
          + " $end; }";
  private static final String CLOSED =
      "until [ $1 = -jar ]; do shift; done; legio=${2%/dist/*}/bin/legio; shift 2;"
          + " exec \"$legio\" \"$@\" <&-";
  private static final int LENGTH = (1 << 20) + 4321;
  private static final long SEED = 7;

  /**
   * More than Java reads ahead, and no multiple of a page: a full pipe of which that is taken has
   * room for a part of what mpirun writes at once.
   */
  private static final int ODD = 9000;

  @TempDir private Path folder;
  private Path input;
  private String whole;

  @BeforeEach
  void makeInput() throws IOException, NoSuchAlgorithmException {
    byte[] bytes = new byte[LENGTH];
    new Random(SEED).nextBytes(bytes);
    input = Files.write(folder.resolve("input"), bytes);
    whole = described(bytes);
  }

  private static String described(byte[] bytes) throws NoSuchAlgorithmException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
    return bytes.length + " bytes, " + HexFormat.of().formatHex(digest);
  }

  private Job reading(String line, Object... arguments) {
    return Job.of("Reading", arguments).on(2).startedBy(line.replace("$INPUT", input.toString()));
  }

  private static List<String> lines(Job job) {
    return job.run().succeeded().sortedLines();
  }

  private List<String> onlyRank0HasAll() throws NoSuchAlgorithmException {
    return List.of("rank 0: " + whole, "rank 1: " + described(new byte[0]));
  }

  @ParameterizedTest
  @ValueSource(strings = {PIPE, FILE, FIRST_HALF_EARLY})
  void aSlowRank0GetsAllBytesOnce(String line) throws Exception {
    assertThat(lines(reading(line, "digest", ODD, 0))).isEqualTo(onlyRank0HasAll());
  }

  @ParameterizedTest
  @ValueSource(strings = {PIPE, FILE})
  void soItIsWithoutTheAgent(String line) throws Exception {
    assertThat(lines(reading(line, "digest", ODD, 0).plain())).isEqualTo(onlyRank0HasAll());
  }

  @Test
  void theRankThatMpirunIsToldGetsAll() throws Exception {
    Job job = reading(PIPE, "digest", ODD, 1).mpirun("--stdin", "1");
    assertThat(lines(job)).containsExactly("rank 0: " + described(new byte[0]), "rank 1: " + whole);
  }

  @ParameterizedTest
  @ValueSource(strings = {CLOSED, "\"$@\" </dev/null", ": | \"$@\""})
  void nothingIsNothing(String line) throws Exception {
    String nothing = described(new byte[0]);
    assertThat(lines(reading(line, "digest", ODD)))
        .containsExactly("rank 0: " + nothing, "rank 1: " + nothing);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aLineIsReadBeforeTheNextIsWritten(boolean isWatched) throws IOException {
    Path answers = folder.resolve("answers");
    String producer =
        "for line in one two three; do echo $line;"
            + " until grep -qs $line "
            + answers
            + "; do sleep 0.1; done; done | \"$@\"";
    Job job = reading(producer, "answer", answers);
    (isWatched ? job.launcher("--watch").onTerminal() : job).run().succeeded();
    assertThat(Files.readAllLines(answers)).containsExactly("read one", "read two", "read three");
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes | \"$@\"", SILENT_PRODUCER})
  void theEndOfAJobThatReadsNothingWaitsForNobody(String line) {
    assertThat(lines(reading(line, "nothing").within(Duration.ofSeconds(30))))
        .containsExactly("rank 0 reads nothing", "rank 1 reads nothing");
  }

  @Test
  void theRestOfAFileIsRead() throws Exception {
    List<String> expected = new ArrayList<>(onlyRank0HasAll());
    byte[] bytes = Files.readAllBytes(input);
    Files.writeString(input, "first line\n");
    Files.write(input, bytes, StandardOpenOption.APPEND);
    assertThat(lines(reading("{ read -r first; \"$@\"; } <\"$INPUT\"", "digest", ODD)))
        .isEqualTo(expected);
  }
}
