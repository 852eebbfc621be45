package org.legio.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Bytes that nobody of the job has sent end the connection that brings them, and nothing else. All
 * come from one seed; the system property {@code legio.fuzz} says how many sequences there are.
 */
@Timeout(3600)
class FuzzTest {
  private static final int SEQUENCES = Integer.getInteger("legio.fuzz", 3000);
  private static final long SEED = Long.getLong("legio.it.seed", 1);
  private static final int CALLER = 3;
  private static final int CALLED = 1;
  private static final int HANDSHAKE_BYTES = 88;
  private static final int MAX_NOISE = 300;
  private static final int MAX_TURNS = 100;
  private static final int FRAMES = 100;

  private final Random random = new Random(SEED);
  private final JobSecret secret = JobSecret.random(false);

  /** A connection that brings some bytes, in pieces of any size, and swallows all it is given. */
  private static final class Bytes implements Wire {
    private final ByteBuffer bytes;
    private final Random random;
    private final ByteBuffer answer = ByteBuffer.allocate(1 << 10);
    private boolean isClosed;

    Bytes(byte[] bytes, Random random) {
      this.bytes = ByteBuffer.wrap(bytes);
      this.random = random;
    }

    @Override
    public int read(ByteBuffer into) {
      int piece = Math.min(into.remaining(), 1 + random.nextInt(1 << 7));
      int read = Math.min(piece, bytes.remaining());
      into.put(bytes.slice(bytes.position(), read));
      bytes.position(bytes.position() + read);
      return read;
    }

    @Override
    public int write(ByteBuffer from) {
      int written = from.remaining();
      answer.clear().put(from.slice(from.position(), Math.min(written, answer.capacity())));
      from.position(from.limit());
      return written;
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  /** An owner who must not be handed a connection. */
  private static final class Owner implements Port.Owner {
    @Override
    public boolean isExpected(int peer) {
      return peer == CALLER;
    }

    @Override
    public long receivedFrom(int peer) {
      return 7;
    }

    @Override
    public void connected(int peer, Wire wire, long peerReceived, long nowNs) {}
  }

  @Test
  void noStrangerIsLetIn() {
    byte[] recorded = recordedCall();
    for (int sequence = 0; sequence < SEQUENCES; sequence++) {
      byte[] bytes = stranger(recorded);
      Bytes wire = new Bytes(bytes, random);
      Handshake called = Handshake.answer(secret, CALLED, new Owner());
      boolean isDone = false;
      try {
        for (int turn = 0; turn < MAX_TURNS; turn++) {
          isDone |= called.advance(wire);
        }
      } catch (IOException e) {
        assertThat(e).isInstanceOf(MalformedException.class);
      }
      assertThat(isDone).as("let in, sequence %d of seed %d", sequence, SEED).isFalse();
      assertThat(wire.bytes.position())
          .as("read before the proof")
          .isLessThanOrEqualTo(HANDSHAKE_BYTES);
    }
  }

  /** What a caller who knows the secret has once sent; it proves nothing to another nonce. */
  private byte[] recordedCall() {
    ByteBuffer sent = ByteBuffer.allocate(HANDSHAKE_BYTES);
    Handshake caller = Handshake.call(secret, CALLER, CALLED, new Owner());
    Handshake called = Handshake.answer(secret, CALLED, new Owner());
    Bytes toCalled = new Bytes(new byte[0], random);
    try {
      caller.advance(toCalled);
      sent.put(toCalled.answer.flip());
      Bytes greeting = new Bytes(sent.array().clone(), random);
      assertThat(called.advance(greeting)).isFalse();
    } catch (IOException e) {
      throw new AssertionError("a call cannot be recorded", e);
    }
    return sent.array();
  }

  private byte[] stranger(byte[] recorded) {
    return switch (random.nextInt(4)) {
      case 0 -> noise();
      case 1 -> recorded.clone();
      case 2 -> changed(recorded);
      default -> joined(recorded, noise());
    };
  }

  private byte[] noise() {
    byte[] noise = new byte[random.nextInt(MAX_NOISE)];
    random.nextBytes(noise);
    return noise;
  }

  private byte[] joined(byte[] recorded, byte[] noise) {
    int begin = random.nextInt(recorded.length + 1);
    return ByteBuffer.allocate(begin + noise.length).put(recorded, 0, begin).put(noise).array();
  }

  /** Bytes of which some are changed, missing, or there twice. */
  private byte[] changed(byte[] bytes) {
    byte[] changed = bytes.clone();
    for (int changes = random.nextInt(3); changes >= 0; changes--) {
      int at = random.nextInt(changed.length);
      int length = random.nextInt(changed.length - at);
      int to = random.nextInt(changed.length - length);
      switch (random.nextInt(3)) {
        case 0 -> changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        case 1 -> changed[at] = (byte) random.nextInt();
        default -> System.arraycopy(changed, at, changed, to, length);
      }
    }
    return changed;
  }

  /** Also of one that is proven; if none of it was taken, the next connection brings all. */
  @Test
  void malformedFramesEndTheirConnectionOnly() throws Exception {
    int ended = 0;
    Renewed records = new Renewed();
    Link receiver = new Link(new ByteOutbox(1 << 10), records, 1 << 8);
    byte[][] frames = frames();
    for (int sequence = 0; sequence < SEQUENCES; sequence++) {
      byte[] frame = frames[random.nextInt(frames.length)];
      records.renew();
      Bytes malformed = new Bytes(random.nextInt(8) == 0 ? noise() : changed(frame), random);
      poll(receiver, malformed);
      assertThat(malformed.isClosed).as("closed").isEqualTo(!receiver.isConnected());
      ended += receiver.isConnected() ? 0 : 1;
      if (receiver.received() == 0) {
        poll(receiver, new Bytes(frame, random));
        assertThat(receiver.received())
            .as("sequence %d of seed %d", sequence, SEED)
            .isEqualTo(frame.length - Link.HEADER_BYTES);
      }
    }
    assertThat(ended).as("connections that have ended").isGreaterThan(SEQUENCES / 3);
  }

  /** Receives records from the begin of a stream again and again, for one link. */
  private static final class Renewed implements Link.Receiver {
    private Records records = made();

    private static Records made() {
      return new Records(1 << 8, ByteBuffer::getLong);
    }

    void renew() {
      records = made();
    }

    @Override
    public long received() {
      return records.received();
    }

    @Override
    public void take(ByteBuffer bytes) throws MalformedException {
      records.take(bytes);
    }
  }

  private byte[][] frames() throws IOException {
    byte[][] frames = new byte[FRAMES][];
    for (int number = 0; number < FRAMES; number++) {
      byte[] record = new byte[Long.BYTES + random.nextInt(1 << 7)];
      random.nextBytes(record);
      frames[number] = frame(record);
    }
    return frames;
  }

  /** What a link sends that has one record. */
  private static byte[] frame(byte[] record) throws IOException {
    ByteOutbox outbox = new ByteOutbox(1 << 10);
    outbox.add(
        ByteBuffer.allocate(Integer.BYTES + record.length)
            .putInt(record.length)
            .put(record)
            .flip());
    Link sender = new Link(outbox, new Stream(bytes -> {}), 1 << 8);
    Bytes sent = new Bytes(new byte[0], new Random(SEED));
    sender.attach(sent, 0, 0);
    assertThat(sender.push(0)).isTrue();
    byte[] frame = new byte[sent.answer.flip().remaining()];
    sent.answer.get(frame);
    return frame;
  }

  private static void poll(Link receiver, Bytes wire) throws IOException {
    receiver.attach(wire, 0, 0);
    for (int turn = 0; turn < MAX_TURNS && receiver.isConnected(); turn++) {
      receiver.poll(turn);
    }
  }
}
