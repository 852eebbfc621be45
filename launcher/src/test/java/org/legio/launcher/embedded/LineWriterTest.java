package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.messages.Messages;

/** What ranks print is passed on line by line. */
class LineWriterTest {
  private static final int LARGE = 5_000_001;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final SharedOutput shared = new SharedOutput("standard output", bytes);

  private LineWriter writer(byte[] printed, String tag) {
    return new LineWriter(
        new ByteArrayInputStream(printed), shared, tag.getBytes(StandardCharsets.UTF_8));
  }

  private void print(String text, String tag) {
    writer(text.getBytes(StandardCharsets.UTF_8), tag).run();
  }

  private String written() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void oneRanksBytesComeUnchanged() {
    byte[] any = new byte[LARGE];
    new Random(1).nextBytes(any);
    writer(any, "").run();
    assertThat(bytes.toByteArray()).isEqualTo(any);
  }

  @Test
  void aVeryLongLineIsTaggedOnce() {
    print("x".repeat(LARGE), "[1]");
    assertThat(written()).isEqualTo("[1]" + "x".repeat(LARGE));
  }

  @Test
  void eachLineIsTagged() {
    print("a\n\nb", "[1]");
    assertThat(written()).isEqualTo("[1]a\n[1]\n[1]b");
  }

  @Test
  void aMessageIsNoPartOfTheOutput() {
    print("a\nhalf" + Messages.MARK + "legio: a message\n of a line\n", "[1]");
    assertThat(written()).isEqualTo("[1]a\n[1]half\n[1]legio: a message\n of a line\n");
  }

  @Test
  void anotherRanksLineBeginsAtTheBeginOfALine() {
    print("killed in the mid", "");
    print("whole\n", "");
    print("end", "");
    assertThat(written()).isEqualTo("killed in the mid\nwhole\nend");
  }

  @Test
  void aQuestionIsPassedOnBeforeItsLineEnds() {
    PipedRank rank = new PipedRank();
    LineWriter writer = new LineWriter(rank, shared, new byte[0]);
    rank.afterFirst =
        () -> {
          writer.passQuestion(Long.MAX_VALUE);
          assertThat(written()).as("soon after it was printed").isEmpty();
          writer.passQuestion(-1);
        };
    writer.run();
    assertThat(rank.seen).isEqualTo("n = ");
    print("another\n", "");
    assertThat(written()).as("the user has ended the line").isEqualTo("n = another\n");
  }

  /** Prints a question, and looks what has become of it before it ends. */
  private final class PipedRank extends java.io.InputStream {
    private Runnable afterFirst = () -> {};
    private String seen = "";
    private int reads;

    @Override
    public int read() {
      throw new UnsupportedOperationException("blocks are read");
    }

    @Override
    public int read(byte[] block, int offset, int length) {
      reads++;
      if (reads == 1) {
        byte[] question = "n = ".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(question, 0, block, offset, question.length);
        return question.length;
      }
      afterFirst.run();
      seen = written();
      return -1;
    }
  }

  @Test
  void ranksContinueWhenNobodyReads() {
    SharedOutput broken =
        new SharedOutput(
            "standard output",
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
              }
            });
    byte[] line = "line\n".getBytes(StandardCharsets.UTF_8);
    ByteArrayInputStream more = new ByteArrayInputStream(line);
    new LineWriter(new ByteArrayInputStream(line), broken, new byte[0]).run();
    new LineWriter(more, broken, new byte[0]).run();
    assertThat(more.available()).as("is read to its end").isZero();
  }
}
