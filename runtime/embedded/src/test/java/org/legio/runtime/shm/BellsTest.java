package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.Payload;

/** Readers find all that is written for them, whether or not writers ring. */
@Timeout(60)
class BellsTest {
  private static final int MESSAGES = 100_000;
  private static final int READER = 1;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  /** Takes messages of all processes, whose tags count up. */
  static final class Counting implements ProgressEngine.Receiver {
    final int[] received;
    int left;

    Counting(int processes, int left) {
      this.received = new int[processes];
      this.left = left;
    }

    @Override
    public void take(Message message) {
      assertThat(message.tag()).isEqualTo(received[message.source()]++);
      left--;
    }

    @Override
    public void failed(int rank) {
      throw new AssertionError("rank " + rank + " has failed");
    }

    @Override
    public Error diverged(String what, Divergence why) {
      return new AssertionError(what, why);
    }
  }

  static JobMemory jobOf(int processes) {
    JobShape shape = new JobShape(ReplicaGroups.single(processes), 0, HostMap.single(processes));
    ByteBuffer memory = ByteBuffer.allocateDirect(shape.bytes()).order(ByteOrder.nativeOrder());
    return new JobMemory(shape, new PlainHost(memory));
  }

  private static void write(JobMemory job, int from) {
    PipeEngine engine = new PipeEngine(job, from, new Counting(job.shape().processes(), 0));
    for (int tag = 0; tag < MESSAGES; tag++) {
      engine.send(
          READER,
          new Message(Message.Kind.EAGER, from)
              .matchedBy(7, from, tag)
              .carrying(0, 0)
              .with(Payload.of(new byte[0]), 0));
      while (!engine.flushAll() && !Thread.currentThread().isInterrupted()) {
        engine.poll();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 64, 200})
  void everyMessageIsFound(int processes) throws Exception {
    JobMemory job = jobOf(processes);
    int[] writers = {0, 5, processes - 1};
    List<Future<?>> written = new ArrayList<>();
    for (int writer : writers) {
      written.add(threads.submit(() -> write(job, writer)));
    }
    Counting counting = new Counting(processes, writers.length * MESSAGES);
    PipeEngine reader = new PipeEngine(job, READER, counting);
    while (counting.left > 0 && !Thread.currentThread().isInterrupted()) {
      reader.poll();
    }
    for (Future<?> writer : written) {
      writer.get(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
    }
    for (int writer : writers) {
      assertThat(counting.received[writer]).as("of %d", writer).isEqualTo(MESSAGES);
    }
  }
}
