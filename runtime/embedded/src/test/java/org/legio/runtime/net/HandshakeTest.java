package org.legio.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who knows the secret is let in, with the position of the other side; nobody else is. */
@Timeout(60)
class HandshakeTest {
  private static final int MAX_TURNS = 10_000;
  private static final int CALLER = 3;
  private static final int CALLED = 1;

  /** An owner with links to all, which have received 1,000 bytes of the caller, and 7 of others. */
  private static final Port.Owner OWNER =
      new Port.Owner() {
        @Override
        public boolean isExpected(int peer) {
          return peer > CALLED;
        }

        @Override
        public long receivedFrom(int peer) {
          return peer == CALLER ? 1000 : 7;
        }

        @Override
        public void connected(int peer, Wire wire, long peerReceived, long nowNs) {}
      };

  private final JobSecret secret = JobSecret.random(false);

  private static void run(SimulatedNetwork network, Handshake caller, Handshake called)
      throws IOException {
    boolean isCallerDone = false;
    boolean isCalledDone = false;
    for (int turn = 0; turn < MAX_TURNS && !(isCallerDone && isCalledDone); turn++) {
      isCallerDone = isCallerDone || caller.advance(network.first());
      isCalledDone = isCalledDone || called.advance(network.second());
    }
    assertThat(isCallerDone && isCalledDone).as("done").isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void bothLearnWhoTheOtherIsAndWhatItHas(long seed) throws Exception {
    Handshake caller = Handshake.call(secret, CALLER, CALLED, OWNER);
    Handshake called = Handshake.answer(JobSecret.of(secret.bytes()), CALLED, OWNER);
    run(new SimulatedNetwork(new Random(seed)), caller, called);
    assertThat(called.peer()).isEqualTo(CALLER);
    assertThat(called.peerReceived()).isEqualTo(7);
    assertThat(caller.peerReceived()).isEqualTo(1000);
  }

  @Test
  void anotherSecretIsRefused() {
    Handshake caller = Handshake.call(JobSecret.random(false), CALLER, CALLED, OWNER);
    Handshake called = Handshake.answer(secret, CALLED, OWNER);
    assertThatThrownBy(() -> run(new SimulatedNetwork(new Random(1)), caller, called))
        .isInstanceOf(MalformedException.class)
        .hasMessage("process 3 does not know the job's secret");
  }

  @Test
  void whoMeansAnotherProcessIsRefused() {
    Handshake caller = Handshake.call(secret, CALLER, 0, OWNER);
    Handshake called = Handshake.answer(secret, CALLED, OWNER);
    assertThatThrownBy(() -> run(new SimulatedNetwork(new Random(1)), caller, called))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("a greeting from");
  }

  /** The proof contains the role, so what the called side proves is no proof of a caller. */
  @Test
  void aProofThatIsSentBackProvesNothing() {
    SimulatedNetwork network = new SimulatedNetwork(new Random(1));
    Handshake called = Handshake.answer(secret, CALLED, OWNER);
    Wire mirror = network.first();
    assertThatThrownBy(
            () -> {
              ByteBuffer bytes = ByteBuffer.allocate(1000);
              for (int turn = 0; turn < MAX_TURNS; turn++) {
                called.advance(network.second());
                mirror.read(bytes);
                bytes.flip();
                mirror.write(bytes);
                bytes.compact();
              }
            })
        .isInstanceOf(MalformedException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void oneChangedBitIsRefused(long seed) {
    Random random = new Random(seed);
    SimulatedNetwork network = new SimulatedNetwork(random);
    Handshake caller = Handshake.call(secret, CALLER, CALLED, OWNER);
    Handshake called = Handshake.answer(secret, CALLED, OWNER);
    assertThatThrownBy(
            () -> {
              boolean isCorrupted = false;
              for (int turn = 0; turn < MAX_TURNS; turn++) {
                caller.advance(network.first());
                isCorrupted = isCorrupted || (random.nextInt(3) == 0 && network.corrupt());
                called.advance(network.second());
              }
            })
        .as("seed %d", seed)
        .isInstanceOf(MalformedException.class);
  }
}
