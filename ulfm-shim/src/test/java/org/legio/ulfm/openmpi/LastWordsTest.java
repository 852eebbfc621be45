package org.legio.ulfm.openmpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.ulfm.messages.LastWords;

class LastWordsTest {
  private static final long SHORT_NS = 2_000_000_000;

  private final PrintStream usualOut = System.out;
  private final PrintStream usualErr = System.err;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final LastWords lastWords = new LastWords();

  @AfterEach
  void restore() {
    System.setOut(usualOut);
    System.setErr(usualErr);
  }

  @Test
  void whatWaitsIsWrittenBeforeTheMessage() {
    System.setOut(buffered(out));
    System.setErr(buffered(err));
    System.out.print("half a line");
    System.err.print("half an error; ");
    lastWords.say("the end");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("half a line");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("half an error; the end" + System.lineSeparator());
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aHeldStreamHoldsUpNeitherTheEndNorTheOtherStream() throws InterruptedException {
    PrintStream held = new PrintStream(out) {}; // a subclass locks itself, not a private lock
    System.setOut(held);
    System.setErr(buffered(err));
    CountDownLatch isHeld = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder = new Thread(() -> hold(held, isHeld, release));
    holder.start();
    isHeld.await();
    long begin = System.nanoTime();
    lastWords.say("the end");
    assertThat(System.nanoTime() - begin).isLessThan(SHORT_NS);
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("the end");
    release.countDown();
    holder.join();
  }

  private static void hold(PrintStream stream, CountDownLatch isHeld, CountDownLatch release) {
    synchronized (stream) {
      isHeld.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static PrintStream buffered(ByteArrayOutputStream sink) {
    return new PrintStream(new BufferedOutputStream(sink), false, StandardCharsets.UTF_8);
  }
}
