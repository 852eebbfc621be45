package org.legio.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.LongStream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two ends of an encrypted connection that passes bytes on in pieces of any size. */
@Timeout(60)
class TlsWireTest {
  private static final int BYTES = 100_000;
  private static final int TURNS = 1_000_000;

  /** What is readable in the data, and must not be in what is sent. */
  private static final String WORDS = "a secret of the program";

  private final JobSecret secret = JobSecret.random(true);

  /** One direction of a connection. */
  private static final class Cable {
    private final Random random;
    private final ByteBuffer under = ByteBuffer.allocate(1 << 15).flip();
    private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
    private int changedAt = Integer.MAX_VALUE;

    Cable(Random random) {
      this.random = random;
    }

    int put(ByteBuffer from) {
      under.compact();
      int length = random.nextInt(1 + Math.min(from.remaining(), under.remaining()));
      for (int i = 0; i < length; i++) {
        byte next = from.get();
        under.put(passed.size() == changedAt ? (byte) (next ^ 1) : next);
        passed.write(next);
      }
      under.flip();
      return length;
    }

    int take(ByteBuffer into) {
      int length = random.nextInt(1 + Math.min(into.remaining(), under.remaining()));
      for (int i = 0; i < length; i++) {
        into.put(under.get());
      }
      return length;
    }
  }

  /** One end of it. */
  private record End(Cable from, Cable to) implements Wire {
    @Override
    public int read(ByteBuffer into) {
      return from.take(into);
    }

    @Override
    public int write(ByteBuffer bytes) {
      return to.put(bytes);
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  private static ByteBuffer data(Random random) {
    byte[] data = new byte[BYTES];
    random.nextBytes(data);
    byte[] words = WORDS.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(words, 0, data, BYTES / 2, words.length);
    return ByteBuffer.wrap(data);
  }

  /** Sends data both ways at once until all has come. */
  private static void exchange(Wire one, Wire other, Random random) throws IOException {
    ByteBuffer there = data(random);
    ByteBuffer back = data(random);
    ByteBuffer cameThere = ByteBuffer.allocateDirect(BYTES);
    ByteBuffer cameBack = ByteBuffer.allocateDirect(BYTES);
    for (int turn = 0; turn < TURNS && (cameThere.hasRemaining() || cameBack.hasRemaining()); ) {
      turn++;
      one.write(there);
      other.read(cameThere);
      other.write(back);
      one.read(cameBack);
    }
    assertThat(cameThere.flip()).isEqualTo(there.flip());
    assertThat(cameBack.flip()).isEqualTo(back.flip());
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 30);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allComesAsItWasSent(long seed) throws IOException {
    Random random = new Random(seed);
    Cable there = new Cable(random);
    Cable back = new Cable(random);
    Wire caller = secret.secured(new End(back, there), true);
    Wire called = JobSecret.of(secret.bytes()).secured(new End(there, back), false);
    exchange(caller, called, random);
    assertThat(there.passed.toString(StandardCharsets.ISO_8859_1)).doesNotContain(WORDS);
    assertThat(back.passed.toString(StandardCharsets.ISO_8859_1)).doesNotContain(WORDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aChangedBitEndsTheConnection(long seed) throws IOException {
    Random random = new Random(seed);
    Cable there = new Cable(random);
    Cable back = new Cable(random);
    there.changedAt = random.nextInt(BYTES);
    Wire caller = secret.secured(new End(back, there), true);
    Wire called = secret.secured(new End(there, back), false);
    assertThatThrownBy(() -> exchange(caller, called, random)).isInstanceOf(SSLException.class);
  }

  @Test
  void anotherJobIsNotTrusted() throws IOException {
    Random random = new Random(1);
    Cable there = new Cable(random);
    Cable back = new Cable(random);
    Wire caller = JobSecret.random(true).secured(new End(back, there), true);
    Wire called = secret.secured(new End(there, back), false);
    assertThatThrownBy(() -> exchange(caller, called, random))
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("the certificate is not of this job");
  }

  @Test
  void aJobThatDoesNotEncryptAddsNothing() throws IOException {
    Wire open = new End(new Cable(new Random(1)), new Cable(new Random(1)));
    assertThat(JobSecret.random(false).secured(open, true)).isSameAs(open);
  }
}
