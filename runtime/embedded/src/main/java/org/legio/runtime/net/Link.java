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
 *   <li>What is sent stays in the outbox until it is acknowledged. Acknowledgments ride on frames;
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

  private static final int LENGTH = Integer.BYTES;
  private static final int POSITION = LENGTH + Integer.BYTES;
  private static final int ACKNOWLEDGED = POSITION + Long.BYTES;
  private static final int NOTE = ACKNOWLEDGED + Long.BYTES;
  static final int HEADER_BYTES = NOTE + Long.BYTES;

  /** The most bytes of a frame. */
  public static final int MAX_FRAME_BYTES = 64 << 10;

  /** An idle link shows so often that it lives. */
  private static final long BEAT_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A connection that brings nothing for so long is given up. */
  static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);

  /** Takes what a link brings. */
  public interface Receiver {
    /** The position up to which all has been received. */
    long received();

    /**
     * Takes the next bytes of the stream, all of them.
     *
     * @param bytes of a direct buffer in which the next frame is at a multiple of 8; they may be
     *     used only by this call
     * @throws MalformedException if they mean nothing: the connection ends
     */
    void take(ByteBuffer bytes) throws MalformedException;

    /** Whether some bytes may come another way, so that those of a link may come too early. */
    default boolean mayComeEarly() {
      return false;
    }

    /** A number that the other side is told; it only grows. */
    default long note() {
      return 0;
    }

    /** The number of the other side. */
    default void noted(long note) {}
  }

  /** The room that a link needs. */
  public record Buffers(ByteBuffer in, ByteBuffer out) {
    /** New ones. */
    public static Buffers allocate() {
      return new Buffers(
          ByteBuffer.allocateDirect(HEADER_BYTES + MAX_FRAME_BYTES),
          ByteBuffer.allocateDirect(HEADER_BYTES + MAX_FRAME_BYTES));
    }
  }

  private final Outbox outbox;
  private final Receiver receiver;
  private final int acknowledgedAfter;
  private final ByteBuffer in;
  private final ByteBuffer out;
  private @Nullable Wire wire;
  private boolean isReceiving;
  private boolean isAnythingTaken;
  private long sent;
  private long acknowledged;
  private long receivedTold;
  private long noteTold;
  private long sentNs;
  private long heardNs;
  private @Nullable IOException end;
  private int broken;
  private long probedTo;
  private long probedNs;
  private long roundTripNs;

  /**
   * A link without a connection.
   *
   * @param outbox what is to be sent
   * @param acknowledgedAfter so many bytes are acknowledged alone, if there is nothing to be sent
   */
  public Link(Outbox outbox, Receiver receiver, int acknowledgedAfter) {
    this(outbox, receiver, acknowledgedAfter, Buffers.allocate());
  }

  /**
   * As the other one.
   *
   * @param buffers of a link that is not used any more
   */
  public Link(Outbox outbox, Receiver receiver, int acknowledgedAfter, Buffers buffers) {
    this.acknowledgedAfter = acknowledgedAfter;
    this.outbox = outbox;
    this.receiver = receiver;
    this.in = buffers.in;
    this.out = buffers.out;
  }

  /** How much has been received. */
  public long received() {
    return receiver.received();
  }

  /** The memory that what has come lies in when it is taken. */
  public ByteBuffer memory() {
    return in.duplicate().clear();
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

  /** How many connections have broken. */
  public int broken() {
    return broken;
  }

  /** The shortest time from a frame to its acknowledgment; 0 if none is known. */
  public long roundTripNs() {
    return roundTripNs;
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
    sent = Math.max(peerReceived, outbox.begin());
    receivedTold = 0; // the other side may know less: what a handshake tells is old
    noteTold = 0;
    isReceiving = false;
    sentNs = nowNs;
    heardNs = nowNs;
    probedNs = 0;
    wire = newWire;
  }

  /** As {@link #attach}; a connection that does not fit ends, and the link waits for another. */
  public boolean resume(Wire newWire, long peerReceived, long nowNs) {
    try {
      attach(newWire, peerReceived, nowNs);
    } catch (MalformedException e) {
      end = e;
    }
    return true;
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
   * @return whether anything has been taken or sent but empty frames, which come all the time
   */
  public boolean poll(long nowNs) {
    Wire current = wire;
    if (current == null) {
      return false;
    }
    try {
      boolean isAnythingDone = !isReceiving && receive(current, nowNs);
      isAnythingDone |= send(current, nowNs);
      if (nowNs - heardNs > SILENCE_NS) {
        throw new IOException("nothing has been heard for " + SILENCE_NS / 1_000_000 + " ms");
      }
      return isAnythingDone;
    } catch (IOException e) {
      return endBy(e);
    }
  }

  private boolean endBy(IOException why) {
    end = why;
    broken++;
    detach();
    return true;
  }

  /**
   * Sends what there is room for.
   *
   * @return whether anything has been sent
   */
  public boolean push(long nowNs) {
    Wire current = wire;
    try {
      return current != null && send(current, nowNs);
    } catch (IOException e) {
      return endBy(e);
    }
  }

  /** Who takes a frame may come here again: then the frames behind it wait. */
  private boolean receive(Wire from, long nowNs) throws IOException {
    int before = in.position();
    int read = from.read(in);
    if (read < 0) {
      throw new IOException("the other side has closed the connection");
    }
    if (in.position() == 0) {
      return false;
    }
    if (in.position() > before) {
      heardNs = nowNs;
    }
    isReceiving = true;
    isAnythingTaken = false;
    in.flip();
    try {
      while (in.remaining() >= HEADER_BYTES && takeFrame()) {}
    } finally {
      in.compact();
      isReceiving = false;
    }
    return isAnythingTaken || (read > 0 && in.position() > 0);
  }

  /** Takes a frame if it is whole. */
  private boolean takeFrame() throws MalformedException {
    int at = in.position();
    int magic = in.getInt(at);
    int length = in.getInt(at + LENGTH);
    long position = in.getLong(at + POSITION);
    long told = in.getLong(at + ACKNOWLEDGED);
    long due = receiver.received();
    boolean isEarly = position > due && receiver.mayComeEarly();
    boolean isDue = position == due || length == 0 || isEarly;
    if (magic != MAGIC || length < 0 || length > MAX_FRAME_BYTES || !isDue) {
      throw new MalformedException(
          "a frame of %d bytes at %d with magic number %x, where %d is due"
              .formatted(length, position, magic, due));
    }
    if (told < acknowledged || told > sent) {
      throw new MalformedException(
          "%d bytes acknowledged, between %d and %d possible".formatted(told, acknowledged, sent));
    }
    if (in.remaining() < HEADER_BYTES + length || (isEarly && length > 0)) {
      return false;
    }
    acknowledge(told);
    receiver.noted(in.getLong(at + NOTE));
    int limit = in.limit();
    in.position(at + HEADER_BYTES).limit(at + HEADER_BYTES + length);
    if (length > 0) {
      isAnythingTaken = true;
      receiver.take(in);
    }
    in.limit(limit).position(at + HEADER_BYTES + length);
    return true;
  }

  private void acknowledge(long position) {
    if (position > acknowledged) {
      acknowledged = position;
      outbox.acknowledged(position);
      noteRoundTrip();
    }
  }

  private void noteRoundTrip() {
    if (probedNs != 0 && acknowledged >= probedTo) {
      long tookNs = Math.max(1, heardNs - probedNs);
      roundTripNs = roundTripNs == 0 ? tookNs : Math.min(roundTripNs, tookNs);
      probedNs = 0;
    }
  }

  private boolean send(Wire to, long nowNs) throws IOException {
    boolean isAnythingSent = false;
    while (out.hasRemaining() || fill(nowNs)) {
      isAnythingSent |= to.write(out) > 0 && out.limit() > HEADER_BYTES;
      if (out.hasRemaining()) {
        break;
      }
    }
    return isAnythingSent;
  }

  /** Makes the next frame; false if there is none to send. */
  private boolean fill(long nowNs) {
    long received = receiver.received();
    long note = receiver.note();
    boolean isEmptyDue =
        received - receivedTold >= acknowledgedAfter
            || note - noteTold >= acknowledgedAfter
            || nowNs - sentNs > BEAT_NS;
    if (sent == outbox.end() && !isEmptyDue) {
      return false;
    }
    out.clear().position(HEADER_BYTES);
    outbox.copy(sent, out);
    int length = out.position() - HEADER_BYTES;
    out.flip();
    out.putInt(0, MAGIC)
        .putInt(LENGTH, length)
        .putLong(POSITION, sent)
        .putLong(ACKNOWLEDGED, received)
        .putLong(NOTE, note);
    sent += length;
    if (probedNs == 0 && length > 0) {
      probedTo = sent;
      probedNs = nowNs;
    }
    receivedTold = received;
    noteTold = note;
    sentNs = nowNs;
    return true;
  }
}
