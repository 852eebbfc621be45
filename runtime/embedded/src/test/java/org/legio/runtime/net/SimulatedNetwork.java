package org.legio.runtime.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * A connection between two ends in one thread: bytes come in pieces of any size, late, and what is
 * under way is lost when it is cut. All is decided by one seed.
 */
public final class SimulatedNetwork {
  private static final int MAX_UNDER_WAY = 100_000;

  private final Random random;
  private final Deque<Byte> toFirst = new ArrayDeque<>();
  private final Deque<Byte> toSecond = new ArrayDeque<>();
  private boolean isCut;
  private boolean isSilent;

  public SimulatedNetwork(Random random) {
    this.random = random;
  }

  /** From now on both ends find the connection closed, or broken. */
  public void cut() {
    isCut = true;
  }

  /** From now on nothing arrives, and neither end finds that out by itself. */
  public void fallSilent() {
    isSilent = true;
  }

  /** Changes a byte that is under way; false if there is none. */
  boolean corrupt() {
    Byte first = toSecond.poll();
    if (first != null) {
      toSecond.addFirst((byte) (first ^ 1 << random.nextInt(Byte.SIZE)));
    }
    return first != null;
  }

  public boolean isSilent() {
    return isSilent;
  }

  public Wire first() {
    return new End(toFirst, toSecond);
  }

  public Wire second() {
    return new End(toSecond, toFirst);
  }

  private final class End implements Wire {
    private final Deque<Byte> in;
    private final Deque<Byte> out;

    End(Deque<Byte> in, Deque<Byte> out) {
      this.in = in;
      this.out = out;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      if (isCut) {
        if (random.nextBoolean()) {
          throw new IOException("connection reset");
        }
        return -1;
      }
      int bytes = isSilent ? 0 : some(Math.min(into.remaining(), in.size()));
      for (int i = 0; i < bytes; i++) {
        into.put(in.remove());
      }
      return bytes;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      if (isCut) {
        throw new IOException("broken pipe");
      }
      int bytes = some(Math.min(from.remaining(), MAX_UNDER_WAY - out.size()));
      for (int i = 0; i < bytes; i++) {
        out.add(from.get());
      }
      return bytes;
    }

    private int some(int most) {
      return random.nextInt(3) == 0 ? 0 : random.nextInt(most + 1);
    }

    @Override
    public void close() {
      isCut |= !isSilent;
    }
  }
}
