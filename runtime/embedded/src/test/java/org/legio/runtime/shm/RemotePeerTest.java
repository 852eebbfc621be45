package org.legio.runtime.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.runtime.net.JobSecret;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.SimulatedNetwork;

/**
 * Two processes of two hosts, their daemons, and connections that come and go, in one thread: one
 * seed decides who does something next, and what breaks.
 */
@Timeout(120)
class RemotePeerTest {
  /** So many that the rings are small, and go round often. */
  private static final int PROCESSES = 56;

  private static final HostMap HOSTS =
      new HostMap(List.of("a", "b"), IntStream.range(0, PROCESSES).map(p -> p % 2).toArray(), 0);

  private static final int MESSAGES = 300;
  private static final int MAX_LENGTH = 5_000;
  private static final int MAX_UNREST = 20_000;
  private static final int MAX_STEPS = 300_000;
  private static final int MAX_RECORDS = 20;
  private static final int MUTANT_SEEDS = 20;

  /** {@code -Dlegio.seeds=500} for more. */
  private static final int SEEDS = Integer.getInteger("legio.seeds", 12);

  /** A deliberate bug. */
  private enum Bug {
    NONE,
    /** The daemon says that it has stopped a frame behind the place where it has. */
    FRAME_LOST_WHEN_A_CONNECTION_BEGINS,
    /** The reader goes back to the pipe before the daemon has come to its place. */
    FRAME_TAKEN_TWICE_WHEN_A_CONNECTION_ENDS
  }

  /** What a daemon tells the other one: the head, or frames; without frames their place. */
  private record Told(boolean isHead, long place, long number, ByteBuffer frames) {
    static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  }

  private static JobMemory a;
  private static JobMemory b;

  /** A process, and its daemon as far as it serves the two. */
  private static final class Side implements ProgressEngine.Receiver {
    final JobMemory job;
    final int me;
    final int other;
    final Random random;
    final Bug bug;
    final PipeWriter writer;
    final PipeReader reader;
    final RingTap tap;
    final RingMirror mirror;
    final Deque<Told> told = new ArrayDeque<>();
    final ByteBuffer record;
    @Nullable RemotePeer peer;
    Side otherSide;
    int sent;
    int received;
    int waysBack;
    private long toldHead;
    private long toldTaken;
    private long nowNs = 1;

    Side(JobMemory job, int me, Random random, Bug bug) {
      this.job = job;
      this.me = me;
      this.other = 1 - me;
      this.random = random;
      this.bug = bug;
      this.writer = new PipeWriter(job, me, other, 0);
      this.reader = new PipeReader(job, other, me, 0);
      this.tap = new RingTap(job, me, other, 0);
      this.mirror = new RingMirror(job, other, me, 0);
      this.record = ByteBuffer.allocate(RingTap.maxFrameBytes(job)).order(job.bytes().order());
    }

    static byte[] content(int from, int number) {
      Random bytes = new Random(31L * number + from);
      byte[] content = new byte[bytes.nextInt(bytes.nextBoolean() ? 100 : MAX_LENGTH)];
      bytes.nextBytes(content);
      return content;
    }

    void step() {
      nowNs += 1_000;
      switch (random.nextInt(8)) {
        case 0, 1 -> write();
        case 2 -> read();
        case 3, 4 -> poll();
        case 5 -> tellFrames();
        case 6 -> tellHead();
        default -> hear();
      }
    }

    private void write() {
      if (sent < MESSAGES && writer.isEmpty()) {
        byte[] data = content(me, sent++);
        writer.put(
            new Message(Message.Kind.EAGER, me)
                .matchedBy(7, me, 3)
                .carrying(data.length, 0)
                .with(Payload.of(data), 0));
      }
      writer.flush();
      if (peer != null) {
        peer.push(nowNs);
      }
    }

    private void read() {
      if (bug == Bug.FRAME_TAKEN_TWICE_WHEN_A_CONNECTION_ENDS) {
        reader.publishWord(reader.base + Pipe.BROUGHT, Long.MAX_VALUE);
      }
      reader.read(this);
    }

    private void poll() {
      RemotePeer current = peer;
      if (current != null) {
        current.poll(nowNs);
        if (current.hasEnded()) {
          end();
        }
      }
    }

    void end() {
      if (peer != null) {
        peer.close();
        peer = null;
      }
    }

    /** A connection to the other side, which had received so much. */
    RemotePeer connected() {
      end();
      peer = new RemotePeer(job, me, other, reader, this, Link.Buffers.allocate());
      return peer;
    }

    /** Nothing has been heard from the other side for a long time. */
    void waitLong() {
      nowNs += 6_000_000_000L;
    }

    private void tellFrames() {
      if (told.size() >= MAX_RECORDS) {
        return;
      }
      long before = tap.readWord(tap.base + Pipe.FOLLOWED);
      tap.followWriter();
      if (before != tap.readWord(tap.base + Pipe.FOLLOWED)) {
        spoilStop();
      }
      if (tap.isGapDue()) {
        told.add(new Told(false, tap.place(), 0, Told.NOTHING));
        tap.noteGapTold();
        waysBack++;
        return;
      }
      int length = tap.copy(record.clear());
      if (length > 0) {
        ByteBuffer frames = ByteBuffer.allocate(record.flip().remaining()).order(record.order());
        told.add(new Told(false, tap.place(), length, frames.put(record).flip()));
        tap.moveOn(length);
      }
    }

    private void spoilStop() {
      boolean isPlaceLeft = tap.place() < tap.readWord(tap.base + Pipe.HEAD);
      long first = tap.readWord(tap.position(tap.place()) + Frame.FIRST);
      if (bug == Bug.FRAME_LOST_WHEN_A_CONNECTION_BEGINS
          && first != Frame.NOTHING
          && !isPlaceLeft) {
        boolean isPadding = (int) first == Frame.PADDING;
        int size = Frame.high(first);
        tap.publishWord(
            tap.base + Pipe.STOPPED, tap.place() + (isPadding ? size : Frame.frameBytes(size)));
      }
    }

    private void tellHead() {
      int after = job.shape().ringDataBytes() / 4;
      if (mirror.head() - toldHead >= after || mirror.taken() - toldTaken >= after) {
        toldHead = mirror.head();
        toldTaken = mirror.taken();
        told.add(new Told(true, toldHead, toldTaken, Told.NOTHING));
      }
    }

    private void hear() {
      Told next = otherSide.told.poll();
      if (next == null) {
        return;
      }
      if (!next.isHead) {
        if (next.number == 0) {
          mirror.skipTo(next.place);
        } else {
          mirror.write(next.place, (int) next.number, next.frames);
        }
      } else {
        tap.acknowledge(next.place, next.number);
      }
    }

    @Override
    public void take(Message message) {
      assertThat(message.payload().toBytes())
          .as("message %d to %d", received, me)
          .isEqualTo(content(other, received));
      received++;
      reader.takenOut(message.length());
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

  @BeforeAll
  static void make() throws IOException {
    JobSecret secret = JobSecret.random(false);
    a = JobMemory.makeOn(HOSTS, secret);
    b = JobMemory.makeOn(HOSTS.seenFrom(1), secret);
  }

  @AfterAll
  static void close() throws IOException {
    a.close();
    b.close();
  }

  /** Makes the rings of the two empty again. */
  private static void clear(JobMemory job) {
    byte[] zeros = new byte[job.shape().ringHeaderBytes() + job.shape().ringDataBytes()];
    job.bytes().duplicate().position(job.shape().ring(0, 1, 0)).put(zeros);
    job.bytes().duplicate().position(job.shape().ring(1, 0, 0)).put(zeros);
  }

  /**
   * Runs until all messages are there. Connections come and go for some time, and from then on
   * there is one, or none.
   */
  private static Side run(long seed, Bug bug) {
    clear(a);
    clear(b);
    Random random = new Random(seed);
    Side first = new Side(a, 0, random, bug);
    Side second = new Side(b, 1, random, bug);
    first.otherSide = second;
    second.otherSide = first;
    int patience = 20 + random.nextInt(400);
    int calm = random.nextInt(MAX_UNREST);
    SimulatedNetwork network = new SimulatedNetwork(random);
    for (int step = 0; first.received < MESSAGES || second.received < MESSAGES; step++) {
      if (step == MAX_STEPS) {
        throw new AssertionError(
            "messages %d and %d are not there after %d steps"
                .formatted(first.received, second.received, step));
      }
      Side side = random.nextBoolean() ? first : second;
      side.step();
      if (step > calm && !network.isSilent()) {
        continue;
      }
      switch (random.nextInt(patience)) {
        case 0 -> network.cut();
        case 1 -> network.fallSilent();
        case 2 -> side.waitLong();
        case 3 -> side.end();
        case 4, 5, 6, 7, 8, 9 -> network = connect(network, first, second, random);
        default -> {}
      }
    }
    return first;
  }

  /**
   * The second process connects, if it has no connection; what each has received is told before the
   * other one may send.
   */
  private static SimulatedNetwork connect(
      SimulatedNetwork old, Side first, Side second, Random random) {
    if (second.peer != null) {
      return old;
    }
    long secondReceived = second.reader.head();
    first.end();
    long firstReceived = first.reader.head();
    SimulatedNetwork network = new SimulatedNetwork(random);
    first.connected().connected(network.first(), secondReceived);
    for (int steps = random.nextInt(30); steps > 0; steps--) {
      (random.nextBoolean() ? first : second).step();
    }
    if (random.nextInt(5) == 0) {
      network.fallSilent(); // the answer to its proof is lost
    } else {
      second.connected().connected(network.second(), firstReceived);
    }
    return network;
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsLostOrRepeatedWhileConnectionsComeAndGo(long seed) {
    assertThat(run(seed, Bug.NONE).received).as("seed %d", seed).isEqualTo(MESSAGES);
  }

  @Test
  void waysChangeOften() {
    assertThat(LongStream.rangeClosed(1, 5).mapToInt(seed -> run(seed, Bug.NONE).waysBack).sum())
        .isGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void bugsAreCaught(Bug bug) {
    assertThat(LongStream.rangeClosed(1, MUTANT_SEEDS).filter(seed -> isCaught(seed, bug)))
        .isNotEmpty();
  }

  @SuppressWarnings("CatchingUnchecked") // a bug may end in any way
  private static boolean isCaught(long seed, Bug bug) {
    try {
      run(seed, bug);
      return false;
    } catch (AssertionError | RuntimeException e) {
      return true;
    }
  }
}
