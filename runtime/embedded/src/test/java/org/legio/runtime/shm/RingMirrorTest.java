package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.runtime.net.JobSecret;

/** Frames go from the ring of one host into that of another, and are read there. */
@Timeout(60)
class RingMirrorTest {
  private static final int MESSAGES = 2_000;
  private static final int MAX_LENGTH = 40_000;
  private static final HostMap HOSTS = new HostMap(List.of("a", "b"), new int[] {0, 1}, 0);

  private final List<byte[]> received = new ArrayList<>();
  private JobMemory here;
  private JobMemory there;
  private RingTap tap;
  private RingMirror mirror;
  private PipeWriter writer;
  private PipeReader reader;
  private ByteBuffer record;

  private final ProgressEngine.Receiver receiver =
      new ProgressEngine.Receiver() {
        @Override
        public void take(Message message) {
          received.add(message.payload().toBytes());
        }

        @Override
        public void failed(int rank) {
          throw new AssertionError("rank " + rank + " has failed");
        }

        @Override
        public Error diverged(String what, Divergence why) {
          throw new AssertionError(what);
        }
      };

  @BeforeEach
  void make() throws IOException {
    JobSecret secret = JobSecret.random(false);
    here = JobMemory.makeOn(HOSTS, secret);
    there = JobMemory.makeOn(HOSTS.seenFrom(1), secret);
    tap = new RingTap(here, 0, 1, 0);
    mirror = new RingMirror(there, 0, 1, 0);
    writer = new PipeWriter(here, 0, 1, 0);
    reader = new PipeReader(there, 0, 1, 0);
    record = ByteBuffer.allocate(RingTap.maxFrameBytes(here)).order(ByteOrder.nativeOrder());
  }

  @AfterEach
  void close() throws IOException {
    here.close();
    there.close();
  }

  private static Message message(byte[] data) {
    return new Message(Message.Kind.EAGER, 0)
        .matchedBy(7, 0, 3)
        .carrying(data.length, 0)
        .with(Payload.of(data), 0);
  }

  /** Brings the next frames over; false if there are none. */
  private boolean bring() {
    long place = tap.place();
    int length = tap.copy(record.clear());
    if (length == 0) {
      return false;
    }
    mirror.write(place, length, record.flip());
    tap.moveOn(length);
    return true;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatIsWrittenHereIsReadThere(long seed) {
    Random random = new Random(seed);
    List<byte[]> sent = new ArrayList<>();
    while (received.size() < MESSAGES) {
      switch (random.nextInt(4)) {
        case 0 -> {
          if (sent.size() < MESSAGES && writer.isEmpty()) {
            byte[] data = new byte[random.nextInt(random.nextBoolean() ? 100 : MAX_LENGTH)];
            random.nextBytes(data);
            sent.add(data);
            writer.put(message(data));
          }
          writer.flush();
        }
        case 1 -> bring();
        case 2 -> reader.read(receiver);
        default -> tap.acknowledge(mirror.head(), mirror.taken());
      }
    }
    assertThat(received).as("seed %d", seed).hasSize(MESSAGES);
    for (int i = 0; i < MESSAGES; i++) {
      assertThat(received.get(i)).as("message %d, seed %d", i, seed).isEqualTo(sent.get(i));
    }
  }

  /** Its host's memory outlives it, and the reader there need not have read anything. */
  @Test
  void allThatADeadWriterHasLeftHasRoom() {
    int sent = 0;
    while (writer.isEmpty()) {
      writer.put(message(new byte[10_000]));
      sent++;
    }
    while (bring()) {}
    reader.read(receiver);
    assertThat(received).hasSize(sent - 1);
  }

  @Test
  void framesThatAreNotDueAreRefused() {
    writer.put(message(new byte[10]));
    int length = tap.copy(record.clear());
    ByteBuffer frames = record.flip();
    assertThatThrownBy(() -> mirror.write(Frame.LINE, length, frames.duplicate()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("where the next place is 0");
    assertThatThrownBy(() -> mirror.write(0, 8, frames.duplicate()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> mirror.write(0, 1 << 20, frames.duplicate()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(reader.read(receiver)).isFalse();
  }

  @Test
  void aPlaceThatTheReaderHasNotReachedIsRefused() {
    assertThatThrownBy(() -> mirror.skipTo(Frame.LINE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("64 is next, where 0 was and the head is 0");
  }
}
