package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ReplicaInputTest {
  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new Random(count).nextBytes(bytes);
    return bytes;
  }

  /** A process that reads when it may. */
  private static final class OfProcess extends OutputStream {
    final ByteArrayOutputStream read = new ByteArrayOutputStream();
    final CountDownLatch mayRead;
    final CountDownLatch isClosed = new CountDownLatch(1);

    OfProcess(CountDownLatch mayRead) {
      this.mayRead = mayRead;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        mayRead.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      read.write(bytes, from, count);
    }

    @Override
    public void close() {
      isClosed.countDown();
    }

    byte[] all() throws InterruptedException {
      isClosed.await();
      return read.toByteArray();
    }
  }

  private static OfProcess reading() {
    return new OfProcess(new CountDownLatch(0));
  }

  @Test
  void aReaderThatDoesNotReadHoldsUpNobody() throws Exception {
    byte[] input = bytes(4 << 20);
    OfProcess stopped = new OfProcess(new CountDownLatch(1));
    OfProcess other = reading();
    new ReplicaInput(new ByteArrayInputStream(input), List.of(stopped, other), false).run();
    assertThat(other.all()).isEqualTo(input);
    stopped.mayRead.countDown();
    assertThat(stopped.all()).isEqualTo(input);
  }

  @Test
  void whoComesLaterGetsAllThatIsKept() throws Exception {
    byte[] input = bytes(100_000);
    OfProcess first = reading();
    ReplicaInput passed = new ReplicaInput(new ByteArrayInputStream(input), List.of(first), true);
    passed.run();
    OfProcess later = reading();
    passed.add(later);
    assertThat(first.all()).isEqualTo(input);
    assertThat(later.all()).isEqualTo(input);
  }

  @Test
  void thereIsALimit() {
    ReplicaInput passed =
        new ReplicaInput(new ByteArrayInputStream(bytes(9 << 20)), List.of(reading()), true);
    passed.run();
    assertThatThrownBy(() -> passed.add(reading()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("8388608 bytes");
  }

  @Test
  void whoHasEndedIsLeftOut() throws Exception {
    byte[] input = bytes(3 << 20);
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    OfProcess other = reading();
    new ReplicaInput(new ByteArrayInputStream(input), List.of(broken, other), true).run();
    assertThat(other.all()).isEqualTo(input);
  }
}
