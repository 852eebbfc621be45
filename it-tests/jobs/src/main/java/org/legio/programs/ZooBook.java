package org.legio.programs;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a rank writes down what it has seen in a zoo. */
final class ZooBook {
  /** Stands for standard output in place of a folder. */
  private static final String STANDARD_OUTPUT = "-";

  private ZooBook() {}

  /**
   * Opens a rank's book.
   *
   * @param folder that gets a file a rank, or {@code -} for standard output
   */
  static PrintStream open(String folder, int rank) throws IOException {
    OutputStream to =
        folder.equals(STANDARD_OUTPUT)
            ? new Unclosed(System.out)
            : Files.newOutputStream(Path.of(folder, "rank-" + rank));
    return new PrintStream(to, true);
  }

  /** A stream that stays open when it is closed. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream to) {
      super(to);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
