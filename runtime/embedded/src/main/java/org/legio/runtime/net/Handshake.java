package org.legio.runtime.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The begin of a connection: both sides prove that they know the job's secret, and say how much of
 * the link's stream they have received.
 *
 * <ol>
 *   <li>Both send a greeting: magic number, own number, the number of the process that is meant,
 *       and a nonce.
 *   <li>The caller sends its proof: its position, and the HMAC of its role, the position and both
 *       greetings.
 *   <li>The called one checks it, and only then sends its own.
 * </ol>
 *
 * <p>All parts have fixed lengths, and no byte behind the handshake is read. A greeting or a proof
 * that is wrong ends the connection.
 */
final class Handshake {
  /** "LegioHo" and the version of all that is sent. */
  private static final long MAGIC_AND_VERSION = 0x4C6567696F486F01L;

  private static final int GREETING_BYTES = Long.BYTES + 2 * Integer.BYTES + JobSecret.KEY_BYTES;
  private static final int PROOF_BYTES = Long.BYTES + JobSecret.PROOF_BYTES;
  private static final byte[] CALLER = {1};
  private static final byte[] CALLED = {2};
  private static final int ANYBODY = -1;

  private enum State {
    GREETING,
    PROOF,
    DONE
  }

  private final JobSecret secret;
  private final boolean isCaller;
  private final int me;
  private final Port.Owner owner;
  private final byte[] ownGreeting = new byte[GREETING_BYTES];
  private final ByteBuffer in = ByteBuffer.allocate(Math.max(GREETING_BYTES, PROOF_BYTES));
  private final ByteBuffer out = ByteBuffer.allocate(GREETING_BYTES + PROOF_BYTES);
  private byte[] otherGreeting = {};
  private State state = State.GREETING;
  private int peer;
  private long peerReceived;

  private Handshake(JobSecret secret, boolean isCaller, int me, int peer, Port.Owner owner) {
    this.secret = secret;
    this.isCaller = isCaller;
    this.me = me;
    this.peer = peer;
    this.owner = owner;
    ByteBuffer.wrap(ownGreeting)
        .putLong(MAGIC_AND_VERSION)
        .putInt(me)
        .putInt(peer)
        .put(JobSecret.randomBytes());
    out.put(ownGreeting).flip();
    in.limit(GREETING_BYTES);
  }

  /** The side that has connected. */
  static Handshake call(JobSecret secret, int me, int peer, Port.Owner owner) {
    return new Handshake(secret, true, me, peer, owner);
  }

  /** The side that has been connected to. */
  static Handshake answer(JobSecret secret, int me, Port.Owner owner) {
    return new Handshake(secret, false, me, ANYBODY, owner);
  }

  /**
   * Reads and writes what can be; true if the other side is proven and knows that of this one.
   *
   * @throws IOException if the connection is to be closed
   */
  boolean advance(Wire wire) throws IOException {
    wire.write(out);
    while (state != State.DONE) {
      int read = wire.read(in);
      if (read < 0) {
        throw new IOException("closed before the proof");
      }
      if (in.hasRemaining()) {
        break;
      }
      take();
      wire.write(out);
    }
    return state == State.DONE && !out.hasRemaining();
  }

  private void take() throws MalformedException {
    in.flip();
    if (state == State.GREETING) {
      takeGreeting();
      state = State.PROOF;
      in.clear().limit(PROOF_BYTES);
    } else {
      takeProof();
      state = State.DONE;
    }
  }

  private void takeGreeting() throws MalformedException {
    otherGreeting = Arrays.copyOf(in.array(), GREETING_BYTES);
    long magic = in.getLong();
    int from = in.getInt();
    int to = in.getInt();
    boolean isMeant = isCaller ? from == peer : to == me && owner.isExpected(from);
    if (magic != MAGIC_AND_VERSION || !isMeant) {
      throw new MalformedException(
          "a greeting from %d to %d with magic number %x".formatted(from, to, magic));
    }
    peer = from;
    if (isCaller) {
      prove(CALLER);
    }
  }

  private void takeProof() throws MalformedException {
    byte[] position = new byte[Long.BYTES];
    byte[] proof = new byte[JobSecret.PROOF_BYTES];
    in.get(position).get(proof);
    byte[] role = isCaller ? CALLED : CALLER;
    if (!secret.isProven(proof, role, position, otherGreeting, ownGreeting)) {
      throw new MalformedException("process " + peer + " does not know the job's secret");
    }
    peerReceived = ByteBuffer.wrap(position).getLong();
    if (!isCaller) {
      prove(CALLED);
    }
  }

  private void prove(byte[] role) {
    byte[] position = ByteBuffer.allocate(Long.BYTES).putLong(owner.receivedFrom(peer)).array();
    out.compact()
        .put(position)
        .put(secret.proof(role, position, ownGreeting, otherGreeting))
        .flip();
  }

  /** The process on the other side. */
  int peer() {
    return peer;
  }

  /** How much of this side's stream the other side has received. */
  long peerReceived() {
    return peerReceived;
  }
}
