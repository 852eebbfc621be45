package org.legio.runtime.net;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Receives the bytes of a link, which all come that way. */
final class Stream implements Link.Receiver {
  private final Consumer<ByteBuffer> taker;
  private long received;

  Stream(Consumer<ByteBuffer> taker) {
    this.taker = taker;
  }

  @Override
  public long received() {
    return received;
  }

  @Override
  public void take(ByteBuffer bytes) {
    received += bytes.remaining();
    taker.accept(bytes);
  }
}
