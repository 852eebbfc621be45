package org.legio.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What ends a sleep: the test's deadline is far shorter than a sleep that nothing ends. */
@Timeout(60)
class IdleSelectorTest {
  private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);
  private static final long UNDISTURBED_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private IdleSelector idle;
  private ServerSocketChannel port;

  @BeforeEach
  void open() throws IOException {
    idle = new IdleSelector(Thread.currentThread());
    port = ServerSocketChannel.open();
    port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    port.configureBlocking(false);
    idle.watch(port);
  }

  @AfterEach
  void close() throws IOException {
    port.close();
    idle.close();
  }

  private Socket connected() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port.socket().getLocalPort());
  }

  @Test
  void aConnectionEndsIt() throws IOException {
    try (Socket caller = connected()) {
      idle.sleep(LONG_NS);
      assertThat(caller.isConnected()).isTrue();
    }
  }

  @Test
  void whatAConnectionBringsEndsIt() throws IOException {
    try (Socket caller = connected();
        SocketChannel accepted = accepted()) {
      accepted.configureBlocking(false);
      idle.watch(accepted);
      caller.getOutputStream().write(1);
      idle.sleep(LONG_NS);
    }
  }

  private SocketChannel accepted() throws IOException {
    SocketChannel accepted = port.accept();
    while (accepted == null) {
      Thread.onSpinWait();
      accepted = port.accept();
    }
    return accepted;
  }

  @Test
  void connectionsEndOneAndNotAnotherAtOnce() throws IOException {
    try (Socket caller = connected()) {
      idle.sleep(LONG_NS);
      long disturbedNs = System.nanoTime();
      idle.sleep(LONG_NS);
      assertThat(System.nanoTime() - disturbedNs)
          .as("ns after the first one, with %s not accepted", caller)
          .isGreaterThan(UNDISTURBED_NS / 2);
    }
  }

  @Test
  void anotherThreadEndsIt() throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    Thread waker =
        new Thread(
            () -> {
              while (!isOver.get()) {
                idle.wake();
              }
            });
    waker.start();
    idle.sleep(LONG_NS);
    isOver.set(true);
    waker.join();
  }

  @Test
  void aCallBeforeItEndsIt() {
    idle.wake();
    idle.sleep(LONG_NS);
  }

  @Test
  void itsTimeEndsIt() {
    idle.sleep(2 * UNDISTURBED_NS);
  }
}
