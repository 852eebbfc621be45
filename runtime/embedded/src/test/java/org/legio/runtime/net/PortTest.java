package org.legio.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two processes' links over real connections, with strangers at the port. */
@Timeout(60)
class PortTest {
  private static final long SEED = 42;
  private static final int STRANGERS = 300;
  private static final long DEADLINE_NS = 30_000_000_000L;

  private final InetAddress loopback = InetAddress.getLoopbackAddress();
  private final JobSecret secret = JobSecret.random(isEncrypted());
  private final ByteBuffer received = ByteBuffer.allocate(1 << 16);
  private final ByteOutbox outbox = new ByteOutbox(1 << 16);
  private IdleSelector idle;
  private Links first;
  private Links second;
  private Link toSecond;
  private Link toFirst;

  /** Whether the job encrypts. */
  boolean isEncrypted() {
    return false;
  }

  @BeforeEach
  void open() throws IOException {
    toSecond = new Link(new ByteOutbox(1 << 10), new Stream(received::put), 1 << 10);
    toFirst = new Link(outbox, new Stream(bytes -> {}), 1 << 10);
    idle = new IdleSelector(Thread.currentThread());
    first = new Links(secret, 0, new Link[] {null, toSecond}, loopback, idle);
    second = new Links(secret, 1, new Link[] {toFirst, null}, loopback, idle);
    List<InetSocketAddress> addresses =
        List.of(
            new InetSocketAddress(loopback, first.port()),
            new InetSocketAddress(loopback, second.port()));
    first.connect(addresses, System.nanoTime());
    second.connect(addresses, System.nanoTime());
  }

  @AfterEach
  void close() throws IOException {
    first.close();
    second.close();
    idle.close();
  }

  private void pollUntil(String what, BooleanSupplier condition) throws IOException {
    long deadlineNs = System.nanoTime() + DEADLINE_NS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what + ", seed " + SEED).isLessThan(deadlineNs);
      first.poll(System.nanoTime());
      second.poll(System.nanoTime());
    }
  }

  private void sendNumber(int number) throws IOException {
    outbox.add(ByteBuffer.allocate(Integer.BYTES).putInt(number).flip());
    int wanted = received.position() + Integer.BYTES;
    pollUntil("number " + number, () -> received.position() == wanted);
    assertThat(received.getInt(wanted - Integer.BYTES)).isEqualTo(number);
  }

  @Test
  void aConnectionThatIsCutIsReplaced() throws Exception {
    for (int number = 0; number < 20; number++) {
      sendNumber(number);
      if (number % 2 == 0) {
        toFirst.detach();
      } else {
        toSecond.detach();
      }
    }
  }

  /** Strangers send nothing, random bytes, or too many of them, and the link works on. */
  @Test
  void strangersDisturbNobody() throws Exception {
    sendNumber(0);
    Random random = new Random(SEED);
    List<Socket> strangers = new ArrayList<>();
    try {
      for (int number = 1; number <= STRANGERS; number++) {
        Socket stranger = new Socket(loopback, first.port());
        strangers.add(stranger);
        byte[] noise = new byte[random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(5_000)];
        random.nextBytes(noise);
        write(stranger, noise);
        if (random.nextBoolean()) {
          stranger.close();
        }
        sendNumber(number);
        assertThat(toSecond.isConnected()).as("link, seed %d", SEED).isTrue();
      }
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  @Test
  void oneTooManyTakesThePlaceOfTheOldest() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int number = 0; number <= Port.MAX_UNPROVEN; number++) {
        silent.add(new Socket(loopback, first.port()));
        pollTimes(10);
      }
      assertThat(isClosed(silent.get(0))).as("the oldest").isTrue();
      assertThat(isClosed(silent.get(1))).as("the next").isFalse();
      sendNumber(1);
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  @Test
  void whoDoesNotProveInTimeIsClosed() throws Exception {
    try (Socket silent = new Socket(loopback, first.port())) {
      pollTimes(10);
      assertThat(isClosed(silent)).as("at first").isFalse();
      first.poll(System.nanoTime() + Port.PROOF_NS + 1);
      assertThat(isClosed(silent)).as("later").isTrue();
    }
    sendNumber(1);
  }

  private void pollTimes(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      first.poll(System.nanoTime());
    }
  }

  /** Whether the other side has closed a connection; it may have greeted before. */
  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout(200);
    try {
      int next = 0;
      while (next >= 0) {
        next = socket.getInputStream().read();
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private static void write(Socket stranger, byte[] noise) {
    try {
      stranger.getOutputStream().write(noise);
    } catch (IOException e) {
      assertThat(e).as("refused already").hasMessageMatching(".*(reset|Broken pipe).*");
    }
  }

  @Test
  void whoDoesNotKnowTheSecretIsNotLetIn() throws Exception {
    Link link = new Link(new ByteOutbox(1 << 10), new Stream(bytes -> {}), 1 << 10);
    try (Links stranger =
        new Links(JobSecret.random(isEncrypted()), 1, new Link[] {link, null}, loopback, idle)) {
      InetSocketAddress address = new InetSocketAddress(loopback, first.port());
      stranger.connect(List.of(address, address), System.nanoTime());
      long untilNs = System.nanoTime() + 500_000_000;
      while (System.nanoTime() < untilNs) {
        stranger.poll(System.nanoTime());
        first.poll(System.nanoTime());
        assertThat(link.isConnected() || toSecond.isConnected()).isFalse();
      }
      assertThat(stranger.isBroken(0, System.nanoTime(), 100_000_000)).isTrue();
    }
    sendNumber(1);
  }
}
