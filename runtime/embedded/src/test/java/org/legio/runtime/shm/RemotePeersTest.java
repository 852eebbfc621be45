package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.runtime.hosts.Mirror;
import org.legio.runtime.net.IdleSelector;
import org.legio.runtime.net.JobSecret;

/** One process on a host, which may have two connections, and four on another one. */
@Timeout(120)
class RemotePeersTest {
  private static final int PARTNERS = 4;
  private static final int HUB = 2;
  private static final int MAX_CONNECTIONS = 2;

  /** A look at all is taken to need so long. */
  private static final long POLL_NS = 50_000;

  private static final long LONGER_THAN_IDLE_NS = 500_000_000;
  private static final HostMap HOSTS =
      new HostMap(List.of("127.0.0.2", "127.0.0.3"), new int[] {1, 1, 0, 1, 1}, 0);

  private final List<JobMemory> memories = new ArrayList<>();
  private final List<Mirror> mirrors = new ArrayList<>();
  private final List<End> ends = new ArrayList<>();
  private IdleSelector idle;
  private long nowNs;

  /** A process. */
  private static final class End implements ProgressEngine.Receiver {
    final @Nullable PipeReader[] readers = new PipeReader[PARTNERS + 1];
    final @Nullable PipeWriter[] writers = new PipeWriter[PARTNERS + 1];
    final int[] sent = new int[PARTNERS + 1];
    final int[] received = new int[PARTNERS + 1];
    final RemotePeers peers;
    final int me;

    End(JobMemory job, int me, LongSupplier clock) {
      this.me = me;
      for (int rank = 0; rank <= PARTNERS; rank++) {
        if (rank != me) {
          readers[rank] = new PipeReader(job, rank, me, 0);
          writers[rank] = new PipeWriter(job, me, rank, 0);
        }
      }
      peers =
          me == HUB
              ? new RemotePeers(job, me, this, readers, writers, MAX_CONNECTIONS, clock)
              : new RemotePeers(job, me, this, readers, writers, PARTNERS, clock);
    }

    void send(int to) {
      writers[to].put(
          new Message(Message.Kind.EAGER, me)
              .matchedBy(7, me, sent[to]++)
              .carrying(0, 0)
              .with(Payload.of(new byte[0]), 0));
      peers.push(to);
    }

    void poll() {
      for (PipeReader reader : readers) {
        if (reader != null) {
          reader.read(this);
        }
      }
      peers.poll();
    }

    @Override
    public void take(Message message) {
      assertThat(message.tag()).as("message to %d", me).isEqualTo(received[message.source()]++);
    }

    @Override
    public void failed(int rank) {
      throw new AssertionError("rank " + rank + " has failed");
    }

    @Override
    public Error diverged(String what, Divergence why) {
      return new AssertionError(what);
    }
  }

  @BeforeEach
  void make() throws IOException {
    idle = new IdleSelector(Thread.currentThread());
    JobSecret secret = JobSecret.random(false);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int host = 0; host < HOSTS.hosts(); host++) {
      JobMemory memory = JobMemory.makeOn(HOSTS.seenFrom(host), secret);
      memories.add(memory);
      mirrors.add(new Mirror(memory, loopback, idle));
      addresses.add(new InetSocketAddress(loopback, mirrors.get(host).port()));
    }
    mirrors.forEach(mirror -> mirror.connect(addresses));
    for (int rank = 0; rank <= PARTNERS; rank++) {
      ends.add(new End(memories.get(HOSTS.hostOf(rank)), rank, () -> nowNs));
    }
  }

  @AfterEach
  void close() throws IOException {
    ends.forEach(end -> end.peers.close());
    for (Mirror mirror : mirrors) {
      mirror.close();
    }
    idle.close();
    for (JobMemory memory : memories) {
      memory.close();
    }
  }

  private RemotePeers connections() {
    return ends.get(HUB).peers;
  }

  private void poll() {
    nowNs += POLL_NS;
    try {
      for (Mirror mirror : mirrors) {
        mirror.poll();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    ends.forEach(End::poll);
    assertThat(connections().connections()).isLessThanOrEqualTo(MAX_CONNECTIONS);
  }

  /** A message there, and one back. */
  private void exchange(int partner) {
    End hub = ends.get(HUB);
    End other = ends.get(partner);
    hub.send(partner);
    pollUntil(() -> other.received[HUB] == hub.sent[partner]);
    other.send(HUB);
    pollUntil(() -> hub.received[partner] == other.sent[HUB]);
  }

  private void pollUntil(BooleanSupplier isOver) {
    while (!isOver.getAsBoolean()) {
      poll();
    }
  }

  private void exchangeUntilConnected(int partner) {
    while (!connections().isConnected(partner)) {
      exchange(partner);
    }
  }

  /** Of those that it calls (0 and 1) as of those that call it (3 and 4). */
  @Test
  void anIdleConnectionGivesWay() {
    for (int round = 0; round < 3; round++) {
      for (int partner : new int[] {0, 3, 1, 4}) {
        exchangeUntilConnected(partner);
      }
    }
    assertThat(connections().isConnected(1)).as("the one before").isTrue();
    assertThat(connections().isConnected(0)).as("the least used one").isFalse();
    for (int partner : new int[] {0, 1, 3, 4}) {
      exchange(partner);
    }
  }

  @Test
  void whereNoneIsIdleTheDaemonsBringTheMessages() {
    exchangeUntilConnected(0);
    exchangeUntilConnected(3);
    long endNs = nowNs + LONGER_THAN_IDLE_NS;
    while (nowNs < endNs) {
      for (int partner : new int[] {0, 3, 1, 4}) {
        exchange(partner);
      }
      assertThat(connections().isConnected(0)).isTrue();
      assertThat(connections().isConnected(3)).isTrue();
    }
  }
}
