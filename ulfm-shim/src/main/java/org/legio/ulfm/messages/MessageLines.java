package org.legio.ulfm.messages;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A stream of messages: each line that is printed is one. */
abstract class MessageLines extends PrintStream {
  MessageLines(OutputStream to) {
    super(to, true, StandardCharsets.UTF_8);
  }

  /** Passes a message on. */
  abstract void pass(String message);

  @Override
  public final void println(@Nullable String line) {
    pass(String.valueOf(line));
  }

  @Override
  public final void println(@Nullable Object thrown) {
    println(String.valueOf(thrown));
  }
}
