package org.legio.launcher.embedded;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.function.Consumer;

/** Cuts what ranks print into lines, as {@link java.io.BufferedReader} does. Thread-safe. */
final class LineStream extends OutputStream {
  private final Consumer<String> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean isAfterReturn;

  /**
   * Cuts lines.
   *
   * @param lines takes them without their ends, one at a time
   */
  LineStream(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public synchronized void write(int next) {
    if (next == '\r' || (next == '\n' && !isAfterReturn)) {
      pass();
    } else if (next != '\n') {
      line.write(next);
    }
    isAfterReturn = next == '\r';
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      write(bytes[i]);
    }
  }

  /** Adds a line that no rank has printed, above one that is not complete. */
  synchronized void add(String whole) {
    lines.accept(whole);
  }

  private void pass() {
    String whole = line.toString(Charset.defaultCharset());
    line.reset();
    lines.accept(whole);
  }

  /** Passes on a last line without an end. */
  @Override
  public synchronized void close() {
    if (line.size() > 0) {
      pass();
    }
  }
}
