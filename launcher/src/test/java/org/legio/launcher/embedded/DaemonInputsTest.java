package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class DaemonInputsTest {
  private static final int PROCESS = 3;
  private static final byte[] BLOCK = {1, 2, 3};

  private final Semaphore acknowledged = new Semaphore(0);
  private final DaemonInputs inputs = new DaemonInputs(acknowledged::release, true, true);

  /** A process that reads until it is lost. */
  private static final class OfProcess extends OutputStream {
    final ByteArrayOutputStream read = new ByteArrayOutputStream();
    final CountDownLatch isClosed = new CountDownLatch(1);
    private volatile boolean isLost;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (isLost) {
        throw new IOException("broken pipe");
      }
      read.write(bytes, from, count);
    }

    @Override
    public void close() {
      isClosed.countDown();
    }
  }

  @Test
  void acknowledgesEachBlockOnceThoughAProcessIsRestarted() throws Exception {
    OfProcess first = new OfProcess();
    inputs.add(PROCESS, first);
    inputs.pass(BLOCK);
    acknowledged.acquire();
    first.isLost = true;
    OfProcess second = new OfProcess();
    inputs.add(PROCESS, second);
    inputs.pass(BLOCK);
    inputs.pass(BLOCK);
    inputs.end();
    first.isClosed.await();
    second.isClosed.await();
    assertThat(second.read.size()).isEqualTo(3 * BLOCK.length);
    assertThat(acknowledged.availablePermits()).isEqualTo(2);
  }

  @Test
  void acknowledgesEachBlockOnceThoughAReplicaIsLost() throws Exception {
    OfProcess lost = new OfProcess();
    lost.isLost = true;
    OfProcess other = new OfProcess();
    inputs.add(PROCESS, lost);
    inputs.add(PROCESS + 1, other);
    inputs.pass(BLOCK);
    inputs.pass(BLOCK);
    inputs.end();
    lost.isClosed.await();
    other.isClosed.await();
    assertThat(acknowledged.availablePermits()).isEqualTo(2);
  }

  @Test
  void acknowledgesWhatNobodyIsLeftToRead() throws Exception {
    OfProcess lost = new OfProcess();
    lost.isLost = true;
    inputs.add(PROCESS, lost);
    inputs.pass(BLOCK);
    acknowledged.acquire();
    inputs.pass(BLOCK);
    acknowledged.acquire();
  }
}
