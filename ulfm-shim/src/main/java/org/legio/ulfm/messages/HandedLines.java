package org.legio.ulfm.messages;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands each line that is printed to a reader in this process. */
final class HandedLines extends PrintStream {
  private final Consumer<String> reader;

  HandedLines(Consumer<String> reader) {
    super(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    this.reader = reader;
  }

  @Override
  public void println(@Nullable String line) {
    reader.accept(String.valueOf(line));
  }

  @Override
  public void println(@Nullable Object thrown) {
    println(String.valueOf(thrown));
  }
}
