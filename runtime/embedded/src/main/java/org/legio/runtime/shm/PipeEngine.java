package org.legio.runtime.shm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Channel;
import org.legio.runtime.engine.Message;
import org.legio.runtime.lanes.IdleStrategy;
import org.legio.ulfm.ports.BoardMemory;
import org.legio.ulfm.ports.SharedBoards;

/**
 * Drives progress in one process: reads its pipes, writes its outboxes, and sees who has died.
 *
 * <p>One lock guards all that a rank knows. A call holds it from its beginning to its end, except
 * while it waits: then each thread that waits reads the pipes in turn, for itself and the others. A
 * call never holds the lock while it waits for another process, so that the threads of a process
 * cannot block each other.
 */
public final class PipeEngine implements ProgressEngine {
  private static final long LOOK_NS = 200_000;

  /** While the program computes, a look takes from its time. */
  private static final long LOOK_ASIDE_NS = 40_000_000;

  /**
   * So many processes are asked at most at one look whether they live: each costs a system call.
   */
  private static final int MAX_LOOKS = 8;

  /** Some microseconds: the usual wait for a short message. */
  private static final int POLLS_ON_OWN_CORE = 200;

  private final CallLock lock = new CallLock();
  private final JobMemory job;
  private final int me;
  private final int ranks;
  private final Streams streams;

  /** By the numbers of lines. */
  private final @Nullable PipeReader[] readers;

  /** By the numbers of lines. */
  private final @Nullable PipeWriter[] writers;

  private final Bells bells;

  private final Deque<Message> toItself = new ArrayDeque<>();
  private final ThreadLocal<IdleStrategy> pauses;
  private final Receiver receiver;
  private final boolean isCoreShared;

  /** The ways to processes of other hosts; null where there are none. */
  private final @Nullable RemotePeers remotePeers;

  /** So often a wait polls at once, before it lets others continue. */
  private final int pollsAtOnce;

  private int fullOutboxes;
  private int nextLook;
  private long lookedNs;

  public PipeEngine(JobMemory job, int me, Receiver receiver) {
    this.job = job;
    this.me = me;
    this.receiver = receiver;
    this.ranks = job.shape().ranks();
    this.streams = job.shape().streams();
    this.readers = new PipeReader[streams.lines()];
    this.writers = new PipeWriter[streams.lines()];
    for (int line = 0; line < readers.length; line++) {
      int rank = streams.process(line);
      int stream = streams.stream(line);
      if (rank != me && stream < streams.between(me, rank)) {
        readers[line] = new PipeReader(job, rank, me, stream);
        writers[line] = new PipeWriter(job, me, rank, stream);
      }
    }
    this.remotePeers =
        job.hosts().areSeveral() ? new RemotePeers(job, me, receiver, readers, writers) : null;
    this.bells = new Bells(job, me);
    this.isCoreShared = job.isCoreShared();
    this.pollsAtOnce = isCoreShared ? 0 : POLLS_ON_OWN_CORE;
    this.pauses = ThreadLocal.withInitial(() -> job.waiting(() -> {}));
  }

  // ------------------------------------------------------------------ calls

  @Override
  public void step(int rank, String call) {
    if (!lock.isMine()) {
      throw new IllegalStateException(call + " has been called without the lock");
    }
  }

  @Override
  public void enter() {
    lock.lock();
  }

  @Override
  public void leave() {
    lock.unlock();
  }

  @Override
  public void await(int rank, Awaited awaited) {
    int turn = 0;
    while (!awaited.isOver()) {
      if (poll()) {
        turn = 0;
      } else if (turn < pollsAtOnce && !lock.isWanted()) {
        turn++;
      } else if (pause(turn++ - pollsAtOnce)) {
        look();
      }
    }
  }

  /** Lets other threads of this process, and other processes, continue for a moment. */
  private boolean pause(int turn) {
    int holds = lock.release();
    try {
      return pauses.get().idle(turn);
    } finally {
      lock.takeAgain(holds);
    }
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // where ranks share a core, the other one has to run
  public void letOthersContinue(int rank) {
    if (!poll()) {
      if (isTimeToLook(LOOK_NS)) {
        look();
      }
      int holds = lock.release();
      if (isCoreShared) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
      lock.takeAgain(holds);
    }
  }

  // ------------------------------------------------------------------ progress

  /** The way of messages to another process, or to this one. */
  @Override
  public Channel channelTo(int to) {
    return new Channel() {
      private int due = to;

      @Override
      public void put(Message message) {
        send(to, message);
      }

      @Override
      public boolean putNow(Message message) {
        int line = streams.lineOf(to, message);
        PipeWriter writer = writers[line];
        boolean isWritten = writer != null && writer.putNow(message);
        if (isWritten) {
          push(line);
        }
        return isWritten;
      }

      @Override
      public @Nullable Message due(long context, int source, int tag) {
        due = streams.lineOf(to, context, tag);
        PipeReader reader = readers[due];
        return reader == null || isCoreShared ? null : reader.due(context, source, tag);
      }

      @Override
      public void received() {
        PipeReader reader = readers[due];
        if (reader != null) {
          reader.received();
        }
      }

      @Override
      public boolean keeps(long context, int tag, int bytes) {
        PipeWriter writer = writers[streams.lineOf(to, context, tag)];
        return writer == null || writer.keeps(bytes);
      }
    };
  }

  /** Sends a message to a process, which may be this one. */
  @Override
  public void send(int to, Message message) {
    int line = streams.lineOf(to, message);
    PipeWriter writer = writers[line];
    if (to == me) {
      toItself.add(message.kept());
      message.taken();
    } else if (writer != null) {
      boolean wasEmpty = writer.isEmpty();
      writer.put(message);
      fullOutboxes += wasEmpty && !writer.isEmpty() ? 1 : 0;
      push(line);
    }
  }

  /** Sends at once what has been written for a process of another host. */
  private void push(int line) {
    if (remotePeers != null) {
      remotePeers.push(line);
    }
  }

  /** An unexpected message has been handed to its receive, or dropped. */
  @Override
  public void takenOut(Message message) {
    PipeReader reader = readers[streams.lineOf(message.worldSource(), message)];
    if (reader != null) {
      reader.takenOut(message.length());
    }
  }

  /** Takes what has come and writes what there is room for; false if nothing could be done. */
  boolean poll() {
    boolean isAnythingDone = false;
    for (Message own = toItself.poll(); own != null; own = toItself.poll()) {
      receiver.take(own);
      isAnythingDone = true;
    }
    isAnythingDone |= bells.areThere() ? readRung() : readAll();
    if (fullOutboxes > 0) {
      isAnythingDone |= flush();
    }
    if (remotePeers != null) {
      isAnythingDone |= remotePeers.poll();
    }
    return isAnythingDone;
  }

  private boolean readAll() {
    boolean isAnythingRead = false;
    for (PipeReader reader : readers) {
      isAnythingRead |= reader != null && reader.read(receiver);
    }
    return isAnythingRead;
  }

  private boolean readRung() {
    boolean isAnythingRead = false;
    for (int word = 0; word < bells.words(); word++) {
      for (long rung = bells.rung(word); rung != 0; rung &= rung - 1) {
        isAnythingRead |= answer(word * Long.SIZE + Long.numberOfTrailingZeros(rung));
      }
    }
    return isAnythingRead;
  }

  /** Reads what has come from a process that has rung. */
  private boolean answer(int from) {
    bells.silence(from);
    boolean isAllRead = false;
    try {
      boolean isAnythingRead = read(from);
      isAllRead = true;
      return isAnythingRead;
    } finally {
      if (!isAllRead) {
        bells.ring(from); // a reduction of the program's own has thrown something
      }
    }
  }

  /** Reads all streams of a process. */
  private boolean read(int from) {
    boolean isAnythingRead = false;
    for (int line = from; line < readers.length; line += ranks) {
      PipeReader reader = readers[line];
      isAnythingRead |= reader != null && reader.read(receiver);
    }
    return isAnythingRead;
  }

  private boolean flush() {
    boolean isAnythingWritten = false;
    int left = 0;
    for (PipeWriter writer : writers) {
      if (writer != null && !writer.isEmpty()) {
        isAnythingWritten |= writer.flush();
        left += writer.isEmpty() ? 0 : 1;
      }
    }
    fullOutboxes = left;
    return isAnythingWritten;
  }

  @Override
  public void finish() {
    await(me, this::flushAll, () -> "room for what it has sent");
    if (remotePeers != null) {
      remotePeers.close();
    }
  }

  /** Flushes the outboxes; whether all is in the pipes of those that may still read it. */
  boolean flushAll() {
    for (int line = 0; line < writers.length; line++) {
      PipeWriter writer = writers[line];
      if (writer != null
          && !writer.isEmpty()
          && job.phase(streams.process(line)) == Phase.FINALIZED) {
        writer.clear();
      }
    }
    return fullOutboxes == 0 || (flush() && fullOutboxes == 0);
  }

  // ------------------------------------------------------------------ deaths

  /** Whether it is time to ask the kernel who lives. */
  private boolean isTimeToLook(long periodNs) {
    return System.nanoTime() - lookedNs >= periodNs;
  }

  /** Looks at some of the other processes, whether they have failed. */
  private void look() {
    lookedNs = System.nanoTime();
    for (int looks = Math.min(ranks, MAX_LOOKS); looks > 0; looks--) {
      nextLook = (nextLook + 1) % ranks;
      if (readers[nextLook] != null && job.isMissing(nextLook)) {
        bury(nextLook);
      }
      if (remotePeers != null && job.phase(nextLook) == Phase.FINALIZED) {
        remotePeers.letGo(nextLook);
      }
    }
  }

  /** Takes what a failed process has sent before its end, and then tells that it has failed. */
  void bury(int rank) {
    if (remotePeers != null) {
      remotePeers.letGo(rank);
    }
    read(rank);
    for (int line = rank; line < readers.length; line += ranks) {
      PipeWriter writer = writers[line];
      fullOutboxes -= writer == null || writer.isEmpty() ? 0 : 1;
      readers[line] = null;
      writers[line] = null;
    }
    receiver.failed(rank);
  }

  @Override
  public Optional<BoardMemory> boardMemory() {
    return job.hosts().areShared()
        ? Optional.of(
            new SharedBoards(
                ranks, me, () -> job.waiting(this::pollAside), new NamelessBoards(job)))
        : Optional.empty();
  }

  /** Makes progress if no thread of this process is in a call. */
  @Override
  public void pollAside() {
    if (lock.tryLock()) {
      try {
        poll();
        if (isTimeToLook(LOOK_ASIDE_NS)) {
          look();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
