package org.legio.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links over connections that are slow, are cut, and bring bytes that nobody has sent. */
@Timeout(60)
class LinkTest {
  private static final int CAPACITY = 1 << 12;
  private static final int BYTES = 60_000;
  private static final int TURN_NS = 1_000_000;

  /** One side: it sends the bytes of a sequence, and checks those of the other one. */
  private static final class Side {
    final ByteOutbox outbox = new ByteOutbox(CAPACITY);
    final Link link = new Link(outbox, new Stream(this::take), CAPACITY / 4);
    private final Random sent;
    private final Random expected;
    long taken;

    Side(long ownSeed, long otherSeed) {
      sent = new Random(ownSeed);
      expected = new Random(otherSeed);
    }

    void send(int bytes) {
      byte[] record = new byte[bytes];
      for (int i = 0; i < bytes; i++) {
        record[i] = (byte) sent.nextInt();
      }
      outbox.add(ByteBuffer.wrap(record));
    }

    private void take(ByteBuffer bytes) {
      while (bytes.hasRemaining()) {
        if (bytes.get() != (byte) expected.nextInt()) {
          throw new AssertionError("byte " + taken + " is another one");
        }
        taken++;
      }
    }
  }

  private final Side a = new Side(1, 2);
  private final Side b = new Side(2, 1);
  private long nowNs = 1;

  private SimulatedNetwork connect(Random random) throws MalformedException {
    SimulatedNetwork network = new SimulatedNetwork(random);
    a.link.detach();
    b.link.detach();
    a.link.attach(network.first(), b.link.received(), nowNs);
    b.link.attach(network.second(), a.link.received(), nowNs);
    return network;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void nothingIsLostOrRepeatedWhenConnectionsAreCut(long seed) throws Exception {
    Random random = new Random(seed);
    SimulatedNetwork network = connect(random);
    int cuts = 0;
    while (a.taken < BYTES || b.taken < BYTES) {
      for (Side side : new Side[] {a, b}) {
        int bytes = random.nextInt(300);
        if (side.outbox.hasRoom(bytes) && side.outbox.end() + bytes <= BYTES + 300) {
          side.send(bytes);
        }
        side.link.poll(nowNs);
      }
      nowNs += TURN_NS;
      if (random.nextInt(40) == 0) {
        network.cut();
        cuts++;
      }
      if (!a.link.isConnected() || !b.link.isConnected()) {
        network = connect(random);
      }
    }
    assertThat(cuts).as("cuts, seed %d", seed).isGreaterThan(5);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aWrongHeaderEndsTheConnectionAndNothingElse(long seed) throws Exception {
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      SimulatedNetwork network = connect(random);
      assertThat(a.outbox.hasRoom(100)).as("room, seed %d", seed).isTrue();
      a.send(100);
      while (b.link.isConnected() && b.link.received() < a.outbox.end()) {
        a.link.poll(nowNs);
        if (random.nextInt(4) == 0) {
          corruptHeader(network);
        }
        b.link.poll(nowNs);
        nowNs += TURN_NS;
      }
      network = connect(random);
      while (b.link.received() < a.outbox.end() || !a.outbox.hasRoom(CAPACITY)) {
        a.link.poll(nowNs);
        b.link.poll(nowNs);
        nowNs += TURN_NS;
      }
    }
    assertThat(b.taken).isEqualTo(20_000);
    assertThat(b.link.end()).as("a refused frame").isNotNull();
  }

  /** Only before a frame, so that no data is changed: TCP's checksums are for that. */
  private void corruptHeader(SimulatedNetwork network) {
    if (b.link.isBetweenFrames()) {
      network.corrupt();
    }
  }

  @Test
  void aSilentConnectionIsGivenUp() throws Exception {
    connect(new Random(1));
    nowNs += Link.SILENCE_NS + 1;
    a.link.poll(nowNs);
    assertThat(a.link.isConnected()).isFalse();
    assertThat(a.link.end()).hasMessageContaining("nothing has been heard");
  }

  @Test
  void anIdleConnectionLives() throws Exception {
    connect(new Random(1));
    for (int turn = 0; turn < 20_000; turn++) {
      nowNs += TURN_NS;
      a.link.poll(nowNs);
      b.link.poll(nowNs);
    }
    assertThat(a.link.isConnected() && b.link.isConnected()).isTrue();
  }

  @Test
  void aPositionThatCannotBeIsRefused() {
    SimulatedNetwork network = new SimulatedNetwork(new Random(1));
    assertThatThrownBy(() -> a.link.attach(network.first(), 1, nowNs))
        .isInstanceOf(MalformedException.class)
        .hasMessage("1 bytes received, between 0 and 0 possible");
    assertThat(a.link.isConnected()).isFalse();
  }

  @Test
  void anOutboxRefusesWhatHasNoRoom() {
    a.send(CAPACITY);
    assertThatThrownBy(() -> a.send(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("have no room for 1 more");
  }
}
