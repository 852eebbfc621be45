package org.legio.ulfm.messages;

import java.io.OutputStream;
import java.util.function.Consumer;

/** Hands each line that is printed to a reader in this process. */
final class HandedLines extends MessageLines {
  private final Consumer<String> reader;

  HandedLines(Consumer<String> reader) {
    super(OutputStream.nullOutputStream());
    this.reader = reader;
  }

  @Override
  void pass(String message) {
    reader.accept(message);
  }
}
