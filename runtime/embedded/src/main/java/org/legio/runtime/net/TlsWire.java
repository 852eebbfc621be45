package org.legio.runtime.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/**
 * A connection that TLS encrypts. Reading also sends what has been encrypted and had no room, and
 * goes on with TLS's handshake; so a connection must be read again and again.
 */
final class TlsWire implements Wire {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Wire open;
  private final SSLEngine engine;

  /** What has come and is not decrypted; ready to be read from. */
  private final ByteBuffer encryptedIn;

  /** What has been decrypted and is not taken; ready to be read from. */
  private final ByteBuffer in;

  /** What is to be sent; ready to be read from. */
  private final ByteBuffer encryptedOut;

  private boolean isAtEnd;

  TlsWire(Wire open, SSLEngine engine) throws IOException {
    this.open = open;
    this.engine = engine;
    this.encryptedIn = empty(engine.getSession().getPacketBufferSize());
    this.in = empty(engine.getSession().getApplicationBufferSize());
    this.encryptedOut = empty(engine.getSession().getPacketBufferSize());
    engine.beginHandshake();
  }

  private static ByteBuffer empty(int bytes) {
    return ByteBuffer.allocate(bytes).flip();
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    int read = 0;
    do {
      int length = Math.min(in.remaining(), into.remaining());
      into.put(into.position(), in, in.position(), length);
      into.position(into.position() + length);
      in.position(in.position() + length);
      read += length;
    } while (into.hasRemaining() && advance());
    return read == 0 && isAtEnd ? -1 : read;
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    int before = from.position();
    while (flush() && from.hasRemaining() && !isInHandshake() && encrypt(from)) {}
    return from.position() - before;
  }

  private boolean isInHandshake() {
    HandshakeStatus status = engine.getHandshakeStatus();
    return status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED;
  }

  /** Makes one step; false if there is none until more has come, or has been sent. */
  private boolean advance() throws IOException {
    boolean isSent = flush();
    return switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> {
        engine.getDelegatedTask().run();
        yield true;
      }
      case NEED_WRAP -> isSent && encrypt(NOTHING);
      default -> decrypt();
    };
  }

  /** Encrypts one record; false if no more can be sent. */
  private boolean encrypt(ByteBuffer from) throws IOException {
    encryptedOut.clear();
    try {
      if (engine.wrap(from, encryptedOut).getStatus() == SSLEngineResult.Status.CLOSED) {
        throw new IOException("the other side has ended the encryption");
      }
      return true;
    } finally {
      encryptedOut.flip();
      flush();
    }
  }

  /** Decrypts one record; false if none has come. */
  private boolean decrypt() throws IOException {
    if (isAtEnd) {
      return false;
    }
    in.compact();
    try {
      SSLEngineResult result = engine.unwrap(encryptedIn, in);
      return switch (result.getStatus()) {
        case OK -> true;
        case BUFFER_UNDERFLOW -> receive();
        case CLOSED -> {
          isAtEnd = true;
          yield false;
        }
        case BUFFER_OVERFLOW -> throw new MalformedException("a record that is too long");
      };
    } finally {
      in.flip();
    }
  }

  /** Whether more has come. */
  private boolean receive() throws IOException {
    encryptedIn.compact();
    int read = open.read(encryptedIn);
    encryptedIn.flip();
    isAtEnd = read < 0;
    return read > 0;
  }

  /** Sends what is encrypted; whether all of it is sent. */
  private boolean flush() throws IOException {
    if (encryptedOut.hasRemaining()) {
      open.write(encryptedOut);
    }
    return !encryptedOut.hasRemaining();
  }

  @Override
  public void close() {
    open.close();
  }

  @Override
  public String toString() {
    return open + ", encrypted";
  }
}
