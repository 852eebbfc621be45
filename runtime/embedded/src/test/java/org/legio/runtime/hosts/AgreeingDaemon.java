package org.legio.runtime.hosts;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.net.ByteOutbox;
import org.legio.runtime.net.Connections;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.MalformedException;
import org.legio.runtime.net.Wire;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.PlainHost;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.VotePages;

/**
 * The daemon of host 0 of a job, which is the real {@link Mirror}, and votes of all ranks: those of
 * its own are written into its memory, those of the others come by links.
 */
final class AgreeingDaemon {
  private static final int BUFFER_BYTES = 1 << 17;
  private static final long CAST = 1;
  private static final long DONE = 2;
  private static final int VOTE_BYTES = VotePages.CONTENT_BYTES;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final HostMap map;
  private final VotePages votes;
  private final Mirror mirror;
  private final List<OtherHost> others = new ArrayList<>();
  private long agreements;
  private long spentNs;

  /** A daemon of a job. */
  AgreeingDaemon(HostMap map) throws IOException {
    this.map = map;
    JobShape shape = new JobShape(ReplicaGroups.single(map.processes()), 0, map);
    JobMemory job = new JobMemory(shape, map, new PlainHost(shape.bytes()));
    this.votes = new VotePages(job);
    this.mirror = new Mirror(job, links -> join(job, links), UnaryOperator.identity());
  }

  private Connections join(JobMemory job, @Nullable Link[] links) throws IOException {
    List<Link> all = new ArrayList<>();
    for (int host = 0; host < links.length; host++) {
      Link link = links[host];
      if (link != null) {
        OtherHost other = new OtherHost(job, map.processesOf(host));
        link.attach(other.theirEnd(), 0, System.nanoTime());
        others.add(other);
        all.add(link);
      }
    }
    return new Joined(all);
  }

  /** All ranks cast their votes, see those of the others, and free the places. */
  void agree() throws IOException {
    agreements++;
    spentNs = 0;
    long key = 2 * agreements + 1;
    change(key, CAST);
    change(key, DONE);
    change(VotePages.FREE, DONE);
  }

  private void change(long key, long state) throws IOException {
    ByteBuffer vote = key == VotePages.FREE ? number() : vote();
    for (int own : map.processesOf(0)) {
      votes.take(own, 0, key, state, vote.duplicate().order(ByteOrder.nativeOrder()));
    }
    for (OtherHost other : others) {
      other.tell(key, state, vote);
    }
    boolean isAnythingDone = true;
    while (isAnythingDone) {
      isAnythingDone = poll();
      for (OtherHost other : others) {
        isAnythingDone |= other.link.poll(System.nanoTime());
      }
    }
    int last = map.processes() - 1;
    if (votes.key(last, 0) != key || votes.state(last, 0) != state) {
      throw new IllegalStateException("the vote of rank " + last + " has not come");
    }
  }

  private ByteBuffer vote() {
    return ByteBuffer.allocate(VOTE_BYTES)
        .order(ByteOrder.nativeOrder())
        .putLong(0)
        .putLong(agreements)
        .putLong(0)
        .flip();
  }

  private ByteBuffer number() {
    return ByteBuffer.allocate(Long.BYTES)
        .order(ByteOrder.nativeOrder())
        .putLong(agreements)
        .flip();
  }

  private boolean poll() throws IOException {
    long began = threads.getCurrentThreadCpuTime();
    boolean isAnythingDone = mirror.poll();
    spentNs += threads.getCurrentThreadCpuTime() - began;
    return isAnythingDone;
  }

  /** The processor time of the daemon for the last agreement. */
  long spentNs() {
    return spentNs;
  }

  /** The processor time of a poll that finds nothing. */
  long idleNs(int repetitions) throws IOException {
    long began = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < repetitions; i++) {
      mirror.poll();
    }
    return (threads.getCurrentThreadCpuTime() - began) / repetitions;
  }

  /** How many bytes the daemon has sent to all other hosts. */
  long sentBytes() {
    return others.stream().mapToLong(other -> other.received).sum();
  }

  /** Another host's end of a link. */
  private static final class OtherHost implements Link.Receiver {
    final Link link;
    long received;
    private final ByteOutbox outbox = new ByteOutbox(BUFFER_BYTES);
    private final ChangeWriter writer;
    private final int[] processes;
    private final ByteBuffer there = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteBuffer back = ByteBuffer.allocate(BUFFER_BYTES);

    OtherHost(JobMemory job, int[] processes) throws MalformedException {
      this.writer = new ChangeWriter(job, outbox);
      this.processes = processes;
      this.link = new Link(outbox, this, BUFFER_BYTES / 8);
      link.attach(new End(there, back), 0, System.nanoTime());
    }

    Wire theirEnd() {
      return new End(back, there);
    }

    void tell(long key, long state, ByteBuffer vote) {
      for (int process : processes) {
        ByteBuffer record = writer.begin(Change.VOTE).putInt(process).putInt(0);
        record.putLong(key).putLong(state).put(vote.duplicate());
        writer.end();
      }
    }

    @Override
    public long received() {
      return received;
    }

    @Override
    public void take(ByteBuffer bytes) {
      received += bytes.remaining();
      bytes.position(bytes.limit());
    }
  }

  /**
   * An end of a connection within this thread.
   *
   * @param in what has come
   * @param out what the other end has not read
   */
  private record End(ByteBuffer in, ByteBuffer out) implements Wire {
    @Override
    public int read(ByteBuffer into) {
      in.flip();
      int bytes = Math.min(in.remaining(), into.remaining());
      into.put(in.duplicate().limit(in.position() + bytes));
      in.position(in.position() + bytes).compact();
      return bytes;
    }

    @Override
    public int write(ByteBuffer from) {
      int bytes = Math.min(from.remaining(), out.remaining());
      out.put(from.duplicate().limit(from.position() + bytes));
      from.position(from.position() + bytes);
      return bytes;
    }

    @Override
    public void close() {}
  }

  /**
   * Links that are connected all the time.
   *
   * @param links to all other hosts
   */
  private record Joined(List<Link> links) implements Connections {
    @Override
    public void expect(int peer, Link link, long nowNs) {
      throw new IllegalStateException("nobody joins");
    }

    @Override
    public int port() {
      return 1;
    }

    @Override
    public void connect(List<InetSocketAddress> addresses, long nowNs) {}

    @Override
    public boolean poll(long nowNs) {
      boolean isAnythingDone = false;
      for (Link link : links) {
        isAnythingDone |= link.poll(nowNs);
      }
      return isAnythingDone;
    }

    @Override
    public boolean isBroken(int peer, long nowNs, long patienceNs) {
      return false;
    }

    @Override
    public void giveUp(int peer) {}

    @Override
    public void close() {}
  }
}
