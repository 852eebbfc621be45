package org.legio.runtime.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A stream of bytes each way between two processes, which survives the connections that carry it.
 *
 * <ol>
 *   <li>Bytes have positions from 0. A frame says its position, its length, and how much has been
 *       received the other way.
 *   <li>The receiver takes only the frame that is due. Anything else ends the connection.
 *   <li>What is sent stays in the outbox until it is acknowledged. Acknowledgements ride on frames;
 *       without one for a while, or after many bytes, an empty frame goes.
 *   <li>A new connection begins at the positions that the handshake has told: nothing is lost, and
 *       nothing is taken twice.
 * </ol>
 *
 * <p>Nobody waits here. For one thread.
 */
public final class Link {
  /** "LgFr": a stream that is out of step is noticed by it. */
  private static final int MAGIC = 0x4C674672;

  static final int HEADER_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;
  static final int MAX_FRAME_BYTES = 64 << 10;

  /** An idle link shows so often that it lives. */
  private static final long BEAT_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A connection that brings nothing for so long is given up. */
  static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);

  private static final long ACKNOWLEDGED_AFTER_BYTES = 128 << 10;

  /** Takes what a link brings. */
  @FunctionalInterface
  public interface Receiver {
    /** Takes the next bytes of the stream, all of them. */
    void take(ByteBuffer bytes);
  }

  private final Outbox outbox;
  private final Receiver receiver;
  private final ByteBuffer in = ByteBuffer.allocateDirect(HEADER_BYTES + MAX_FRAME_BYTES);
  private final ByteBuffer out = ByteBuffer.allocateDirect(HEADER_BYTES + MAX_FRAME_BYTES).flip();
  private @Nullable Wire wire;
  private long sent;
  private long acknowledged;
  private long received;
  private long receivedTold;
  private long sentNs;
  private long heardNs;
  private @Nullable IOException end;

  /**
   * A link without a connection.
   *
   * @param outbox what is to be sent
   */
  public Link(Outbox outbox, Receiver receiver) {
    this.outbox = outbox;
    this.receiver = receiver;
  }

  /** How much has been received. */
  public long received() {
    return received;
  }

  public boolean isConnected() {
    return wire != null;
  }

  /** Whether the next byte that comes is the first one of a frame. */
  boolean isBetweenFrames() {
    return in.position() == 0;
  }

  /** Why the last connection has ended; null if none has. */
  public @Nullable IOException end() {
    return end;
  }

  /**
   * Goes on by a new connection, whose other side is proven.
   *
   * @param peerReceived how much the other side has received
   * @throws MalformedException if that cannot be; the link stays without a connection
   */
  public void attach(Wire newWire, long peerReceived, long nowNs) throws MalformedException {
    detach();
    if (peerReceived < acknowledged || peerReceived > outbox.end()) {
      newWire.close();
      throw new MalformedException(
          "%d bytes received, between %d and %d possible"
              .formatted(peerReceived, acknowledged, outbox.end()));
    }
    in.clear();
    out.clear().flip();
    acknowledge(peerReceived);
    sent = peerReceived;
    receivedTold = received;
    sentNs = nowNs;
    heardNs = nowNs;
    wire = newWire;
  }

  /** Ends the connection, if there is one; the link waits for another. */
  public void detach() {
    if (wire != null) {
      wire.close();
      wire = null;
    }
  }

  /**
   * Takes what has come and sends what there is room for.
   *
   * @return whether anything has been taken or sent
   */
  public boolean poll(long nowNs) {
    Wire current = wire;
    if (current == null) {
      return false;
    }
    try {
      boolean isAnythingDone = receive(current, nowNs);
      isAnythingDone |= send(current, nowNs);
      if (nowNs - heardNs > SILENCE_NS) {
        throw new IOException("nothing has been heard for " + SILENCE_NS / 1_000_000 + " ms");
      }
      return isAnythingDone;
    } catch (IOException e) {
      end = e;
      detach();
      return true;
    }
  }

  private boolean receive(Wire from, long nowNs) throws IOException {
    boolean isAnythingTaken = false;
    int read = from.read(in);
    while (read > 0) {
      heardNs = nowNs;
      isAnythingTaken = true;
      in.flip();
      while (in.remaining() >= HEADER_BYTES && takeFrame()) {}
      in.compact();
      read = from.read(in);
    }
    if (read < 0) {
      throw new IOException("the other side has closed the connection");
    }
    return isAnythingTaken;
  }

  /** Takes a frame if it is whole. */
  private boolean takeFrame() throws MalformedException {
    int at = in.position();
    int magic = in.getInt(at);
    int length = in.getInt(at + Integer.BYTES);
    long position = in.getLong(at + 2 * Integer.BYTES);
    long told = in.getLong(at + 2 * Integer.BYTES + Long.BYTES);
    if (magic != MAGIC || length < 0 || length > MAX_FRAME_BYTES || position != received) {
      throw new MalformedException(
          "a frame of %d bytes at %d with magic number %x, where %d is due"
              .formatted(length, position, magic, received));
    }
    if (told < acknowledged || told > sent) {
      throw new MalformedException(
          "%d bytes acknowledged, between %d and %d possible".formatted(told, acknowledged, sent));
    }
    if (in.remaining() < HEADER_BYTES + length) {
      return false;
    }
    acknowledge(told);
    int limit = in.limit();
    in.position(at + HEADER_BYTES).limit(at + HEADER_BYTES + length);
    received += length;
    receiver.take(in);
    in.limit(limit).position(at + HEADER_BYTES + length);
    return true;
  }

  private void acknowledge(long position) {
    if (position > acknowledged) {
      acknowledged = position;
      outbox.acknowledged(position);
    }
  }

  private boolean send(Wire to, long nowNs) throws IOException {
    boolean isAnythingSent = false;
    while (out.hasRemaining() || fill(nowNs)) {
      isAnythingSent |= to.write(out) > 0;
      if (out.hasRemaining()) {
        break;
      }
    }
    return isAnythingSent;
  }

  /** Makes the next frame; false if there is none to send. */
  private boolean fill(long nowNs) {
    boolean isEmptyDue =
        received - receivedTold >= ACKNOWLEDGED_AFTER_BYTES || nowNs - sentNs > BEAT_NS;
    if (sent == outbox.end() && !isEmptyDue) {
      return false;
    }
    out.clear().position(HEADER_BYTES);
    outbox.copy(sent, out);
    int length = out.position() - HEADER_BYTES;
    out.flip();
    out.putInt(0, MAGIC)
        .putInt(Integer.BYTES, length)
        .putLong(2 * Integer.BYTES, sent)
        .putLong(2 * Integer.BYTES + Long.BYTES, received);
    sent += length;
    receivedTold = received;
    sentNs = nowNs;
    return true;
  }
}
