package org.legio.runtime.shm;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.runtime.lanes.Words;

/**
 * Votes that processes of different hosts tell each other by themselves, since the way through two
 * daemons takes several times as long.
 *
 * <ol>
 *   <li>A process casts its vote into its page, as ever, and then sends it to the members on other
 *       hosts, as a message.
 *   <li>A process that gets one writes it down in the memory of its host, in a slot of its own, and
 *       counts it only if the sender's host is not cut off: if its daemon may still find it there.
 *   <li>When a host is lost, each daemon first marks the processes there as cut off, and then looks
 *       at all slots of its host: what has not come into the pages goes there. So the flush has
 *       each vote that anybody has counted. What comes later is not counted by anybody.
 *   <li>A slot is used again when all members have made use of its vote, or that has come into the
 *       page of its process.
 *   <li>With a vote its process tells which of its agreements it knows the outcome of. So places of
 *       pages become free without daemons, too.
 * </ol>
 *
 * <p>Nobody waits here. Among more members than {@link #MAX_MEMBERS}, votes come by the daemons.
 * Those bring all others, too, but only when they next wake. So a process that had no free slot for
 * a vote, or has no free place for its own and gets no later vote that frees one, waits for them:
 * some 70 ms at most.
 */
public final class EarlyVotes {
  /** Each member sends to all others of other hosts. */
  private static final int MAX_MEMBERS = 8;

  /** In the place of a vote's state: who has cast it, and at which place of its page. */
  private static final int SENDER = Agreements.STATE;

  private static final int NOWHERE = -1;

  /**
   * Where a vote comes from.
   *
   * @param place of its page
   * @param number how many votes the process had cast with it
   */
  record Source(int process, int place, long number) {}

  private final HostMap hosts;
  private final JobShape shape;
  private final ByteBuffer memory;
  private final VotePages pages;
  private final int me;

  /** Where the slots are; none where all live on one host, or ranks have replicas. */
  private final int[] slots;

  /** By processes: of all votes with lower numbers, the process knows what has come of them. */
  private final long[] decidedBelow;

  private int nextSlot;

  /** Those of a process. */
  public EarlyVotes(JobMemory job, int me) {
    this.hosts = job.shape().hosts();
    this.shape = job.shape();
    this.memory = job.bytes();
    this.pages = new VotePages(job);
    this.me = me;
    this.slots = slots(job, me);
    this.decidedBelow = new long[shape.processes()];
  }

  private static int[] slots(JobMemory job, int process) {
    JobShape shape = job.shape();
    boolean areAny = shape.hosts().areSeveral() && !shape.usesDecisionLogs();
    int[] slots = new int[areAny ? JobShape.EARLY_VOTES : 0];
    int own = areAny ? shape.hosts().placeOnHost(process) : 0;
    Arrays.setAll(slots, slot -> shape.earlyVote(own, slot));
    return slots;
  }

  /** Whether a vote need not be brought at once by a daemon: all are told it, or live here. */
  boolean areDaemonsSpared(int[] group) {
    return isTold(group) || (slots.length > 0 && Arrays.stream(group).allMatch(hosts::isHere));
  }

  private boolean isTold(int[] group) {
    return slots.length > 0 && group.length <= MAX_MEMBERS;
  }

  /**
   * Tells a vote, which has been cast, to the members on other hosts.
   *
   * @param undecided the lowest number of a vote of this process that may still be needed here
   */
  void tell(ProgressEngine engine, int[] group, int place, long undecided) {
    if (!isTold(group)) {
      return;
    }
    Message vote = message(pages, me, place, undecided);
    for (int member : group) {
      if (!hosts.isHere(member)) {
        engine.send(member, vote);
      }
    }
  }

  /** What a process sends of the vote at a place of its page. */
  static Message message(VotePages pages, int process, int place, long undecided) {
    ByteBuffer content =
        ByteBuffer.allocate(Long.BYTES + VotePages.CONTENT_BYTES).order(ByteOrder.nativeOrder());
    pages.copy(process, place, content.putLong(undecided));
    byte[] bytes = content.array();
    return new Message(Message.Kind.VOTE, process)
        .matchedBy(pages.key(process, place), process, place)
        .carrying(bytes.length, 0)
        .with(Payload.of(bytes), 0);
  }

  /** Takes what a process of another host has {@linkplain #tell told}. */
  public void take(Message vote) {
    byte[] bytes = vote.payload().toBytes();
    if (bytes.length != Long.BYTES + VotePages.CONTENT_BYTES) {
      throw new IllegalStateException("a vote of " + bytes.length + " bytes");
    }
    ByteBuffer content = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int process = vote.worldSource();
    decidedBelow[process] = Math.max(decidedBelow[process], content.getLong());
    int at = freeSlot();
    if (at == NOWHERE) {
      return; // its daemon brings it, too
    }
    Words.setVolatile(memory, at + Agreements.KEY, Agreements.FREE);
    memory.putLong(at + SENDER, Frame.two(process, vote.tag()));
    memory.duplicate().position(at + Agreements.FLAGS).put(content);
    Words.setVolatile(memory, at + Agreements.KEY, vote.context());
  }

  private int freeSlot() {
    for (int i = 0; i < slots.length; i++) {
      int at = slots[(nextSlot + i) % slots.length];
      if (key(at) == Agreements.FREE || pages.hasCome(source(at))) {
        nextSlot = (nextSlot + i + 1) % slots.length; // a count of all votes would not fit
        return at;
      }
    }
    return NOWHERE;
  }

  /** The position of a vote that may be counted; negative if there is none. */
  int find(int process, long key) {
    for (int at : slots) {
      if (key(at) == key && source(at).process == process) {
        boolean isCut = Words.getVolatile(memory, shape.cut(process)) != 0;
        return isCut ? NOWHERE : at;
      }
    }
    return NOWHERE;
  }

  /** Whether a process has said that it knows what has come of the agreement of its vote. */
  boolean isDecided(Source vote) {
    return decidedBelow[vote.process] > vote.number;
  }

  /** All members know what has come of an agreement. */
  void release(long key) {
    for (int at : slots) {
      if (key(at) == key) {
        Words.setVolatile(memory, at + Agreements.KEY, Agreements.FREE);
      }
    }
  }

  private long key(int at) {
    return Words.getVolatile(memory, at + Agreements.KEY);
  }

  /** Where the vote in the slot at a position comes from. */
  Source source(int at) {
    return source(memory, at);
  }

  private static Source source(ByteBuffer memory, int at) {
    long sender = memory.getLong(at + SENDER);
    return new Source(Frame.high(sender), (int) sender, memory.getLong(at + Agreements.NUMBER));
  }

  /**
   * From now on, nothing of the processes of a lost host is counted that is not in their pages;
   * what may have been counted before goes there.
   */
  public static void cut(JobMemory job, int lost) {
    int[] processes = job.places().processesOf(lost);
    for (int process : processes) {
      Words.setVolatile(job.bytes(), job.shape().cut(process), 1);
    }
    VotePages pages = new VotePages(job);
    for (int own : job.places().processesOf(job.hosts().me())) {
      for (int at : slots(job, own)) {
        moveToPage(job.bytes(), at, pages, processes);
      }
    }
  }

  /** What changes meanwhile need not be there: it comes too late to be counted. */
  private static void moveToPage(ByteBuffer memory, int at, VotePages pages, int[] processes) {
    long key = Words.getVolatile(memory, at + Agreements.KEY);
    Source vote = source(memory, at);
    boolean isOfThem = Arrays.stream(processes).anyMatch(process -> process == vote.process);
    if (key == Agreements.FREE || !isOfThem || pages.hasCome(vote)) {
      return;
    }
    byte[] content = new byte[VotePages.CONTENT_BYTES];
    memory.duplicate().position(at + Agreements.FLAGS).get(content);
    VarHandle.loadLoadFence();
    if (key == Words.getVolatile(memory, at + Agreements.KEY) && vote.equals(source(memory, at))) {
      pages.write(vote.process, vote.place, key, Agreements.CAST, ByteBuffer.wrap(content));
    }
  }
}
