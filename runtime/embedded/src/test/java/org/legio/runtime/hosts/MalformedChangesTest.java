package org.legio.runtime.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.net.ByteOutbox;
import org.legio.runtime.net.JobSecret;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.MalformedException;
import org.legio.runtime.net.Wire;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.VotePages;

/** Records that no daemon sends end the link's connection; the pages of this host's stay. */
@Timeout(3600)
class MalformedChangesTest {
  private static final int SEQUENCES = Integer.getInteger("legio.fuzz", 3000) / 10;
  private static final long SEED = Long.getLong("legio.it.seed", 1);
  private static final int OWN = 0;
  private static final int OTHER_HOST = 1;
  private static final int MAX_RECORDS = 20;
  private static final int MAX_WORDS = 8;

  private final Random random = new Random(SEED);
  private int ended;

  /** One direction of a connection. */
  private static final class Pipe implements Wire {
    private final Deque<Byte> from;
    private final Deque<Byte> to;

    Pipe(Deque<Byte> from, Deque<Byte> to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public int read(ByteBuffer into) {
      int before = into.position();
      while (into.hasRemaining() && !from.isEmpty()) {
        into.put(from.remove());
      }
      return into.position() - before;
    }

    @Override
    public int write(ByteBuffer bytes) {
      int written = bytes.remaining();
      while (bytes.hasRemaining()) {
        to.add(bytes.get());
      }
      return written;
    }

    @Override
    public void close() {
      from.clear();
    }
  }

  @Test
  void theyEndTheConnectionOnly() throws Exception {
    HostMap map = new HostMap(List.of("127.0.0.2", "127.0.0.3"), new int[] {0, 0, 1, 1}, 0);
    try (JobMemory job = JobMemory.makeOn(map, JobSecret.random(false))) {
      job.unlink();
      VotePages votes = new VotePages(job);
      StandIns standIns = new StandIns(job);
      for (int sequence = 0; sequence < SEQUENCES; sequence++) {
        send(new HostLink(job, OTHER_HOST, standIns, UnaryOperator.identity()).link());
        for (int place = 0; place < VotePages.places(); place++) {
          assertThat(votes.key(OWN, place)).as("vote, sequence %d", sequence).isZero();
        }
      }
    }
    assertThat(ended).as("of %d, seed %d", SEQUENCES, SEED).isGreaterThan(SEQUENCES / 2);
  }

  private void send(Link receiver) throws Exception {
    Deque<Byte> there = new ArrayDeque<>();
    Deque<Byte> back = new ArrayDeque<>();
    ByteOutbox outbox = new ByteOutbox(1 << 16);
    Link sender = new Link(outbox, new Ignored(), 1 << 10);
    sender.attach(new Pipe(back, there), 0, 0);
    receiver.attach(new Pipe(there, back), 0, 0);
    for (int count = 0; count < MAX_RECORDS && receiver.isConnected(); count++) {
      outbox.add(record());
      assertThat(sender.push(count)).isTrue();
      receiver.poll(count);
    }
    if (!receiver.isConnected()) {
      ended++;
      assertThat(receiver.end()).isInstanceOf(MalformedException.class);
    }
  }

  /** A change of any kind, with words of which many are numbers of processes and places. */
  private ByteBuffer record() {
    int words = random.nextInt(MAX_WORDS);
    ByteBuffer record = ByteBuffer.allocate(2 * Integer.BYTES + 1 + words * Integer.BYTES);
    record.putInt(record.capacity() - Integer.BYTES);
    record.put((byte) random.nextInt(Change.values().length + 1));
    while (record.remaining() >= Integer.BYTES) {
      boolean isSmall = random.nextInt(4) > 0;
      record.putInt(isSmall ? Integer.reverseBytes(random.nextInt(6) - 1) : random.nextInt());
    }
    return record.flip();
  }

  /** Nothing comes back. */
  private static final class Ignored implements Link.Receiver {
    @Override
    public long received() {
      return 0;
    }

    @Override
    public void take(ByteBuffer bytes) {
      throw new AssertionError("the other side has sent " + bytes.remaining() + " bytes");
    }
  }
}
